import type { WorkflowDefinition } from '../../src/workflows/rules/definition.ts'
import { appointmentReminder } from '../../src/workflows/samples/appointment-reminder.ts'
import { satisfactionSurvey } from '../../src/workflows/samples/satisfaction-survey.ts'
import type { ScriptedPerson } from './scripted-person.ts'

/** A call with a meaning: what the person does, and what must have come of it in the end. */
export interface Scenario {
  name: string
  definition: WorkflowDefinition
  /** Everything that is said, so that it can be made beforehand. */
  words: readonly string[]
  script(person: ScriptedPerson): Promise<void>
  disposition: string
  gathered?: Record<string, string | RegExp>
  machine?: boolean
  suppressed?: boolean
  transferred?: boolean
}

const RECORDING =
  'Hello, you have reached the voice mail of John Smith. I am not available right now. Please leave a message after the tone.'

function answers(name: string, words: string, disposition: string, more: Partial<Scenario> = {}): Scenario {
  return {
    name,
    definition: appointmentReminder,
    words: [words],
    async script(person) {
      await person.untilAgentWaits()
      await person.say(words)
    },
    disposition,
    ...more,
  }
}

export const SCENARIOS: readonly Scenario[] = [
  answers('yes', 'Yes, I will be there.', 'confirmed'),
  answers('no', 'Cancel my appointment.', 'cancelled'),
  answers('do not call', 'Please stop calling me.', 'do_not_call', { suppressed: true }),
  answers('a person, please', 'I want to speak to a person.', 'transferred', { transferred: true }),
  {
    name: 'another day',
    definition: appointmentReminder,
    words: ['I need to reschedule.', 'On Friday, please.'],
    async script(person) {
      await person.untilAgentWaits()
      await person.say('I need to reschedule.')
      await person.untilAgentWaits()
      await person.say('On Friday, please.')
    },
    disposition: 'moved',
    gathered: { preferred_date: /^\d{4}-\d\d-\d\d/ },
  },
  {
    name: 'interrupts',
    definition: appointmentReminder,
    words: ['Excuse me, cancel my appointment.'],
    async script(person) {
      await person.untilAgentSpeaks()
      await person.pause(2500)
      await person.interrupt('Excuse me, cancel my appointment.')
    },
    disposition: 'cancelled',
  },
  {
    name: 'a key as an event',
    definition: appointmentReminder,
    words: [],
    async script(person) {
      await person.untilAgentWaits()
      await person.press('1')
    },
    disposition: 'confirmed',
  },
  {
    name: 'a key in the audio',
    definition: appointmentReminder,
    words: [],
    async script(person) {
      await person.untilAgentWaits()
      await person.press('3', 'audio')
    },
    disposition: 'cancelled',
  },
  {
    name: 'a survey',
    definition: satisfactionSurvey,
    words: ['Yes.', 'Five.', 'Yes, I would.'],
    async script(person) {
      await person.untilAgentWaits()
      await person.say('Yes.')
      await person.untilAgentWaits()
      await person.say('Five.')
      await person.untilAgentWaits()
      await person.say('Yes, I would.')
    },
    disposition: 'thanks',
    gathered: { rating: '5', recommends: 'yes' },
  },
  {
    name: 'says hello, then nonsense, then yes',
    definition: appointmentReminder,
    words: ['Hello?', 'Purple elephants like pancakes.', 'Yes.'],
    async script(person) {
      await person.say('Hello?')
      await person.untilAgentWaits()
      await person.say('Purple elephants like pancakes.')
      await person.untilAgentWaits()
      await person.say('Yes.')
    },
    disposition: 'confirmed',
  },
  {
    name: 'a machine',
    definition: appointmentReminder,
    words: [RECORDING],
    async script(person) {
      await person.say(RECORDING)
      await person.pause(400)
      await person.beep()
    },
    disposition: 'voicemail_left',
    machine: true,
  },
]
