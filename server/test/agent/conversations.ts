import { satisfactionSurvey } from '../../src/samples/satisfaction-survey.ts'
import type { WorkflowDefinition } from '../../src/workflows/rules/definition.ts'
import { appointmentQuestion } from './appointment.ts'
import type { ScriptedPerson } from './scripted-person.ts'

/** What sounds at the person's end besides words. */
export interface Sounds {
  noise(ms: number): Int16Array
}

/** A call with a meaning: what the person does, and what must have come of it in the end. */
export interface Scenario {
  name: string
  definition: WorkflowDefinition
  /** Everything that is said, so that it can be made beforehand. */
  words: readonly string[]
  script(person: ScriptedPerson, lastQuestion: () => string, sounds: Sounds): Promise<void>
  disposition: string
  gathered?: Record<string, string | RegExp>
  machine?: boolean
  suppressed?: boolean
  transferred?: boolean
  /** What was told to whatever stood before the person. */
  told?: RegExp
  /** The keys that were sent to it, as tones. */
  keys?: string
  /** The line returns the agent's voice. */
  echo?: { delayMs: number; gain: number }
}

const RECORDING =
  'Hello, you have reached the voice mail of John Smith. I am not available right now. Please leave a message after the tone.'

export type Answers = readonly (readonly [question: RegExp, ...words: string[]])[]

/** Understands what is asked, answers it, and when asked the same again says it in other words, as people do. */
export async function answerEach(person: ScriptedPerson, lastQuestion: () => string, answers: Answers): Promise<void> {
  const times = new Map<RegExp, number>()
  for (;;) {
    await person.untilAgentWaits()
    if (person.isOver) return
    const asked = lastQuestion()
    const [question, ...words] = answers.find(([pattern]) => pattern.test(asked)) ?? []
    if (question === undefined) {
      await person.until(() => lastQuestion() !== asked)
      continue
    }
    const time = times.get(question) ?? 0
    times.set(question, time + 1)
    await person.say(words[Math.min(time, words.length - 1)] ?? '')
  }
}

function answers(
  name: string,
  definition: WorkflowDefinition,
  each: Answers,
  disposition: string,
  more: Partial<Scenario> = {},
): Scenario {
  return {
    name,
    definition,
    words: each.flatMap(([, ...words]) => words),
    script: (person, lastQuestion) => answerEach(person, lastQuestion, each),
    disposition,
    ...more,
  }
}

const COMING = /will you be there/i

export const SCENARIOS: readonly Scenario[] = [
  answers('yes', appointmentQuestion, [[COMING, 'Yes, I will be there.', 'Yes.']], 'confirmed'),
  answers(
    'no',
    appointmentQuestion,
    [
      [/is that right/i, 'Yes.', 'Yes, that is right.'],
      [COMING, 'Cancel my appointment.', 'No.'],
    ],
    'cancelled',
  ),
  answers(
    'do not call',
    appointmentQuestion,
    [[COMING, 'Please stop calling me.', 'Take me off your list.']],
    'do_not_call',
    { suppressed: true },
  ),
  answers(
    'a person, please',
    appointmentQuestion,
    [[COMING, 'I want to speak to a person.', 'Front desk, please.']],
    'transferred',
    { transferred: true },
  ),
  answers(
    'another day',
    appointmentQuestion,
    [
      [/is that right/i, 'Yes.', 'Yes, that is right.'],
      [/which day/i, 'On Friday, please.', 'Friday.'],
      [COMING, 'I need to reschedule.', 'Another day, please.'],
    ],
    'moved',
    { gathered: { preferred_date: /^\d{4}-\d\d-\d\d/ } },
  ),
  answers(
    'a survey',
    satisfactionSurvey,
    [
      [/recommend/i, 'Yes, I would.', 'Yes.'],
      [/how satisfied/i, 'Five.', 'Number five.'],
      [/short questions/i, 'Yes.', 'Yes, go ahead.'],
    ],
    'thanks',
    { gathered: { rating: '5', recommends: 'yes' } },
  ),
  {
    name: 'interrupts',
    definition: appointmentQuestion,
    words: ['Excuse me, cancel my appointment.', 'No.', 'Yes.'],
    async script(person, lastQuestion) {
      await person.untilAgentSpeaks()
      await person.pause(2500)
      await person.interrupt('Excuse me, cancel my appointment.')
      await answerEach(person, lastQuestion, [
        [/is that right/i, 'Yes.'],
        [COMING, 'No.'],
      ])
    },
    disposition: 'cancelled',
  },
  {
    name: 'a key as an event',
    definition: appointmentQuestion,
    words: [],
    async script(person) {
      await person.untilAgentWaits()
      await person.press('1')
    },
    disposition: 'confirmed',
  },
  {
    name: 'a key in the audio',
    definition: appointmentQuestion,
    words: [],
    async script(person) {
      await person.untilAgentWaits()
      await person.press('3', 'audio')
    },
    disposition: 'cancelled',
  },
  {
    name: 'says hello, then nonsense, then yes',
    definition: appointmentQuestion,
    words: ['Hello?', 'Purple elephants like pancakes.', 'Yes.'],
    async script(person, lastQuestion) {
      await person.say('Hello?')
      await answerEach(person, lastQuestion, [[COMING, 'Purple elephants like pancakes.', 'Yes.']])
    },
    disposition: 'confirmed',
  },
  {
    name: 'a machine',
    definition: appointmentQuestion,
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
