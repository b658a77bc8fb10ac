/** What is said at a sensitive step is used in the conversation, and kept nowhere. */
import { expect, test } from 'vitest'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'

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
    { source: 'start', target: 'card', examples: ['yes'] },
    { source: 'card', target: 'again' },
    { source: 'again', target: 'done', examples: ['yes'] },
  ],
)

async function played(how: 'words' | 'keys') {
  const heard: { who: 'person'; loud: boolean; atMs: number }[] = []
  const call = testCall({
    definition,
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
  return { call, heard, from, until }
}

test.each(['words', 'keys'] as const)('a number given by %s: spoken back, and nowhere to be found', async (how) => {
  const { call, heard, from, until } = await played(how)
  expect(call.journal.record.disposition).toBe('done')
  expect(call.synthesizer.said.join(' ')).toContain(NUMBER)
  expect(call.synthesizer.said.join(' ')).toContain('4, 2, 7')
  const kept = JSON.stringify([call.journal.record, call.saved])
  expect(kept).not.toContain(NUMBER)
  expect(kept).not.toContain('four two seven')
  expect(kept).not.toContain('4, 2, 7')
  expect(call.journal.record.gathered).toEqual({ card: '****1156' })
  if (how === 'words') {
    const said = call.journal.record.transcript.filter(({ who }) => who === 'person').map(({ text }) => text)
    expect(said).toEqual(['Yes', '(withheld)', 'Yes'])
  }
  // The recording is silent for that span, and not for the rest.
  expect(heard.filter(({ loud, atMs }) => loud && atMs >= from && atMs < until)).toEqual([])
  expect(heard.some(({ loud }) => loud)).toBe(true)
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
