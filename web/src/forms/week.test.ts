import { describe, expect, test } from 'vitest'
import {
  hoursInWords,
  mergeSlots,
  openingStateAt,
  openingWords,
  openMinutes,
  slotsFromApi,
  slotsToApi,
  WEEKDAYS_9_TO_18,
} from './week.ts'

/** A Sunday. */
const SUNDAY_NOON = Date.parse('2026-11-15T12:00:00Z')

test('what the server knows survives the grid', () => {
  const slots = [
    { day_of_week: 0, start_time: '09:00', end_time: '18:00' },
    { day_of_week: 4, start_time: '22:00', end_time: '02:30' },
    { day_of_week: 6, start_time: '00:00', end_time: '24:00' },
  ]
  expect(slotsToApi(slotsFromApi(slots))).toEqual(slots)
})

test('what overlaps or touches becomes one', () => {
  const slot = (start: number, end: number) => ({ day: 1, start, end })
  expect(mergeSlots([slot(600, 700), slot(540, 610), slot(700, 720), slot(900, 960)])).toEqual([
    slot(540, 720),
    slot(900, 960),
  ])
})

describe('hours a week', () => {
  test('an hour in two slots counts once', () => {
    expect(
      openMinutes([
        { day: 0, start: 0, end: 120 },
        { day: 0, start: 60, end: 180 },
      ]),
    ).toBe(180)
  })

  test('Sunday night goes on into Monday', () => {
    const night = [{ day: 6, start: 22 * 60, end: 26 * 60 }]
    expect(openMinutes(night)).toBe(240)
    expect(openingStateAt(night, Date.parse('2026-11-16T01:30:00Z'), 'UTC')).toEqual({ open: true, changesIn: 30 })
  })
})

describe('the next opening in words', () => {
  test('closed on a Sunday', () => {
    expect(openingWords(WEEKDAYS_9_TO_18, SUNDAY_NOON, 'UTC')).toBe('Closed now; opens tomorrow, 09:00.')
  })

  test('open, and until when', () => {
    expect(openingWords(WEEKDAYS_9_TO_18, SUNDAY_NOON + 86_400_000, 'UTC')).toBe('Open now, until 18:00.')
  })

  test('in the zone of the hours, not of the reader', () => {
    // 23:30 in London is 08:30 on Monday in Tokyo.
    expect(openingWords(WEEKDAYS_9_TO_18, Date.parse('2026-11-15T23:30:00Z'), 'Asia/Tokyo')).toBe(
      'Closed now; opens today, 09:00.',
    )
  })

  test('hours nobody drew never open', () => {
    expect(openingWords([], SUNDAY_NOON, 'UTC')).toMatch(/no call would ever be placed/)
  })
})

test('hours read as people say them', () => {
  expect(hoursInWords(WEEKDAYS_9_TO_18)).toBe('Mon to Fri 09:00 to 18:00')
  expect(
    hoursInWords([
      { day: 0, start: 540, end: 720 },
      { day: 2, start: 540, end: 720 },
    ]),
  ).toBe('Mon, Wed 09:00 to 12:00')
})
