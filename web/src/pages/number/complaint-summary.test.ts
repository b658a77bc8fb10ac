import { expect, test } from 'vitest'
import type { NumberHistory } from '../../api/numbers.ts'
import { complaintSummary } from './complaint-summary.ts'

const history = {
  phone_number: '+447700900142',
  may_call_now: false,
  because: [{ rule: 'suppressed', message: 'The number is on the do-not-call list.', until: null }],
  attempts: [
    {
      call_id: 9,
      at: '2026-11-16T09:41:00.000Z',
      local_time: '09:41',
      outcome: 'answered',
      refused: true,
      direction: 'outbound',
      is_simulated: false,
      campaign_id: 7,
      policy_version: 3,
    },
  ],
  campaigns: [{ campaign_id: 7, contact_id: 1, name: 'Recalls', attempts: 1, may_call_now: null, because: [] }],
  suppressed: [
    {
      kind: 'number',
      value: '+447700900142',
      created_at: '2026-11-16T09:42:00.000Z',
      expires_at: null,
      reason: 'asked_in_call',
      source: 'call',
    },
  ],
  consents: [
    { kind: 'express', at: '2026-01-05T10:30:00.000Z', expires_at: null, source: 'contract', author: 'Ada' },
    { kind: 'revoked', at: '2026-11-16T09:42:00.000Z', expires_at: null, source: 'call', author: 'call 9' },
  ],
} as unknown as NumberHistory

test('the summary answers who called, when, why, and what holds now', () => {
  const text = complaintSummary(history, {
    zone: 'Europe/London',
    at: new Date('2026-11-16T12:00:00Z'),
    missing: ['call 9, recording: deleted'],
  })
  for (const part of [
    'History of the number +447700900142',
    'Called: 1 attempt recorded',
    'A single call to the number is not allowed now',
    /09:41.*by the campaign “Recalls”; Answered; asked not to be called again; under version 3 of the calling rules; call 9/,
    /Express, by word of mouth.*Without effect/,
    /Missing in this archive\n- call 9, recording: deleted/,
  ])
    expect(text).toMatch(part)
})

test('a call that is still in progress is said as such, and counted', () => {
  const [first] = history.attempts
  const live = {
    ...history,
    attempts: [{ ...first, outcome: null, state: 'answered' }],
    campaigns: [{ ...history.campaigns[0], attempts: 0, state: 'in_call' }],
  } as unknown as NumberHistory
  const text = complaintSummary(live, { zone: 'UTC', at: new Date('2026-11-16T12:00:00Z'), missing: [] })
  expect(text).toMatch(/“Recalls”; Talking;/)
  expect(text).toMatch(/Recalls \(campaign 7\): 1 attempt$/m)
})

test('each campaign in which the person waits has its own answer', () => {
  const [first] = history.campaigns
  const because = [{ rule: 'hours', message: 'Calls are allowed again at 09:00.', until: '2026-11-17T09:00:00.000Z' }]
  const waiting = {
    ...history,
    campaigns: [
      { ...first, name: 'Recalls', phone_number: '+447700900142', may_call_now: false, because },
      { ...first, campaign_id: 8, name: 'Surveys', phone_number: '+447700900143', may_call_now: true, because: [] },
    ],
  } as unknown as NumberHistory
  const text = complaintSummary(waiting, { zone: 'UTC', at: new Date('2026-11-16T12:00:00Z'), missing: [] })
  expect(text).toMatch(
    /Recalls \(campaign 7\): 1 attempt\n {2}It may not call \+447700900142 now\.\n {4}Calls are allowed again at 09:00\. Until .*09:00/,
  )
  expect(text).toMatch(/Surveys \(campaign 8\): 1 attempt\n {2}It may call \+447700900143 now\./)
})
