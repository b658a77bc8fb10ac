/** The people of test/agent/people.ts on the virtual clock: what they meant is what is recorded. */
import { expect, test } from 'vitest'
import { NOISE_LEVEL, steady } from '../../test/agent/fake-speech.ts'
import { testCall } from '../../test/agent/harness.ts'
import { isAgreement, PEOPLE } from '../../test/agent/people.ts'
import { oneIn } from '../../test/drawn.ts'

test('there are forty of them and more, and they have names of their own', () => {
  expect(PEOPLE.length).toBeGreaterThanOrEqual(40)
  expect(new Set(PEOPLE.map(({ name }) => name)).size).toBe(PEOPLE.length)
})

/** Without those on a line with an echo: there is none on this one (`npm run bench -- conversations` has it). */
test.each(
  oneIn(
    2,
    PEOPLE.filter(({ echo }) => echo === undefined),
  ),
)('$name', async (scenario) => {
  const call = testCall({ definition: scenario.definition, variables: { amount_due: 'ninety dollars' } })
  const lastQuestion = () => call.agentSaid().at(-1) ?? ''
  const sounds = { noise: (ms: number) => steady(NOISE_LEVEL, ms) }
  const result = await call.play((person) => scenario.script(person, lastQuestion, sounds))
  const told = call.journal.record.transcript.map(({ who, text }) => `${who}: ${text}`).join('\n')
  if (scenario.means !== 'agrees') expect(isAgreement(result.disposition), told).toBe(false)
  expect(result.disposition, told).toBe(scenario.disposition)
  expect(result.machine).toBe(scenario.machine ?? false)
  expect(call.suppressions).toBe(scenario.suppressed ? 1 : 0)
  expect(call.transfers.length).toBe(scenario.transferred ? 1 : 0)
  for (const [name, value] of Object.entries(scenario.gathered ?? {})) {
    expect(call.journal.record.gathered[name]).toEqual(value instanceof RegExp ? expect.stringMatching(value) : value)
  }
  expect(told).not.toContain('ninety')
})
