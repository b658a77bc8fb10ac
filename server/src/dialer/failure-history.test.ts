import { expect, test } from 'vitest'
import { FailureHistory } from './failure-history.ts'

const MINUTE_MS = 60_000
const CONFIGURATION = 1

/** A call of contact 7 that is claimed, and refused a second later. */
function refuse(history: FailureHistory, id: number, claimedAtMs: number) {
  return history.refused({ id, contactId: 7, configurationId: CONFIGURATION, claimedAtMs }, claimedAtMs + 1000)
}

function getsThrough(history: FailureHistory, id: number, reportedAtMs: number) {
  history.gotThrough({ id, configurationId: CONFIGURATION }, reportedAtMs)
}

test('what got through between two refusals contradicts them', () => {
  const history = new FailureHistory()
  refuse(history, 1, 0)
  getsThrough(history, 2, MINUTE_MS)
  expect(refuse(history, 3, 2 * MINUTE_MS)).toMatchObject({ contradicted: true, contradictedLately: true })
})

test('a call from before the first refusal does not, though its end is told between the two', () => {
  const history = new FailureHistory()
  refuse(history, 2, 0)
  getsThrough(history, 1, MINUTE_MS)
  expect(refuse(history, 3, 2 * MINUTE_MS)).toMatchObject({ contradicted: false, contradictedLately: false })
})

test('nor does a call that got through after the second dial, though it was dialed before it', () => {
  const history = new FailureHistory()
  refuse(history, 1, 0)
  getsThrough(history, 2, MINUTE_MS + 500)
  expect(refuse(history, 3, MINUTE_MS)).toMatchObject({ contradicted: false, overtaken: true })
})

test('nor what got through before the clock was put back, when the clock gets there again', () => {
  const history = new FailureHistory()
  getsThrough(history, 1, 10 * MINUTE_MS)
  // The clock is put back by ten minutes.
  expect(refuse(history, 2, 9 * MINUTE_MS)).toMatchObject({ contradicted: false, overtaken: false })
  expect(refuse(history, 3, 11 * MINUTE_MS)).toMatchObject({ contradicted: false, overtaken: false })
})

test('nor if something got through soon after the step', () => {
  const history = new FailureHistory()
  getsThrough(history, 1, 10 * MINUTE_MS)
  getsThrough(history, 2, 5 * MINUTE_MS)
  refuse(history, 3, 9 * MINUTE_MS)
  expect(refuse(history, 4, 11 * MINUTE_MS)).toMatchObject({ contradicted: false, overtaken: false })
})

test('what gets through after the step counts at once', () => {
  const history = new FailureHistory()
  getsThrough(history, 1, 10 * MINUTE_MS)
  refuse(history, 2, 0)
  getsThrough(history, 3, MINUTE_MS)
  expect(refuse(history, 4, 2 * MINUTE_MS)).toMatchObject({ contradicted: true })
})

test('a success that a parallel transaction wrote a moment later still counts', () => {
  const history = new FailureHistory()
  refuse(history, 1, 0)
  getsThrough(history, 2, MINUTE_MS)
  history.refused({ id: 9, contactId: 8, configurationId: CONFIGURATION, claimedAtMs: 0 }, MINUTE_MS - 20)
  expect(refuse(history, 10, 2 * MINUTE_MS)).toMatchObject({ contradicted: true })
})
