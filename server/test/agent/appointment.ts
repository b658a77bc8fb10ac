import { appointmentReminder } from '../../src/samples/appointment-reminder.ts'
import type { WorkflowDefinition, WorkflowNode } from '../../src/workflows/rules/definition.ts'

const { nodes, edges, settings } = appointmentReminder

const start: WorkflowNode = {
  id: 'start',
  type: 'startCall',
  data: {
    name: 'Greeting and question',
    greeting:
      'Hello {{first_name | there}}, this is {{company | the clinic}} with an automated reminder of your appointment on {{say_date(appointment_date)}} at {{appointment_time}}. Will you be there? Please say yes, reschedule or cancel, or press one, two or three. Press zero to talk to a person.',
    prompt: 'Find out whether the person will come, wants another day, or wants to cancel.',
    allow_interrupt: true,
  },
}
const IDENTITY = ['start', 'question', 'other-person', 'unheard', 'wrong-number']

/** The sample without its question who is there: for tests of what answers to the first question decide. */
export const appointmentQuestion: WorkflowDefinition = {
  settings: settings ?? {},
  nodes: [start, ...nodes.filter(({ id }) => !IDENTITY.includes(id))],
  edges: [
    ...edges.filter(({ source }) => source !== 'start' && source !== 'question'),
    ...edges.filter(({ id }) => id === 'start-machine'),
    ...edges
      .filter(({ source }) => source === 'question')
      .map((edge) => ({ ...edge, id: edge.id.replace('question', 'start'), source: 'start' })),
  ],
}
