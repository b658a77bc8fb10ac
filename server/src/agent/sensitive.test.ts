/** What is said at a sensitive step is used in the conversation, and kept nowhere. */
import { describe, expect, test } from 'vitest'
import { FakeSynthesizer, NOISE_LEVEL, steady } from '../../test/agent/fake-speech.ts'
import { l16 } from '../../test/agent/formats.ts'
import { end, start, step, type TestCall, type TestCallOptions, testCall, workflow } from '../../test/agent/harness.ts'
import { chainSynthesizer } from '../../test/agent/speech-services/chains.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import { type Log, silentLog } from '../kernel/log.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import type { SpeechToSpeechBrain, SpeechToSpeechPort } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { WITHHELD } from './rules/utterance.ts'

const NUMBER = '42791156'
const asking = (collect: object, again: object = {}) =>
  workflow(
    [
      start('Hello. Shall we begin?'),
      step('card', 'What is your card number?', {
        collect: { variable: 'card', kind: 'digits', sensitive: true, ...collect },
      }),
      step('again', 'That was {{card}}, in digits {{say_digits(card)}}. Is that right?', again),
      end('done'),
    ],
    [
      { source: 'start', target: 'card', label: 'yes', examples: ['yes'], condition: 'They agree.' },
      { source: 'card', target: 'again' },
      { source: 'again', target: 'done', label: 'yes', examples: ['yes'], condition: 'It is right.' },
    ],
  )
const definition = asking({ exact_length: 8 })

test.each([
  ['digits', { exact_length: 8 }, 'four two seven nine one one five six', /4279|4, 2/],
  ['a date', { kind: 'date' }, 'the sixth of May 1954', /1954|May 6/],
])('a hosted voice is never given what was said in secret: %s', async (_name, collect, words, secret) => {
  const hosted = new FakeSynthesizer()
  const local = new FakeSynthesizer()
  const synthesizer = chainSynthesizer(new VirtualClock(), hosted, local)
  const read = 'That was {{card}}, {{say_digits(card)}}, {{say_date(card)}}. Is that right?'
  const { nodes, edges } = asking(collect)
  const again = nodes.map((node) => (node.id === 'again' ? step('again', read) : node))
  const call = testCall({ definition: { nodes: again, edges }, synthesizer })
  await call.play(async (person) => {
    for (const answer of ['yes', words, 'yes']) {
      await person.untilAgentWaits()
      await person.say(answer)
    }
    await person.pause(20_000)
    if (!person.isOver) person.hangUp()
  })
  expect(call.journal.record.disposition).toBe('done')
  expect(local.said.join(' ')).toMatch(secret)
  expect(hosted.said.join(' ')).not.toMatch(secret)
  expect(hosted.said.join(' ')).toContain('What is your card number?')
  expect(call.agentSaid().join(' ')).not.toMatch(secret)
})

const charging = {
  nodes: definition.nodes,
  edges: definition.edges.map((edge) =>
    edge.source === 'card'
      ? { ...edge, data: { ...edge.data, confirm: 'May we charge {{card}}?', consent: true } }
      : edge,
  ),
}

test('the answer to a consent question at a sensitive step is in no record', async () => {
  const call = testCall({ definition: charging })
  await call.play(async (person) => {
    for (const answer of ['yes', 'four two seven nine one one five six', 'no, my mother is called Esmeralda']) {
      await person.untilAgentWaits()
      await person.say(answer)
    }
    await person.pause(20_000)
    if (!person.isOver) person.hangUp()
  })
  const consent = call.journal.record.timeline.find(({ event }) => event === 'consent')
  expect(consent).toMatchObject({ given: false, answer: WITHHELD })
  expect(JSON.stringify(call.journal.record)).not.toContain('Esmeralda')
})

describe.each(['script', 'model'] as const)('a sensitive number that must be confirmed: %s', (leads) => {
  test.each([
    ['typed, and typed once more', NUMBER, NUMBER, WITHHELD],
    ['typed, and confirmed in words', NUMBER, 'yes', WITHHELD],
    ['said, and confirmed in words', 'four two seven nine one one five six', 'yes', WITHHELD],
  ])('%s: asked in words that hold it, and in no record', async (_how, given, confirmed, answer) => {
    const { model, brain } = ledByModel()
    const call = testCall({ definition: charging, ...(leads === 'model' ? { brain } : {}) })
    await call.play(async (person) => {
      for (const each of ['yes', given, confirmed]) {
        await person.untilAgentWaits()
        await (each === NUMBER ? person.press(each) : person.say(each))
      }
      await person.pause(20_000)
      if (!person.isOver) person.hangUp()
    })
    const consent = call.journal.record.timeline.find(({ event }) => event === 'consent')
    expect(consent).toMatchObject({ given: true, answer })
    expect(call.journal.record.gathered).toEqual({ card: '****1156' })
    expect(call.synthesizer.said.join(' ')).toContain(`May we charge ${NUMBER}?`)
    const elsewhere = [call.journal.record, call.saved, model.bodies].map((part) => JSON.stringify(part)).join(' ')
    for (const form of [NUMBER, 'four two', '4, 2, 7']) expect(elsewhere).not.toContain(form)
  })
})

test('where this machine has no voice, what was said in secret is not said at all', async () => {
  const hosted = new FakeSynthesizer()
  const voice = chainSynthesizer(new VirtualClock(), hosted, null)
  const pieces = voice.speak('4279', { format: l16, staysHere: true })
  await expect(pieces[Symbol.asyncIterator]().next()).rejects.toThrow('no voice of its own')
  expect(hosted.said).toEqual([])
})

/** A call of which is known what its recording hears. */
function recorded(options: TestCallOptions) {
  const heard: { who: 'person'; loud: boolean; atMs: number }[] = []
  const logged: unknown[] = []
  const note = (...written: unknown[]) => void logged.push(...written)
  const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log }
  const call = testCall({
    log,
    ...options,
    recorder: {
      person: (samples, startMs) =>
        heard.push({ who: 'person', loud: samples.some((one) => one !== 0), atMs: startMs }),
      agent() {},
      agentCut() {},
    },
  })
  const loud = (fromMs: number, untilMs = Number.POSITIVE_INFINITY) =>
    heard.filter(({ loud, atMs }) => loud && atMs >= fromMs && atMs < untilMs).length
  return { call, loud, logged }
}

async function played(how: 'words' | 'keys', brain?: TestCallOptions['brain']) {
  const { call, loud, logged } = recorded({ definition, ...(brain ? { brain } : {}) })
  let from = 0
  let until = 0
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('Yes')
    await person.untilAgentWaits()
    from = call.clock.monotonic()
    if (how === 'keys') await person.press(NUMBER)
    else await person.say('four two seven nine one one five six')
    until = call.clock.monotonic()
    await person.untilAgentWaits()
    await person.say('Yes')
  })
  return { call, loud, from, until, log: JSON.stringify(logged) }
}

test.each(['words', 'keys'] as const)('a number given by %s: spoken back, and nowhere to be found', async (how) => {
  const { call, loud, from, until, log } = await played(how)
  expect(call.journal.record.disposition).toBe('done')
  expect(call.synthesizer.said.join(' ')).toContain(NUMBER)
  expect(call.synthesizer.said.join(' ')).toContain('4, 2, 7')
  const kept = JSON.stringify([call.journal.record, call.saved, log])
  expect(kept).not.toContain(NUMBER)
  expect(kept).not.toContain('four two seven')
  expect(kept).not.toContain('4, 2, 7')
  expect(call.journal.record.gathered).toEqual({ card: '****1156' })
  const said = call.journal.record.transcript.filter(({ who }) => who === 'person').map(({ text }) => text)
  expect(said).toEqual(['Yes', how === 'words' ? '(withheld)' : '(pressed keys, withheld)', 'Yes'])
  const pressed = call.journal.record.timeline.filter(({ event }) => event === 'keys_pressed')
  expect(pressed).toEqual(how === 'words' ? [] : [{ at: expect.any(String), event: 'keys_pressed' }])
  // The recording is silent for that span, and not for the rest.
  expect(loud(from, until)).toBe(0)
  expect(loud(0)).toBeGreaterThan(0)
})

function ledByModel() {
  const model = standInChat(({ messages }) => {
    // At the first and the last step it takes the way; at the sensitive one it is not needed.
    const last = messages.at(-1)?.content ?? ''
    return /^yes/i.test(last) ? { call: 'go_yes' } : { say: 'I see.' }
  })
  const sentences = { fallback: 'Sorry?', farewell: ENGLISH_SENTENCES.farewell }
  const brain: TestCallOptions['brain'] = (conversation, clock) =>
    openPipelineBrain(conversation, { chat: model.chat, clock, log: silentLog, sentences })
  return { model, brain }
}

test.each(['words', 'keys'] as const)(
  'given by %s where a chat model leads: no request to it holds the number',
  async (how) => {
    const { model, brain } = ledByModel()
    const { call } = await played(how, brain)
    expect(call.journal.record.disposition).toBe('done')
    expect(call.synthesizer.said.join(' ')).toContain(NUMBER)
    const asked = model.bodies.join(' ')
    expect(model.bodies.length).toBeGreaterThan(1)
    expect(asked).toContain('withheld')
    for (const form of [NUMBER, 'four two seven', '4, 2, 7']) expect(asked).not.toContain(form)
    const kept = JSON.stringify([call.journal.record, call.saved])
    for (const form of [NUMBER, 'four two seven', '4, 2, 7']) expect(kept).not.toContain(form)
  },
)

const HALVES = ['four two seven nine', 'one one five six'] as const
const FORMS = [...HALVES, '4279', '4, 2, 7', '1, 1, 5'] as const

/** Says the number in two halves, the second over the words that answer the first. */
async function saidInHalves(call: TestCall, loud: (fromMs: number, untilMs?: number) => number) {
  let from = 0
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('Yes')
    await person.untilAgentWaits()
    from = call.clock.monotonic()
    await person.say(HALVES[0])
    await person.untilAgentSpeaks()
    await person.say(HALVES[1])
    await person.untilAgentWaits()
    const until = call.clock.monotonic()
    expect(loud(from, until)).toBe(0)
    await person.say('Yes')
    expect(loud(until)).toBeGreaterThan(0)
  })
}

describe('who speaks on over what follows their number', () => {
  test.each(['script', 'model'] as const)('is still withheld, and understood as a whole, by the %s', async (leads) => {
    const { model, brain } = ledByModel()
    const { call, loud } = recorded({ definition: asking({}), ...(leads === 'model' ? { brain } : {}) })
    await saidInHalves(call, loud)
    expect(call.journal.record).toMatchObject({ disposition: 'done', gathered: { card: '****1156' } })
    expect(call.synthesizer.said.join(' ')).toContain(NUMBER)
    const said = call.journal.record.transcript.filter(({ who }) => who === 'person').map(({ text }) => text)
    expect(said).toEqual(['Yes', '(withheld)', '(withheld)', 'Yes'])
    const kept = JSON.stringify([call.journal.record, call.saved, model.bodies])
    for (const form of FORMS) expect(kept).not.toContain(form)
  })

  test.each(['script', 'model'] as const)('also where the %s may not be interrupted', async (leads) => {
    const { model, brain } = ledByModel()
    const definition = asking({}, { allow_interrupt: false })
    const { call, loud } = recorded({ definition, ...(leads === 'model' ? { brain } : {}) })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('Yes')
      await person.untilAgentWaits()
      await person.say(HALVES[0])
      await person.untilAgentSpeaks()
      await person.pause(1500)
      // Longer than our words, which are not interrupted by it.
      const from = call.clock.monotonic()
      await person.say(`${HALVES[1]}, and that was all of it, I think, unless there is more on the back of it`)
      expect(loud(from)).toBe(0)
      await person.untilAgentWaits()
      person.hangUp()
    })
    const kept = JSON.stringify([call.journal.record, call.saved, model.bodies])
    for (const form of FORMS) expect(kept).not.toContain(form)
    expect(call.agentSaid().at(-1)).not.toBe('')
  })

  test('also who types on', async () => {
    const { model, brain } = ledByModel()
    const { call } = recorded({ definition: asking({}), brain })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('Yes')
      await person.untilAgentWaits()
      await person.press('4279')
      await person.untilAgentSpeaks()
      await person.press('1156')
      await person.untilAgentWaits()
      person.hangUp()
    })
    const kept = JSON.stringify([call.journal.record, call.saved, model.bodies])
    for (const form of [...FORMS, '1156']) expect(kept).not.toContain(form)
    expect(model.bodies.at(-1)).toContain('It is withheld, and it was not what was asked for.')
  })

  test('taken back by that, it is asked for again, and withheld again', async () => {
    const { call, loud } = recorded({ definition: asking({ kind: 'yes_no' }) })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('Yes')
      await person.untilAgentWaits()
      const from = call.clock.monotonic()
      await person.say('yes')
      await person.untilAgentSpeaks()
      await person.say('no, wait, I am not so sure')
      await person.untilAgentWaits()
      await person.say('no, I never did')
      await person.untilAgentSpeaks()
      expect(loud(from)).toBe(0)
      person.hangUp()
    })
    const said = call.journal.record.transcript.filter(({ who }) => who === 'person').map(({ text }) => text)
    expect(said).toEqual(['Yes', '(withheld)', '(withheld)', '(withheld)'])
    expect(call.agentSaid().at(-2)).toContain('What is your card number?')
  })
})

test('noise at a sensitive step withholds nothing of what is said after it', async () => {
  const { call, loud } = recorded({ definition })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('Yes')
    await person.untilAgentWaits()
    await person.play(steady(NOISE_LEVEL, 700))
    await person.pause(2500)
    await person.say('four two seven nine one one five six')
    await person.untilAgentWaits()
    const from = call.clock.monotonic()
    await person.say('Yes')
    expect(loud(from)).toBeGreaterThan(0)
  })
  const said = call.journal.record.transcript.filter(({ who }) => who === 'person').map(({ text }) => text)
  expect(said).toEqual(['Yes', '(withheld)', 'Yes'])
})

test('"do not call me" is heard at a sensitive step too', async () => {
  const call = testCall({ definition })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('Yes')
    await person.untilAgentWaits()
    await person.say('stop calling me')
  })
  expect(call.suppressions).toBe(1)
})

test('a brain of sound hears nothing of it, and everything before and after', async () => {
  const heard: boolean[] = []
  let port: SpeechToSpeechPort | undefined
  const brain: SpeechToSpeechBrain = {
    kind: 'sound',
    formats: [{ encoding: 'l16', sampleRateHz: 8000 }],
    async open(given) {
      port = given
      given.act({ kind: 'enter', nodeId: 'start', nodeName: 'start' })
    },
    hear: (audio) => void heard.push(audio.some((byte) => byte !== 0)),
    pressed() {},
    playedUntil() {},
    close() {},
  }
  const call = testCall({ definition, brain: () => brain })
  const keys = () => [
    call.journal.record.transcript.map(({ text }) => text).filter((text) => text.includes('keys')),
    call.journal.record.timeline.filter(({ event }) => event === 'keys_pressed'),
  ]
  const voices = () => heard.splice(0).filter(Boolean).length
  let [before, during, after] = [0, 0, 0]
  await call.play(async (person) => {
    await person.pause(300)
    await person.say('Yes')
    before = voices()
    port?.act({ kind: 'enter', nodeId: 'card', nodeName: 'card' })
    await person.say('four two seven nine one one five six')
    during = voices()
    await person.press('4279115642791156')
    port?.transcript({ who: 'person', text: 'four two seven nine one one five six' })
    port?.act({ kind: 'enter', nodeId: 'again', nodeName: 'again' })
    await person.say('Yes')
    after = voices()
    person.hangUp()
  })
  expect([before > 0, during, after > 0]).toEqual([true, 0, true])
  // Neither what was typed nor how much.
  expect(keys()).toEqual([['(pressed keys, withheld)'], [{ at: expect.any(String), event: 'keys_pressed' }]])
  // Even if an endpoint were to tell words of that step, they would not be written down.
  expect(JSON.stringify([call.journal.record, call.saved])).not.toContain('four two')
})
