/** "Do not call me again" is heard in every phase and whichever brain leads, also where the person hangs up with the last word. */
import { describe, expect, test } from 'vitest'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import { StandInRealtime } from '../../test/agent/stand-in-realtime.ts'
import { silentLog } from '../kernel/log.ts'
import type { Brain, Conversation, SpeechToSpeechBrain, SpeechToSpeechPort } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { openRealtimeBrain } from './brains/realtime.ts'
import { ScriptBrain } from './brains/script.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'

const REFUSAL = 'stop calling me and take me off your list'

const definition = workflow(
  [
    start('Hello, this is the clinic. Will you come?', { prompt: 'Ask.' }),
    step('card', 'What is your card number?', {
      collect: { variable: 'card', kind: 'digits', exact_length: 8, sensitive: true },
    }),
    end('coming', 'Wonderful, we look forward to seeing you on Tuesday at nine in the morning.'),
    end('paid'),
    end('message', 'This is the clinic. Please call us back about your appointment tomorrow morning. Good-bye.'),
  ],
  [
    { source: 'start', target: 'coming', label: 'comes', condition: 'They come.', examples: ['yes'], keys: ['1'] },
    { source: 'start', target: 'card', label: 'pays', condition: 'They pay.', examples: ['pay'], keys: ['2'] },
    { source: 'card', target: 'paid' },
    { source: 'start', target: 'message', label: 'voicemail' },
  ],
)

/** Never calls a tool: it leaves everything to the rules. */
const chatting = { say: 'I see.' }

function open(brain: string) {
  return (
    conversation: Conversation,
    clock: Parameters<NonNullable<Parameters<typeof testCall>[0]>['brain'] & {}>[1],
  ) => {
    const common = { clock, log: silentLog }
    if (brain === 'script') return new ScriptBrain(conversation, { clock })
    if (brain === 'pipeline') {
      const { chat } = standInChat(() => chatting)
      return openPipelineBrain(conversation, {
        ...common,
        chat,
        sentences: { fallback: 'Again?', farewell: 'Good-bye.' },
      })
    }
    const { endpoint, openLink } = new StandInRealtime(clock, () => chatting)
    return openRealtimeBrain(conversation, { ...common, endpoint, openLink })
  }
}

type Script = (person: ScriptedPerson, call: ReturnType<typeof testCall>) => Promise<void>

const PHASES: [string, Script][] = [
  [
    'as an answer, hanging up at once',
    async (person) => {
      await person.untilAgentWaits()
      await person.say(REFUSAL)
      person.hangUp()
    },
  ],
  [
    'over the greeting, hanging up at once',
    async (person) => {
      await person.pause(700)
      await person.say(REFUSAL)
      person.hangUp()
    },
  ],
  [
    'at a sensitive step',
    async (person, call) => {
      await person.untilAgentWaits()
      await person.press('2')
      await person.until(() => call.agentSaid().length > 1)
      await person.untilAgentWaits()
      await person.say(REFUSAL)
    },
  ],
  [
    'over the last sentence',
    async (person, call) => {
      await person.untilAgentWaits()
      await person.press('1')
      await person.until(() => call.person.sounds.length > 1)
      await person.pause(1500)
      await person.say(REFUSAL)
    },
  ],
  [
    'over a message that was meant for a machine',
    async (person, call) => {
      await person.pause(500)
      call.session.machineVerdict('machine')
      await person.pause(6000)
      await person.say(REFUSAL)
    },
  ],
]

describe.each(['script', 'pipeline', 'realtime'])('with the brain %s', (brain) => {
  test.each(PHASES)('%s', async (_phase, script) => {
    const call = testCall({ definition, brain: open(brain) as (conversation: Conversation) => Brain })
    const result = await call.play(async (person) => {
      await script(person, call)
      await person.pause(30_000)
      if (!person.isOver) person.hangUp()
    })
    expect(call.suppressions).toBe(1)
    expect(result.disposition).toBe(DISPOSITIONS.doNotCall)
  })
})

/** An endpoint that writes down what was said a second later, on a machine without a recognizer of its own. */
class SlowWriter implements SpeechToSpeechBrain {
  readonly kind = 'sound'
  readonly formats = [{ encoding: 'l16', sampleRateHz: 8000 }] as const
  port!: SpeechToSpeechPort

  async open(port: SpeechToSpeechPort): Promise<void> {
    this.port = port
    port.act({ kind: 'enter', nodeId: 'start', nodeName: 'Start' })
    port.speak('u1', new Uint8Array(16_000).fill(3))
    port.spoken('u1')
  }
  hear(): void {}
  pressed(): void {}
  playedUntil(): void {}
  close(): void {}
}

test.each(['the person', 'the model'])('words written down after %s hung up count', async (who) => {
  const brain = new SlowWriter()
  const call = testCall({ definition, recognizer: null, brain: () => brain })
  const result = await call.play(async (person) => {
    await person.untilAgentWaits()
    brain.port.hears()
    await person.say(REFUSAL)
    await person.pause(300)
    call.clock.after(1000, () => brain.port.transcript({ who: 'person', text: REFUSAL }))
    if (who === 'the person') person.hangUp()
    else brain.port.act({ kind: 'hang_up', disposition: DISPOSITIONS.completed })
  })
  expect(call.suppressions).toBe(1)
  expect(result.disposition).toBe(DISPOSITIONS.doNotCall)
  expect(call.journal.record.transcript.filter(({ text }) => text === REFUSAL)).toHaveLength(1)
})
