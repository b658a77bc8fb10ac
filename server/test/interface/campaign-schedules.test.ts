import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { campaignOf, newCampaign } from './things.ts'

let world: TestApp
let id: number

beforeAll(async () => {
  world = await testApp()
  id = (await newCampaign(world.a)).id
})

const patch = (schedule_config: unknown) =>
  world.a.request<{ schedule_config: Json; detail: Json[] }>('PATCH', `/api/v1/campaign/${id}`, { schedule_config })
const slot = (change: Json = {}) => ({ day_of_week: 0, start_time: '09:00', end_time: '17:00', ...change })
const slots = (change: Json) => ({ slots: [slot(change)] })

describe('schedules', () => {
  test.each<[string, Json, Json]>([
    ['H:MM is HH:MM', { start_time: '9:05', end_time: '9:30' }, { start_time: '09:05', end_time: '09:30' }],
    ['24:00 ends a day', { start_time: '00:00', end_time: '24:00' }, { start_time: '00:00', end_time: '24:00' }],
    ['start after end goes over midnight', { start_time: '22:00', end_time: '06:00' }, { start_time: '22:00' }],
    ['0 is Monday', { day_of_week: 0 }, { day_of_week: 0 }],
    ['6 is Sunday, also as a text', { day_of_week: '6' }, { day_of_week: 6 }],
    ['the last minute of a day', { end_time: '23:59' }, { end_time: '23:59' }],
  ])('%s', async (_what, change, shown) => {
    const { status, body } = await patch(slots(change))
    expect(status).toBe(200)
    expect(body.schedule_config.slots).toEqual([expect.objectContaining(shown)])
  })

  test.each<[string, Json, string, string]>([
    ['start = end', { end_time: '09:00' }, 'end_time', 'value_error'],
    ['start = end in another spelling', { start_time: '9:00', end_time: '09:00' }, 'end_time', 'value_error'],
    ['24:00 as a start', { start_time: '24:00' }, 'start_time', 'value_error'],
    ['an hour of 25', { end_time: '25:00' }, 'end_time', 'value_error'],
    ['a minute of 60', { end_time: '12:60' }, 'end_time', 'value_error'],
    ['seconds', { end_time: '12:00:00' }, 'end_time', 'value_error'],
    ['words', { start_time: 'nine' }, 'start_time', 'value_error'],
    ['a number for a time', { start_time: 9 }, 'start_time', 'string_type'],
    ['day 7', { day_of_week: 7 }, 'day_of_week', 'less_than_equal'],
    ['day -1', { day_of_week: -1 }, 'day_of_week', 'greater_than_equal'],
    ['a day by name', { day_of_week: 'Monday' }, 'day_of_week', 'int_parsing'],
    ['no day', { day_of_week: undefined }, 'day_of_week', 'missing'],
    ['no end', { end_time: undefined }, 'end_time', 'missing'],
  ])('%s is 422', async (_what, change, field, type) => {
    const { status, body } = await patch(slots(change))
    expect(status).toBe(422)
    expect(body.detail.map((fault) => [fault.loc, fault.type])).toEqual([
      [['body', 'schedule_config', 'slots', '0', field], type],
    ])
  })

  test('every faulty slot is named by its place', async () => {
    const { body } = await patch({ timezone: 'Mars/Olympus', slots: [slot(), slot({ day_of_week: 9 }), 'x'] })
    expect(body.detail.map((fault) => (fault.loc as string[]).slice(2).join('.'))).toEqual([
      'timezone',
      'slots.1.day_of_week',
      'slots.2',
    ])
  })

  test('100 slots are the most', async () => {
    expect((await patch({ slots: Array.from({ length: 100 }, () => slot()) })).status).toBe(200)
    const { status, body } = await patch({ slots: Array.from({ length: 101 }, () => slot()) })
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      {
        loc: ['body', 'schedule_config', 'slots'],
        type: 'too_long',
        msg: 'List should have at most 100 items after validation, not 101',
        input: expect.any(Array),
        ctx: { field_type: 'List', max_length: 100, actual_length: 101 },
      },
    ])
  })

  test.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Etc/GMT+12'])(
    'the time zone %s is known, and the campaign can tell its windows in it',
    async (timezone) => {
      const { status, body } = await patch({ timezone, slots: [slot()] })
      expect([status, body.schedule_config.timezone]).toEqual([200, timezone])
      const progress = await world.a.request('GET', `/api/v1/campaign/${id}/progress`)
      expect(progress.body).toMatchObject({ window_open: expect.any(Boolean), window_changes_at: expect.any(String) })
    },
  )

  test.each(['', 'Mars/Olympus', 'Berlin', 'GMT+25', '../etc/passwd', 'UTC '])(
    'the time zone %j is unknown: 422',
    async (timezone) => {
      const { status, body } = await patch({ timezone })
      expect(status).toBe(422)
      expect(body.detail).toEqual([
        expect.objectContaining({ loc: ['body', 'schedule_config', 'timezone'], type: 'value_error', input: timezone }),
      ])
    },
  )

  test.each(['europe/berlin', 'utc', 'US/Pacific', '+01:00'])(
    'whatever spelling of a time zone is accepted (%s), the calling window can be told in it',
    async (timezone) => {
      const { status } = await patch({ timezone, slots: [slot()] })
      if (status === 200) {
        expect((await world.a.request('GET', `/api/v1/campaign/${id}/progress`)).status).toBe(200)
      }
      expect([200, 422]).toContain(status)
    },
  )

  test.each<[string, Json]>([
    ['no slots', { enabled: true, slots: [] }],
    ['enabled: false', { enabled: false, slots: [slot()] }],
  ])('%s means any time', async (_what, schedule) => {
    expect((await patch(schedule)).status).toBe(200)
    const { body } = await world.a.request('GET', `/api/v1/campaign/${id}/progress`)
    expect(body).toMatchObject({ window_open: true, window_changes_at: null })
  })

  test('the time zone is UTC and the schedule enabled unless it says otherwise', async () => {
    const campaign = await newCampaign(world.a, { schedule_config: { slots: [slot()] } })
    expect(campaign.schedule_config).toEqual({ enabled: true, timezone: 'UTC', slots: [slot()] })
    expect((await campaignOf(world.a, campaign.id)).schedule_config).toEqual(campaign.schedule_config)
  })
})
