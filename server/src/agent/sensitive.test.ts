/** What is said at a sensitive step is used in the conversation, and kept nowhere. */
import { expect, test } from 'vitest'
import { end, start, step, type TestCallOptions, testCall, workflow } from '../../test/agent/harness.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import { type Log, silentLog } from '../kernel/log.ts'
import { SENTENCES } from '../language/rules/sentences.ts'
import type { SoundBrain, SoundPort } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'

const NUMBER = '42791156'
const definition = workflow(
  [
    start('Hello. Shall we begin?'),
    step('card', 'What is your card number?', {
      collect: { variable: 'card', kind: 'digits', exact_length: 8, sensitive: true },
    }),
    step('again', 'That was {{card}}, in digits {{say_digits(card)}}. Is that right?'),
    end('done'),
  ],
  [
    { source: 'start', target: 'card', label: 'yes', examples: ['yes'], condition: 'They agree.' },
    { source: 'card', target: 'again' },
    { source: 'again', target: 'done', label: 'yes', examples: ['yes'], condition: 'It is right.' },
  ],
)

async function played(how: 'words' | 'keys', brain?: TestCallOptions['brain']) {
  const heard: { who: 'person'; loud: boolean; atMs: number }[] = []
  const logged: unknown[] = []
  const note = (...written: unknown[]) => void logged.push(...written)
  const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log }
  const call = testCall({
    definition,
    log,
    ...(brain ? { brain } : {}),
    recorder: {
      person: (samples, startMs) =>
        heard.push({ who: 'person', loud: samples.some((one) => one !== 0), atMs: startMs }),
      agent() {},
      agentCut() {},
    },
  })
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
  return { call, heard, from, until, log: JSON.stringify(logged) }
}

test.each(['words', 'keys'] as const)('a number given by %s: spoken back, and nowhere to be found', async (how) => {
  const { call, heard, from, until, log } = await played(how)
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
  // The recording is silent for that span, and not for the rest.
  expect(heard.filter(({ loud, atMs }) => loud && atMs >= from && atMs < until)).toEqual([])
  expect(heard.some(({ loud }) => loud)).toBe(true)
})

test.each(['words', 'keys'] as const)(
  'given by %s where a chat model leads: no request to it holds the number',
  async (how) => {
    const model = standInChat(({ messages }) => {
      // At the first and the last step it takes the way; at the sensitive one it is not needed.
      const last = messages.at(-1)?.content ?? ''
      return /^yes/i.test(last) ? { call: 'go_yes' } : { say: 'I see.' }
    })
    const sentences = { fallback: 'Sorry?', farewell: SENTENCES.farewell }
    const { call } = await played(how, (conversation, clock) =>
      openPipelineBrain(conversation, { chat: model.chat, clock, log: silentLog, sentences }),
    )
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
  let port: SoundPort | undefined
  const brain: SoundBrain = {
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
  const voices = () => heard.splice(0).filter(Boolean).length
  let [before, during, after] = [0, 0, 0]
  await call.play(async (person) => {
    await person.pause(300)
    await person.say('Yes')
    before = voices()
    port?.act({ kind: 'enter', nodeId: 'card', nodeName: 'card' })
    await person.say('four two seven nine one one five six')
    during = voices()
    port?.transcript({ who: 'person', text: 'four two seven nine one one five six' })
    port?.act({ kind: 'enter', nodeId: 'again', nodeName: 'again' })
    await person.say('Yes')
    after = voices()
    person.hangUp()
  })
  expect([before > 0, during, after > 0]).toEqual([true, 0, true])
  // Even if an endpoint were to tell words of that step, they would not be written down.
  expect(JSON.stringify([call.journal.record, call.saved])).not.toContain('four two')
})
