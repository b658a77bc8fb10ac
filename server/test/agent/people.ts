/**
 * People as they are on the telephone: they pick up with "Yes, hello?", say "mm-hm" while they listen, pause inside numbers,
 * cough, have a television on, ask who is calling, change their minds. Each has something they mean; what counts most is
 * that nobody is recorded as agreeing who did not.
 */

import { DISPOSITIONS } from '../../src/agent/rules/dispositions.ts'
import { appointmentReminder } from '../../src/samples/appointment-reminder.ts'
import { paymentReminder } from '../../src/samples/payment-reminder.ts'
import { satisfactionSurvey } from '../../src/samples/satisfaction-survey.ts'
import type { WorkflowDefinition } from '../../src/workflows/rules/definition.ts'
import { appointmentQuestion } from './appointment.ts'
import { type Answers, answerEach, type Scenario, type Sounds } from './conversations.ts'
import type { ScriptedPerson } from './scripted-person.ts'

/** What a person wants of a call. Only who `agrees` may be recorded so. */
export type Meaning = 'agrees' | 'declines' | 'neither'

export interface PersonScript extends Scenario {
  means: Meaning
}

/** The endings of the workflows below that say that somebody agreed. */
const AGREEMENTS: ReadonlySet<string> = new Set(['confirmed', 'thanks', 'promised', 'already_paid', 'collected'])

export function isAgreement(disposition: string): boolean {
  return AGREEMENTS.has(disposition)
}

const ACCOUNT: WorkflowDefinition = {
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      data: {
        name: 'Account',
        greeting: 'Hello, this is the bank. What is your account number, please?',
        collect: { variable: 'account', kind: 'digits', exact_length: 8 },
      },
    },
    { id: 'done', type: 'endCall', data: { name: 'Collected', say: 'Thank you, I have noted that. Good-bye.' } },
    {
      id: 'removed',
      type: 'endCall',
      data: { name: 'Removed', say: 'You will not be called again.', do_not_call: true },
    },
  ],
  edges: [
    { id: 'a', source: 'start', target: 'done', data: {} },
    { id: 'b', source: 'start', target: 'removed', data: { label: 'remove', keys: ['9'] } },
  ],
}

const COMING = /will you be there/i
const SURE = /is that right/i

const YES: Answers = [[COMING, 'Yes, I will be there.', 'Yes.']]
const NO: Answers = [
  [SURE, 'Yes.', 'Yes, that is right.'],
  [COMING, 'Cancel my appointment.', 'No, please cancel.'],
]

type Begin = (person: ScriptedPerson, sounds: Sounds) => Promise<void>

/** Does something of their own, then answers what is asked. */
function appointment(
  name: string,
  means: Meaning,
  disposition: string,
  said: readonly string[],
  begin: Begin,
  then: Answers = means === 'agrees' ? YES : means === 'declines' ? NO : [],
  more: Partial<Scenario> = {},
): PersonScript {
  return {
    name,
    means,
    disposition,
    definition: appointmentQuestion,
    words: [...said, ...then.flatMap(([, ...words]) => words)],
    async script(person, lastQuestion, sounds) {
      await begin(person, sounds)
      await answerEach(person, lastQuestion, then)
    },
    ...more,
  }
}

/** Says this so long after picking up, and then nothing more until hanging up. */
function onlySays(name: string, words: string, afterMs = 300): PersonScript {
  return appointment(name, 'neither', DISPOSITIONS.hungUp, [words], async (person) => {
    await person.pause(afterMs)
    await person.say(words)
    await person.pause(14_000)
    person.hangUp()
  })
}

/** Says this over the greeting, then answers as meant. */
function first(words: string, afterMs: number, means: 'agrees' | 'declines'): PersonScript {
  const disposition = means === 'agrees' ? 'confirmed' : 'cancelled'
  return appointment(`"${words}" after ${afterMs} ms, then ${means}`, means, disposition, [words], async (person) => {
    await person.pause(afterMs)
    await person.say(words)
  })
}

const VOICEMAIL = [
  'Hello, you have reached the voice mail of John Smith. I can not answer right now.',
  'Please leave a message after the tone, and I will call you back.',
] as const

/** As much as a bad line returns. */
const ECHO = { delayMs: 260, gain: 0.3 }

/** Somebody who sounds like a recording at first. */
const LIKE_A_MACHINE = 'You have reached the Smith family, we can not come to the phone right now.'

const SCREENING = 'Please say your name and why you are calling, and I will see if this person is available.'
const MENU = 'Thank you for calling Acme. For sales, press one. For support, press two.'

/** The appointment reminder, for numbers behind a menu. */
const THROUGH_A_MENU: WorkflowDefinition = {
  ...appointmentQuestion,
  nodes: [
    ...appointmentQuestion.nodes,
    { id: 'support', type: 'agentNode', data: { name: 'Support', send_keys: '2' } },
  ],
  edges: [
    ...appointmentQuestion.edges,
    { id: 'to-support', source: 'start', target: 'support', data: { label: 'ivr' } },
  ],
}

export const PEOPLE: readonly PersonScript[] = [
  // Picking up.
  first('Yes, hello?', 300, 'agrees'),
  first('Yes, hello?', 300, 'declines'),
  first('Hello?', 400, 'agrees'),
  first('Yeah.', 300, 'declines'),
  first('Good morning.', 500, 'agrees'),
  first('Yes, who is this?', 300, 'declines'),
  first('Hello, this is Maria speaking.', 300, 'agrees'),
  onlySays('picks up with "Yes?" and says nothing more', 'Yes?'),
  onlySays('"Okay" and nothing more', 'Okay.'),
  onlySays('"Yes, speaking" and nothing more', 'Yes, speaking.'),
  onlySays('"Sure, go on" and nothing more', 'Sure, go on.', 1500),
  // Listening.
  first('Okay.', 2500, 'declines'),
  first('Right, okay.', 3000, 'declines'),
  first('Uh huh.', 2000, 'agrees'),
  appointment('"okay" twice while listening, then no', 'declines', 'cancelled', ['Okay.'], async (person) => {
    await person.pause(1500)
    await person.say('Okay.')
    await person.pause(1500)
    await person.say('Okay.')
  }),
  // Asking back.
  appointment('asks who is calling, after the question', 'agrees', 'confirmed', ['Who is this?'], async (person) => {
    await person.untilAgentWaits()
    await person.say('Who is this?')
  }),
  appointment(
    'asks to have it repeated, then no',
    'declines',
    'cancelled',
    ['Can you repeat that please?'],
    async (person) => {
      await person.untilAgentWaits()
      await person.say('Can you repeat that please?')
    },
  ),
  appointment('"Hello?" after the question, then no', 'declines', 'cancelled', ['Hello?'], async (person) => {
    await person.untilAgentWaits()
    await person.say('Hello?')
  }),
  appointment('"are you a robot?", then yes', 'agrees', 'confirmed', ['Are you a robot?'], async (person) => {
    await person.untilAgentWaits()
    await person.say('Are you a robot?')
  }),
  // A moment, please.
  appointment(
    'asks for a moment, is back with "okay", then no',
    'declines',
    'cancelled',
    ['Hold on a second.', 'Okay.'],
    async (person) => {
      await person.untilAgentWaits()
      await person.say('Hold on a second.')
      await person.pause(9000)
      await person.say('Okay.')
    },
  ),
  appointment(
    'asks for a moment over the greeting',
    'agrees',
    'confirmed',
    ['Just a moment please.', 'Okay.'],
    async (person) => {
      await person.pause(1500)
      await person.say('Just a moment please.')
      await person.pause(6000)
      await person.say('Okay.')
    },
  ),
  appointment(
    'asks for a moment and never comes back',
    'neither',
    DISPOSITIONS.hungUp,
    ['Hang on.'],
    async (person) => {
      await person.untilAgentWaits()
      await person.say('Hang on.')
      await person.pause(30_000)
      person.hangUp()
    },
  ),
  // Noise.
  appointment('coughs over the greeting', 'agrees', 'confirmed', [], async (person, { noise }) => {
    await person.pause(2000)
    await person.play(noise(450))
  }),
  appointment('has a television on, then no', 'declines', 'cancelled', [], async (person, { noise }) => {
    for (let time = 0; time < 2; time += 1) {
      await person.pause(2500)
      await person.play(noise(700))
    }
  }),
  appointment('only noise', 'neither', DISPOSITIONS.hungUp, [], async (person, { noise }) => {
    for (let time = 0; time < 3; time += 1) {
      await person.pause(3000)
      await person.play(noise(500))
    }
    await person.pause(6000)
    person.hangUp()
  }),
  appointment('says nothing at all', 'neither', 'not_understood', [], async () => {}, []),
  // Changing one's mind.
  appointment(
    '"yes", and at once "no, wait"',
    'declines',
    'cancelled',
    ['Yes.', 'No wait, I can not come.'],
    async (person) => {
      await person.untilAgentWaits()
      await person.say('Yes.')
      await person.pause(1200)
      await person.say('No wait, I can not come.')
    },
  ),
  appointment(
    '"no", then thinks better of it when asked',
    'agrees',
    'confirmed',
    ['No.', 'No no, I will be there.'],
    async () => {},
    [
      [SURE, 'No.', 'No.'],
      [COMING, 'No.', 'Yes, I will be there.', 'Yes.'],
    ],
  ),
  appointment(
    '"yes" in two breaths',
    'agrees',
    'confirmed',
    ['Well,', 'Yes, I will be there.'],
    async (person) => {
      await person.untilAgentWaits()
      await person.say('Well,')
      await person.pause(700)
      await person.say('Yes, I will be there.')
    },
    [],
  ),
  // A no that begins with a yes.
  ...['Yeah, I am not interested.', 'Yes, but I can not come.', 'Yes, well, no.'].map((words) =>
    appointment(`"${words}", then no`, 'declines' as const, 'cancelled', [words], async (person) => {
      await person.untilAgentWaits()
      await person.say(words)
    }),
  ),
  // Somebody else.
  {
    ...appointment('the husband answers', 'neither', 'another_person', ['This is her husband.'], async () => {}, [
      [/am i speaking with/i, 'This is her husband.'],
    ]),
    definition: appointmentReminder,
  },
  {
    ...appointment('she is who is asked for, and comes', 'agrees', 'confirmed', ['Speaking.'], async () => {}, [
      [/am i speaking with/i, 'Speaking.', 'Yes.'],
      ...YES,
    ]),
    definition: appointmentReminder,
  },
  // Another way out.
  appointment(
    'presses a key at once',
    'agrees',
    'confirmed',
    [],
    async (person) => {
      await person.pause(800)
      await person.press('1')
    },
    [],
  ),
  appointment(
    'presses the wrong key, then the right one',
    'declines',
    'cancelled',
    [],
    async (person) => {
      await person.untilAgentWaits()
      await person.press('7')
      await person.untilAgentWaits()
      await person.press('3')
    },
    [],
  ),
  appointment(
    'wants a person',
    'neither',
    'transferred',
    ['I want to speak to a person.', 'Front desk, please.'],
    async () => {},
    [[COMING, 'I want to speak to a person.', 'Front desk, please.']],
    { transferred: true },
  ),
  appointment(
    'talks without end',
    'neither',
    DISPOSITIONS.neverStopped,
    ['And then my sister told me about the weather and the garden'],
    async (person) => {
      await person.untilAgentWaits()
      while (!person.isOver) await person.say('And then my sister told me about the weather and the garden')
    },
    [],
  ),
  appointment(
    'hangs up in the greeting',
    'neither',
    DISPOSITIONS.hungUp,
    [],
    async (person) => {
      await person.pause(2500)
      person.hangUp()
    },
    [],
  ),
  // Do not call me.
  ...[
    'Stop calling me.',
    'Please take me off your list.',
    'I want to be removed from your list.',
    'Never call this number again.',
  ].map((words, index) =>
    appointment(
      `"${words}"`,
      'neither' as const,
      DISPOSITIONS.doNotCall,
      [words],
      async (person) => {
        if (index % 2 === 0) await person.pause(1000)
        else await person.untilAgentWaits()
        await person.say(words)
      },
      [[COMING, words]],
      { suppressed: true },
    ),
  ),
  // Not now: a wish to be called at another time, and no wish to be called never.
  ...["Please don't call me before six.", 'I can not talk now.'].map((words) =>
    appointment(
      `"${words}"`,
      'neither' as const,
      'call_back',
      [words, 'Tomorrow at seven in the evening.'],
      async () => {},
      [
        [SURE, 'Yes.', 'Yes, that is right.'],
        [/when/i, 'Tomorrow at seven in the evening.'],
        [COMING, words],
      ],
    ),
  ),
  // Machines.
  {
    ...appointment(
      'a mailbox whose greeting has a pause in it',
      'neither',
      DISPOSITIONS.messageLeft,
      VOICEMAIL,
      async (person) => {
        await person.say(VOICEMAIL[0])
        await person.pause(3000)
        await person.say(VOICEMAIL[1])
        await person.pause(400)
        await person.beep()
      },
      [],
      { machine: true },
    ),
  },
  appointment(
    'a person who was taken for a machine',
    'neither',
    DISPOSITIONS.doNotCall,
    [LIKE_A_MACHINE, 'Stop calling me.', 'Please take me off your list.'],
    async (person) => {
      await person.say(LIKE_A_MACHINE)
      await person.pause(1500)
      await person.say('Stop calling me.')
      await person.pause(4000)
      await person.say('Please take me off your list.')
    },
    [],
    { suppressed: true },
  ),
  // A line that returns the agent's own voice.
  ...(['agrees', 'declines'] as const).map((means) =>
    appointment(
      `${means} on a line with an echo`,
      means,
      means === 'agrees' ? 'confirmed' : 'cancelled',
      [],
      (person) => person.untilAgentWaits(),
      undefined,
      { echo: ECHO },
    ),
  ),
  appointment(
    'says nothing on a line with an echo',
    'neither',
    'not_understood',
    [],
    (person) => person.until(() => person.isOver),
    [],
    { echo: ECHO },
  ),
  // What stands before a person.
  appointment(
    'a screening service, then the person agrees',
    'agrees',
    'confirmed',
    [SCREENING, 'Thanks, please stay on the line.', 'Hello?'],
    async (person) => {
      await person.pause(300)
      await person.say(SCREENING)
      await person.untilAgentWaits()
      await person.say('Thanks, please stay on the line.')
      await person.pause(8000)
      await person.say('Hello?')
    },
    YES,
    { told: /reminder|appointment/i },
  ),
  appointment(
    'a screening service, then the person wants no calls',
    'neither',
    DISPOSITIONS.doNotCall,
    [SCREENING, 'Stop calling me.', 'Please take me off your list.'],
    async (person) => {
      await person.pause(300)
      await person.say(SCREENING)
      await person.untilAgentWaits()
      await person.pause(2000)
      await person.say('Stop calling me.')
    },
    [[/./, 'Please take me off your list.']],
    { suppressed: true, told: /reminder|appointment/i },
  ),
  appointment(
    'a menu that is passed by a key, then the person agrees',
    'agrees',
    'confirmed',
    [MENU, 'Hello?'],
    async (person) => {
      await person.pause(300)
      await person.say(MENU)
      await person.until(() => person.keysHeard !== '')
      await person.pause(1500)
      await person.say('Hello?')
    },
    YES,
    { definition: THROUGH_A_MENU, keys: '2' },
  ),
  appointment(
    'a screening service, and nobody comes',
    'neither',
    DISPOSITIONS.screened,
    [SCREENING],
    async (person) => {
      await person.pause(300)
      await person.say(SCREENING)
    },
    [],
    { machine: true },
  ),
  appointment(
    'a menu that leads to nobody',
    'neither',
    DISPOSITIONS.ivr,
    [MENU],
    async (person) => {
      await person.pause(300)
      await person.say(MENU)
    },
    [],
    { machine: true },
  ),
  // Other calls.
  {
    name: '"Yeah, hello" to a bill: the amount is not told',
    means: 'neither',
    definition: paymentReminder,
    words: ['Yeah hello.'],
    disposition: DISPOSITIONS.hungUp,
    async script(person) {
      await person.pause(300)
      await person.say('Yeah hello.')
      await person.pause(9000)
      person.hangUp()
    },
  },
  {
    name: 'a survey, answered in its turn',
    means: 'agrees',
    definition: satisfactionSurvey,
    words: ['Yes.', 'Five.', 'Number five.', 'Yes, I would.', 'Yes, go ahead.'],
    disposition: 'thanks',
    gathered: { rating: '5', recommends: 'yes' },
    script: (person, lastQuestion) =>
      answerEach(person, lastQuestion, [
        [/recommend/i, 'Yes, I would.', 'Yes.'],
        [/how satisfied/i, 'Five.', 'Number five.'],
        [/short questions/i, 'Yes.', 'Yes, go ahead.'],
      ]),
  },
  {
    name: 'an account number with a pause in it',
    means: 'agrees',
    definition: ACCOUNT,
    words: ['Four two seven nine.', 'One one five six.', 'Yes.', 'Yes, that is right.'],
    disposition: 'collected',
    gathered: { account: '42791156' },
    async script(person, lastQuestion) {
      await person.untilAgentWaits()
      await person.say('Four two seven nine.')
      await person.pause(900)
      await person.say('One one five six.')
      // A number of two pieces is read back.
      await answerEach(person, lastQuestion, [[SURE, 'Yes.', 'Yes, that is right.']])
    },
  },
  {
    name: 'presses nine to be removed',
    means: 'neither',
    definition: ACCOUNT,
    words: [],
    disposition: 'removed',
    suppressed: true,
    async script(person) {
      await person.untilAgentWaits()
      await person.press('9')
    },
  },
]
