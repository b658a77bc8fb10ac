/** What stands in a list, as the person hears it: by the script, through the speech that a call is given. */
import { expect, test } from 'vitest'
import { FakeSynthesizer } from '../../test/agent/fake-speech.ts'
import { end, start, testCall, workflow } from '../../test/agent/harness.ts'
import { packOf } from '../language/packs/packs.ts'
import { NormalizingSynthesizer } from '../speech/normalizing-synthesizer.ts'

const definition = {
  ...workflow(
    [start('Mr. {{name}}, {{say_money(due, EUR)}} by {{say_date(day)}}, ok? 100 % & more.'), end('fine')],
    [{ source: 'start', target: 'fine', examples: ['yes'] }],
  ),
  settings: { pronunciations: [{ word: 'Nguyen', say: 'win' }], end_of_turn_ms: 2000 },
}

test('signs and values are said as words, a name as its author wants it, and what has no sound is told', async () => {
  const behind = new FakeSynthesizer()
  const options = { pack: packOf('en'), letters: 'ascii' as const, pronunciations: definition.settings.pronunciations }
  const synthesizer = new NormalizingSynthesizer(behind, options)
  const variables = { name: 'Nguyen 李', due: '20.5', day: '2026-11-17' }
  const call = testCall({ definition, variables, synthesizer })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('yes')
  })
  expect(behind.said.join(' ')).toContain(
    'Mr. win, 20 euros and 50 cents by Tuesday, November 17, ok? 100 percent and more.',
  )
  expect(call.journal.record.timeline.find(({ event }) => event === 'not_said')).toMatchObject({ signs: '李' })
  // The transcript has what was written, for whoever reads it.
  expect(call.agentSaid()[0]).toContain('Nguyen 李')
})

test('the silence that ends a turn is the workflow’s own, unless the words leave no doubt', async () => {
  const call = testCall({ definition })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('purple elephants')
    const saidAtMs = call.clock.monotonic()
    await person.until(() => call.events().includes('not_understood'))
    expect(call.clock.monotonic() - saidAtMs).toBeGreaterThanOrEqual(2000)
    // What was missed is told with the step it was said in, so that its author can add it there.
    const missed = { because: 'no_match', node: 'start', said: 'purple elephants' }
    expect(call.journal.record.timeline.find(({ event }) => event === 'not_understood')).toMatchObject(missed)
    await person.untilAgentWaits()
    await person.say('yes')
    const yesAtMs = call.clock.monotonic()
    await person.until(() => call.events().includes('node_entered') && call.journal.record.disposition !== null)
    expect(call.clock.monotonic() - yesAtMs).toBeLessThan(2000)
  })
})
