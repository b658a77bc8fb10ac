import { expect, test } from 'vitest'
import { FailureHistory } from './failure-history.ts'

const MINUTE_MS = 60_000
const CONFIGURATION = 1

/** A call of contact 7 that is claimed, and refused a second later. */
function refuse(history: FailureHistory, id: number, claimedAtMs: number) {
  return history.refused({ id, contactId: 7, configurationId: CONFIGURATION, claimedAtMs }, claimedAtMs + 1000)
}

test('what got through between two refusals contradicts them', () => {
  const history = new FailureHistory()
  refuse(history, 1, 0)
  history.gotThrough(CONFIGURATION, MINUTE_MS)
  expect(refuse(history, 2, 2 * MINUTE_MS)).toMatchObject({ contradicted: true, contradictedLately: true })
})

test('what got through before the clock was put back does not, when the clock gets there again', () => {
  const history = new FailureHistory()
  history.gotThrough(CONFIGURATION, 10 * MINUTE_MS)
  // The clock is put back by ten minutes.
  expect(refuse(history, 1, 9 * MINUTE_MS)).toMatchObject({ contradicted: false, overtaken: false })
  expect(refuse(history, 2, 11 * MINUTE_MS)).toMatchObject({ contradicted: false, overtaken: false })
})

test('nor if something got through soon after the step', () => {
  const history = new FailureHistory()
  history.gotThrough(CONFIGURATION, 10 * MINUTE_MS)
  history.gotThrough(CONFIGURATION, 5 * MINUTE_MS)
  refuse(history, 1, 9 * MINUTE_MS)
  expect(refuse(history, 2, 11 * MINUTE_MS)).toMatchObject({ contradicted: false, overtaken: false })
})

test('a success that a parallel transaction wrote a moment later still counts', () => {
  const history = new FailureHistory()
  refuse(history, 1, 0)
  history.gotThrough(CONFIGURATION, MINUTE_MS)
  history.refused({ id: 9, contactId: 8, configurationId: CONFIGURATION, claimedAtMs: 0 }, MINUTE_MS - 20)
  expect(refuse(history, 2, 2 * MINUTE_MS)).toMatchObject({ contradicted: true })
})
