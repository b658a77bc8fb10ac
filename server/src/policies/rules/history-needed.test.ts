import { expect, test } from 'vitest'
import { builtInPacks } from '../packs/packs.ts'
import { historyNeeded } from './history-needed.ts'
import { compilePolicy } from './merge.ts'
import { policyInput } from './policy.ts'

const HOUR_MS = 3_600_000

test('the longest of all that some rule may ask, whatever the place', () => {
  const organization = policyInput.parse({ caps: [{ max: 3, hours: 24 }], least_gap_minutes: 60 * 48 })
  const campaign = policyInput.parse({
    caps: [{ max: 5, hours: 30 * 24, count: 'conversations' }],
    cooldowns: [
      { after: 'refusal', hours: 'forever' },
      { after: 'abandoned', hours: 72 },
    ],
  })
  const compiled = [
    compilePolicy(organization, null, builtInPacks()),
    compilePolicy(organization, campaign, builtInPacks()),
  ]
  expect(historyNeeded(compiled)).toEqual({
    attemptsMs: 30 * 24 * HOUR_MS,
    afterMs: { conversation: 0, refusal: Number.POSITIVE_INFINITY, abandoned: 72 * HOUR_MS, machine_detected: 0 },
  })
})

test('without a policy nothing is needed', () => {
  expect(historyNeeded([]).attemptsMs).toBe(0)
})
