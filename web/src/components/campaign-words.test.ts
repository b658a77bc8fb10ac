import { expect, test } from 'vitest'
import { setHomeZone } from '../ui/time.ts'
import { zoneOf } from './campaign-words.ts'

test('a campaign’s times are those of its hours, else the organization’s: hours that are switched off have no say', () => {
  setHomeZone('Europe/Berlin')
  const hours = { enabled: true, timezone: 'Asia/Tokyo', slots: [] }
  expect(zoneOf({ schedule_config: hours })).toBe('Asia/Tokyo')
  expect(zoneOf({ schedule_config: { ...hours, enabled: false } })).toBe('Europe/Berlin')
  expect(zoneOf({ schedule_config: null })).toBe('Europe/Berlin')
})
