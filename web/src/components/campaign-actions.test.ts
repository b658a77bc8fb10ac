import { describe, expect, test } from 'vitest'
import * as server from '../../../server/src/campaigns/rules/transitions.ts'
import { STOP_EVENTS as DIALER_STOPS } from '../../../server/src/dialer/rules/stops.ts'
import type { Campaign } from '../api/campaigns.ts'
import {
  ALLOWED_STATES,
  displayStateOf,
  isAllowed,
  pausedBy,
  STOP_EVENTS,
  stopReason,
  whyActionNotAllowed,
} from './campaign-actions.ts'

type Entry = Campaign['logs'][number]

const entry = (event: string, level: Entry['level'] = 'info', message = event, by = 'API key 1'): Entry => ({
  ts: '2026-11-15T09:30:00Z',
  level,
  event,
  message,
  details: { by },
})

const campaign = (state: Campaign['state'], logs: Entry[] = []) =>
  ({ state, logs, redialed_campaign_id: null }) as unknown as Campaign

test('the console allows what the server allows, in every state', () => {
  for (const [action, { from }] of Object.entries(server.ALLOWED_TRANSITIONS)) {
    expect([...ALLOWED_STATES[action as keyof typeof ALLOWED_STATES].from].sort(), action).toEqual([...from].sort())
  }
  expect(Object.keys(ALLOWED_STATES).sort()).toEqual(Object.keys(server.ALLOWED_TRANSITIONS).sort())
})

test('what may not be done says why', () => {
  expect(whyActionNotAllowed('edit', campaign('running'))).toBe('Pause the campaign to change it.')
  expect(isAllowed('redial', campaign('completed'))).toBe(true)
  expect(whyActionNotAllowed('redial', { state: 'completed', redialed_campaign_id: 7 })).toMatch(/once/)
})

describe('who stopped it', () => {
  const started = entry('campaign_started')

  test('a person', () => {
    const paused = campaign('paused', [started, entry('campaign_paused')])
    expect(displayStateOf(paused)).toBe('paused')
    expect(pausedBy(paused)).toBe('API key 1')
    expect(stopReason(paused)).toBeNull()
  })

  test('the dialer, with its reason', () => {
    const stopped = campaign('paused', [started, entry('circuit_breaker_tripped', 'warning', 'Paused: 6 of 7 failed.')])
    expect(displayStateOf(stopped)).toBe('stopped-itself')
    expect(stopReason(stopped)).toBe('Paused: 6 of 7 failed.')
  })

  test('the dialer, and calls that were in progress added warnings after it', () => {
    const stopped = campaign('paused', [
      started,
      entry('no_caller_number_left', 'error', 'Paused: no number is left.'),
      entry('call_refused', 'warning', 'A call was refused: busy.'),
    ])
    expect(stopReason(stopped)).toBe('Paused: no number is left.')
  })

  test('every event with which the dialer stops a campaign is known', () => {
    for (const event of DIALER_STOPS) expect([event, STOP_EVENTS.has(event)]).toEqual([event, true])
  })

  test('a person, after the dialer had stopped it before', () => {
    const logs = [
      started,
      entry('circuit_breaker_tripped', 'warning'),
      entry('campaign_resumed'),
      entry('campaign_paused'),
    ]
    expect(displayStateOf(campaign('paused', logs))).toBe('paused')
  })
})

test('a running campaign outside its hours waits for them', () => {
  expect(displayStateOf(campaign('running'), { window_open: false })).toBe('waits-for-hours')
  expect(displayStateOf(campaign('running'), { window_open: true })).toBe('running')
})
