/** Contacts with several numbers that different rules hold: each change that frees one of the numbers wakes the contact. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  type ContactBody,
  contactsOf,
  FAST,
  made,
  newCampaign,
  newConfiguration,
  putPolicy,
  uploadCsv,
} from './things.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.app.start()
})

interface Contact extends ContactBody {
  phone_numbers: Array<{ phone_number: string; is_next: boolean; passed_over_by: string | null }>
}

const WITH_CONSENT = { hours_floor: 'off', consent: { any_of: ['express'], records: 'required' } }
const put = (policy: Json) => putPolicy(world.a, policy)
const consent = (phone_number: string) =>
  made(
    world.a.request('POST', '/api/v1/consents', {
      phone_number,
      kind: 'express',
      given_at: '2026-11-01T10:00:00Z',
      source: 'phone',
    }),
  )

async function newDraft(numbers: readonly [string, string], prefixes: string[]): Promise<number> {
  const step = { telephony_configuration_id: await newConfiguration(world.a, FAST), prefixes }
  const source_id = await uploadCsv(world.a, `phone_number,phone_number_2\n${numbers.join(',')}\n`)
  const { id } = await newCampaign(world.a, { source_id, telephony_configuration_id: undefined, route: [step] })
  return id
}

async function start(numbers: readonly [string, string], prefixes: string[]): Promise<number> {
  const id = await newDraft(numbers, prefixes)
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`, {}))
  return id
}

async function contactOf(campaign: number): Promise<Contact> {
  return (await contactsOf<Contact>(world.a, campaign))[0] as Contact
}

const explain = async (campaign: number) =>
  made<{ may_call_now: boolean; because: Json[]; phone_numbers: Contact['phone_numbers'] }>(
    world.a.request('GET', `/api/v1/campaign/${campaign}/contacts/${(await contactOf(campaign)).id}/explain`),
  )

async function until(campaign: number, is: (seen: Contact) => boolean): Promise<Contact> {
  for (;;) {
    const seen = await contactOf(campaign)
    if (is(seen)) return seen
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('the explanation of a contact with several numbers', () => {
  test('is about the number that is dialed next, and names what holds the others', async () => {
    await put(WITH_CONSENT)
    const [without, free] = ['+13125552101', '+13125552102'] as const
    await consent(free)
    const id = await newDraft([without, free], [])
    const before = await explain(id)
    expect(before.because.map(({ rule }) => rule)).toEqual(['campaign_state'])
    expect(before.phone_numbers).toEqual([
      { phone_number: without, is_next: false, passed_over_by: 'consent' },
      { phone_number: free, is_next: true, passed_over_by: null },
    ])
    await made(world.a.request('POST', '/api/v1/suppressions', { phone_number: free }))
    const held = await explain(id)
    expect(held.because.map(({ rule }) => rule)).toEqual(['consent', 'campaign_state'])
    expect(held.phone_numbers.map(({ passed_over_by }) => passed_over_by)).toEqual(['consent', 'suppressed'])
  })
})

describe('a contact whose numbers are held by different rules', () => {
  test('is called as soon as the person consents to calls to the number that lacked only that', async () => {
    await put(WITH_CONSENT)
    const [without, unrouted] = ['+13125552001', '+4930901820'] as const
    await consent(unrouted)
    const id = await start([without, unrouted], ['+1'])
    const held = await until(id, ({ held_by }) => held_by !== null)
    expect([held.state, held.held_by]).toEqual(['pending', 'no_route'])
    const why = await explain(id)
    expect(why.may_call_now).toBe(false)
    expect(why.phone_numbers).toEqual([
      { phone_number: without, is_next: false, passed_over_by: 'consent' },
      { phone_number: unrouted, is_next: true, passed_over_by: 'no_route' },
    ])
    await consent(without)
    const called = await until(id, ({ state }) => state === 'done')
    expect([called.outcome, called.phone_number]).toEqual(['answered', without])
    expect((await explain(id)).phone_numbers).toMatchObject([
      { phone_number: without, passed_over_by: null },
      { phone_number: unrouted, passed_over_by: 'no_route' },
    ])
  })

  test('is called as soon as the route takes the number that lacked only that', async () => {
    await put(WITH_CONSENT)
    const [unrouted, without] = ['+4930901821', '+13125552002'] as const
    await consent(unrouted)
    const id = await start([unrouted, without], ['+1'])
    const held = await until(id, ({ held_by }) => held_by !== null)
    expect([held.state, held.held_by]).toEqual(['pending', 'consent'])
    expect((await explain(id)).phone_numbers).toMatchObject([
      { phone_number: unrouted, passed_over_by: 'no_route' },
      { phone_number: without, passed_over_by: 'consent', is_next: true },
    ])
    await made(world.a.request('POST', `/api/v1/campaign/${id}/pause`))
    const route = [{ telephony_configuration_id: await newConfiguration(world.a, FAST) }]
    await made(world.a.request('PATCH', `/api/v1/campaign/${id}`, { route }))
    await made(world.a.request('POST', `/api/v1/campaign/${id}/resume`, {}))
    const called = await until(id, ({ state }) => state === 'done')
    expect([called.outcome, called.phone_number]).toEqual(['answered', unrouted])
  })

  test('turns to the number with the new consent although the other one only waits for a time', async () => {
    await put({ ...WITH_CONSENT, number_check: { url: 'https://check.example.com' } })
    const [without, barred] = ['+13125552003', '+13125552004'] as const
    await consent(barred)
    await world.pool.query(
      `insert into number_checks (organization_id, phone_number, verdict, checked_at, asked_at)
       values ($1, $2, 'allowed', now(), now()), ($1, $3, 'barred', now(), now())`,
      [world.a.organizationId, without, barred],
    )
    const id = await start([without, barred], [])
    const held = await until(id, ({ held_by }) => held_by !== null)
    expect([held.state, held.held_by, held.phone_number]).toEqual(['pending', 'number_check', barred])
    await consent(without)
    const called = await until(id, ({ state }) => state === 'done')
    expect([called.outcome, called.phone_number]).toEqual(['answered', without])
  })
})
