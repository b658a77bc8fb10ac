import { describe, expect, test } from 'vitest'
import { isContactCongestion, judgeAccountRefusal, type RefusalHistory } from './fault-consequences.ts'
import { decideContact, type RetryRules } from './outcomes.ts'

const FIRST: RefusalHistory = {
  refusals: 0,
  contradicted: false,
  contradictedLately: false,
  overtaken: false,
  othersInARow: 0,
}
const RULES: RetryRules = {
  enabled: false,
  max_retries: 0,
  retry_delay_seconds: 0,
  retry_on_busy: false,
  retry_on_no_answer: false,
  retry_on_voicemail: false,
}

describe('a refusal that looks like the account’s', () => {
  test('pauses at once where it can mean nothing else', () => {
    expect(judgeAccountRefusal(FIRST, false)).toBe('pause')
  })

  test('about a destination lets others try first, and pauses once five in a row were refused', () => {
    const judged = [0, 1, 2, 3, 4].map((othersInARow) => judgeAccountRefusal({ ...FIRST, othersInARow }, true))
    expect(judged).toEqual(['aside', 'aside', 'aside', 'aside', 'pause'])
  })

  test('is the contact’s own as soon as others got through, and only where it may be about the number', () => {
    const contradicted = { ...FIRST, refusals: 1, othersInARow: 1, contradicted: true }
    expect(judgeAccountRefusal(contradicted, true)).toBe('own')
    expect(judgeAccountRefusal(contradicted, false)).toBe('pause')
  })

  test('does not pause a resumed campaign before another contact had a turn', () => {
    expect(judgeAccountRefusal({ ...FIRST, refusals: 1 }, false)).toBe('aside')
    expect(judgeAccountRefusal({ ...FIRST, refusals: 1, othersInARow: 1 }, false)).toBe('pause')
  })

  test('that nobody contradicts does not go on for ever', () => {
    for (const perhapsNumber of [true, false]) {
      expect(judgeAccountRefusal({ ...FIRST, refusals: 3 }, perhapsNumber)).toBe('pause')
    }
  })
})

test('congestion is a number’s own when it meets it again and again while others get through', () => {
  const again = { ...FIRST, refusals: 3, contradicted: true, contradictedLately: true }
  expect(isContactCongestion(again)).toBe(true)
  expect(isContactCongestion({ ...again, refusals: 2 })).toBe(false)
  // One call got through in the beginning, and none since: that is an outage.
  const outage = { ...again, contradictedLately: false, othersInARow: 5 }
  expect(isContactCongestion(outage)).toBe(false)
  // At the end of a list nobody is left who could get through.
  expect(isContactCongestion({ ...outage, refusals: 9, othersInARow: 0 })).toBe(false)
  expect(isContactCongestion({ ...outage, refusals: 10, othersInARow: 0 })).toBe(true)
  // Another contact got through after this dial: the outage is over.
  expect(isContactCongestion({ ...outage, refusals: 10, othersInARow: 0, overtaken: true })).toBe(false)
  // An outage that began with the last contact of a list.
  const lone = { ...outage, contradicted: false, othersInARow: 0 }
  expect(isContactCongestion({ ...lone, refusals: 100 })).toBe(false)
  expect(isContactCongestion({ ...lone, refusals: 240 })).toBe(true)
  expect(isContactCongestion({ ...outage, refusals: 30 })).toBe(true)
  expect(isContactCongestion({ ...outage, refusals: 500, contradicted: false })).toBe(false)
})

describe('what becomes of the contact', () => {
  test('account and network give it back, whatever the retry rules say', () => {
    for (const fault of ['account', 'account_or_number', 'network'] as const) {
      expect(decideContact('failed', fault, 1, RULES, 0).kind).toBe('given_back')
    }
  })

  test('who found no agent is called once more, politely later, even without retries', () => {
    expect(decideContact('failed', 'agent', 1, RULES, 0)).toEqual({ kind: 'retry', atMs: 120_000 })
    expect(decideContact('failed', 'agent', 2, RULES, 0)).toEqual({ kind: 'final', reached: false })
  })

  test('a fact about the number, and a failure nobody explains, end it', () => {
    const generous = { ...RULES, enabled: true, max_retries: 5, retry_on_no_answer: true }
    for (const fault of ['number', 'unexplained'] as const) {
      expect(decideContact('failed', fault, 1, generous, 0)).toEqual({ kind: 'final', reached: false })
    }
  })
})
