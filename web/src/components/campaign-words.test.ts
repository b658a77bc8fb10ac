import { expect, test } from 'vitest'
import { setHomeZone } from '../ui/time.ts'
import { hoursChangeMs, zoneOf } from './campaign-words.ts'

test('a campaign’s times are those of its hours, else the organization’s: hours that are switched off have no say', () => {
  setHomeZone('Europe/Berlin')
  const hours = { enabled: true, timezone: 'Asia/Tokyo', slots: [] }
  expect(zoneOf({ schedule_config: hours })).toBe('Asia/Tokyo')
  expect(zoneOf({ schedule_config: { ...hours, enabled: false } })).toBe('Europe/Berlin')
  expect(zoneOf({ schedule_config: null })).toBe('Europe/Berlin')
})

test('hours close at the minute that was set, although the dialer stops some seconds before', () => {
  const shown = (window_changes_at: string | null) => {
    const at = hoursChangeMs({ window_changes_at })
    return at === null ? null : new Date(at).toISOString()
  }
  expect(shown('2026-11-17T16:59:30.000Z')).toBe('2026-11-17T17:00:00.000Z')
  expect(shown('2026-11-18T08:00:00.000Z')).toBe('2026-11-18T08:00:00.000Z')
  expect(shown(null)).toBeNull()
})
