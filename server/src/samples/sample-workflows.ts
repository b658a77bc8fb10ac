/** What a newcomer finds after the first start; the first is the one to begin with. */
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { appointmentReminder } from './appointment-reminder.ts'
import { paymentReminder } from './payment-reminder.ts'
import { receptionist } from './receptionist.ts'
import { satisfactionSurvey } from './satisfaction-survey.ts'

export interface SampleWorkflow {
  name: string
  definition: WorkflowDefinition
}

export const SAMPLE_WORKFLOWS: readonly [SampleWorkflow, ...SampleWorkflow[]] = [
  { name: 'Appointment reminder (sample)', definition: appointmentReminder },
  { name: 'Satisfaction survey (sample)', definition: satisfactionSurvey },
  { name: 'Payment reminder (sample)', definition: paymentReminder },
  { name: 'Receptionist for incoming calls (sample)', definition: receptionist },
]
