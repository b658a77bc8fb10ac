import { expect, test } from 'vitest'
import { callRefetchMs } from './call-refetch.ts'

const ENDED = {
  is_completed: true,
  answered_at: '2026-11-16T10:00:00Z',
  ended_at: '2026-11-16T10:01:00Z',
  recording_url: null,
}
const at = (time: string) => Date.parse(`2026-11-16T${time}Z`)

test.each([
  ['a live call every second', { ...ENDED, is_completed: false }, at('10:05:00'), 1_000],
  ['one whose recording may still be stored', ENDED, at('10:01:10'), 3_000],
  ['not one that ended a while ago', ENDED, at('10:02:01'), false],
  ['not one with its recording', { ...ENDED, recording_url: '/recording' }, at('10:01:10'), false],
  ['not one that nobody answered', { ...ENDED, answered_at: null }, at('10:01:10'), false],
] as const)('an open call is read again: %s', (_case, call, now, expected) => {
  expect(callRefetchMs(call, now)).toBe(expected)
})
