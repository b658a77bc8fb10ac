/** The judges of the soak see what they are there to see. */
import { expect, test } from 'vitest'
import { truthOf } from './checks.ts'
import { growthOf, type Sample } from './samples.ts'

const call = (to: string, beganAtMs: number, endedAtMs: number) => ({
  key: `${to} ${beganAtMs}`,
  to,
  beganAtMs,
  endedAtMs,
})
const campaign = { id: 7, contacts: 2, cap: 2, prefix: '+1201' }
const good = [call('+1201000', 0, 10), call('+1201001', 0, 10), call('+1201000', 20, 30)]

test('the truth of the carrier: nobody twice at once, nobody left out, no more than the cap, every dial counted', () => {
  expect(truthOf(campaign, 3, good)).toEqual([])
  expect(truthOf(campaign, 4, good)).toEqual(['campaign 7: counted 4 dials, the carrier saw 3'])
  expect(truthOf({ ...campaign, contacts: 3 }, 3, good)).toEqual(['campaign 7: 2 of 3 people were called'])
  expect(truthOf({ ...campaign, cap: 1 }, 3, good)).toEqual(['campaign 7: 2 calls at once, cap 1'])
  expect(truthOf(campaign, 4, [...good, call('+1201000', 5, 8)])).toContain(
    'campaign 7: a person was called twice at once',
  )
})

test('growth is judged after the warm-up, and only in runs that are long enough', () => {
  const samples = (minutes: number, grows: number): Sample[] =>
    Array.from({ length: minutes * 12 }, (_, index) => ({
      atMs: index * 5000,
      residentMb: 200 + Math.min(100, index) + (grows * index) / 720,
      childrenMb: 0,
      files: 40,
      connections: 20,
    }))
  expect(growthOf(samples(60, 10)).faults).toEqual([])
  expect(growthOf(samples(60, 200)).faults).toEqual(['memory grows by 200 MB an hour'])
  expect(growthOf(samples(5, 200)).faults).toEqual([])
})
