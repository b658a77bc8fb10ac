/** A chat model is asked on a guess at what is being said, and its first words are made: both are used only if the guess was right. */
import { expect, test } from 'vitest'
import { FakeSynthesizer } from '../../test/agent/fake-speech.ts'
import { end, start, step, type TestCall, testCall, workflow } from '../../test/agent/harness.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import { sleep } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import type { Recognizer, StreamingRecognitionListener } from '../speech/recognizer.ts'
import { openPipelineBrain } from './brains/pipeline.ts'

const definition = workflow(
  [start('Hello, how can I help?', { prompt: 'Help.' }), end('done')],
  [{ source: 'start', target: 'done', label: 'done', condition: 'They are done.' }],
)

class MakesAhead extends FakeSynthesizer {
  readonly makesAhead = true
  onWarm: (texts: readonly string[]) => void = () => {}
  override async warm(texts: readonly string[]): Promise<void> {
    this.onWarm(texts)
    await super.warm(texts)
  }
}

/** One question to a model; what happened in which order. `guess` is what the quick ears understand, null if they have no time. */
async function asked(guess: string | null) {
  const order: string[] = []
  const model = standInChat(({ messages }) => {
    order.push('asked')
    return { say: /park/.test(messages.at(-1)?.content ?? '') ? 'Behind the house. Anything else?' : 'Where?' }
  })
  const recognizer: Recognizer = {
    async recognize(audio, signal) {
      const words = await (call as TestCall).speech.recognizer((call as TestCall).clock, 300).recognize(audio, signal)
      order.push('understood')
      return words
    },
    guess: async () => guess,
    close: async () => {},
  }
  const synthesizer = new MakesAhead()
  synthesizer.onWarm = (texts) => order.push(...texts.filter((text) => text.startsWith('Behind')).map(() => 'made'))
  const sentences = { fallback: 'Sorry?', farewell: 'Good-bye.' }
  const call: TestCall = testCall({
    definition,
    recognizer,
    synthesizer,
    brain: (conversation, clock) =>
      openPipelineBrain(conversation, { chat: model.chat, clock, log: silentLog, sentences }),
  })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('Is there a place to park?')
    await person.untilAgentWaits()
    person.hangUp()
  })
  return { order, said: call.agentSaid().at(-1), call }
}

test('a right guess: asked once, before the words are understood, and the first words are made meanwhile', async () => {
  const { order, said } = await asked('is there a place to park')
  expect(order.slice(0, 3)).toEqual(['asked', 'made', 'understood'])
  expect(order.filter((each) => each === 'asked')).toHaveLength(1)
  expect(said).toBe('Behind the house. Anything else?')
})

test('a wrong guess is paid for, and nothing of its answer is said', async () => {
  const { order, said, call } = await asked('is there a place to eat')
  expect(order.filter((each) => each === 'asked')).toHaveLength(2)
  expect(said).toBe('Behind the house. Anything else?')
  expect(call.agentSaid().join(' ')).not.toContain('Where?')
})

test('without time for a guess the words themselves are sent ahead', async () => {
  const { order, said } = await asked(null)
  expect(order.slice(0, 2)).toEqual(['understood', 'asked'])
  expect(order.filter((each) => each === 'asked')).toHaveLength(1)
  expect(said).toBe('Behind the house. Anything else?')
})

/**
 * The same question with services: the recognizer reports its last words 120 ms after the person has fallen silent, and the voice
 * costs money for every text.
 */
async function askedServices(interim: string, finally_ = 'is there a place to park') {
  const order: string[] = []
  const model = standInChat(({ messages }) => {
    order.push('asked')
    return { say: /park/.test(messages.at(-1)?.content ?? '') ? 'Behind the house. Anything else?' : 'Where?' }
  })
  const voice = new FakeSynthesizer()
  const speak = voice.speak.bind(voice)
  voice.speak = (text, options) => {
    if (text.startsWith('Behind') || text.startsWith('Where')) order.push(`made ${text}`)
    return speak(text, options)
  }
  const listen = (_: number, listener: StreamingRecognitionListener) => {
    let silentFrames = 0
    let isTurn = false
    return {
      partial: '',
      frame(samples: Int16Array | null) {
        silentFrames = samples?.some((sample) => Math.abs(sample) > 500) ? 0 : silentFrames + 1
        if (!isTurn || silentFrames !== 6) return
        this.partial = interim
        listener.partial(interim)
      },
      began() {
        isTurn = true
      },
      words: async () => {
        order.push('words requested')
        await sleep((call as TestCall).clock, 150)
        return { text: finally_, confidence: 0.95, ms: 150 }
      },
      ended: () => {
        isTurn = false
        order.push('turn over')
      },
      close() {},
    }
  }
  const sentences = { fallback: 'Sorry?', farewell: 'Good-bye.' }
  const call: TestCall = testCall({
    definition,
    recognizer: { recognize: async () => ({ text: '', confidence: 0, ms: 0 }), listen, close: async () => {} },
    synthesizer: voice,
    brain: (conversation, clock) =>
      openPipelineBrain(conversation, { chat: model.chat, clock, log: silentLog, sentences }),
  })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('Is there a place to park?')
    await person.untilAgentWaits()
    person.hangUp()
  })
  return { order, said: call.agentSaid(), voice }
}

test('with services the model is asked as soon as the last words are reported, and its first words are made once', async () => {
  const { order, said, voice } = await askedServices('Is there a place to park?')
  expect(order).toEqual(['asked', 'made Behind the house.', 'words requested', 'turn over'])
  expect(said.at(-1)).toBe('Behind the house. Anything else?')
  expect(voice.said.filter((text) => text === 'Behind the house.')).toHaveLength(1)
})

test('an answer to words that were not meant is made and paid for, and never heard', async () => {
  const { order, said } = await askedServices('Is there a place to eat?')
  expect(order.slice(0, 2)).toEqual(['asked', 'made Where?'])
  expect(said.join(' ')).not.toContain('Where?')
  expect(said.at(-1)).toBe('Behind the house. Anything else?')
})

test('the script, which asks nobody, wants no guess, also not when a transfer has failed', async () => {
  let guesses = 0
  const call: TestCall = testCall({
    definition: workflow(
      [
        start('Do you want to talk to a person?'),
        { id: 'desk', type: 'transfer', data: { name: 'Desk', destination: '+12025550111' } },
        step('sorry', 'Nobody is there. Shall we call you back?'),
        end('done'),
      ],
      [
        { source: 'start', target: 'desk', examples: ['yes'] },
        { source: 'desk', target: 'sorry' },
        { source: 'sorry', target: 'done', examples: ['gladly'] },
      ],
    ),
    hooks: {
      report() {},
      hangUp: async () => {},
      suppress: async () => {},
      transfer: async () => ({ ok: false, message: 'busy' }),
    },
    recognizer: {
      recognize: (audio, signal) => call.speech.recognizer(call.clock).recognize(audio, signal),
      guess: async () => {
        guesses++
        return null
      },
      close: async () => {},
    },
  })
  const { disposition } = await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('yes')
    await person.untilAgentWaits()
    await person.say('gladly')
  })
  expect([disposition, guesses]).toEqual(['done', 0])
})
