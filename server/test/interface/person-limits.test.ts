/** Limits count per person over all numbers, and single calls count like those of campaigns. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  type ContactBody,
  contactsOf,
  FAST,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  putPolicy,
  untilEvent,
  uploadCsv,
} from './things.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.app.start()
})

const put = (policy: Json) => putPolicy(world.a, policy)

const explain = (campaign: number, contact: number) =>
  made<{ may_call_now: boolean; because: Array<{ rule: string; message: string }> } & Json>(
    world.a.request('GET', `/api/v1/campaign/${campaign}/contacts/${contact}/explain`),
  )

async function start(csv: string): Promise<number> {
  const telephony_configuration_id = await newConfiguration(world.a, FAST)
  const { id } = await newCampaign(world.a, { source_id: await uploadCsv(world.a, csv), telephony_configuration_id })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`, {}))
  return id
}

async function until<T>(look: () => Promise<T>, is: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look()
    if (is(seen)) return seen
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a person with several numbers and single calls', () => {
  const order = async (phone_number: string) => ({
    workflow_id: await newWorkflow(world.a),
    phone_number,
    telephony_configuration_id: await newConfiguration(world.a, FAST),
  })
  const isOver = async (number: string) =>
    (await world.pool.query('select from calls_live where phone_number = $1', [number])).rows.length === 0
  async function call(number: string) {
    const answer = await world.a.request('POST', '/api/v1/telephony/initiate-call', await order(number))
    if (answer.status === 200) await until(() => isOver(number), Boolean)
    return answer
  }
  const refused = {
    status: 409,
    body: {
      code: 'call_not_allowed',
      details: { because: [{ rule: 'cap', message: expect.stringContaining('allows 1') }] },
    },
  }
  /** `note`: what the explanation says about the call that counts. */
  async function expectHeld(id: number, number: string, note = 'on another number of this person, a single call') {
    const contacts = await until(
      () => contactsOf(world.a, id),
      (seen) => seen.some((one) => one.phone_number === number && (one.held_by !== null || one.state === 'done')),
    )
    const held = contacts.find(({ phone_number }) => phone_number === number) as ContactBody
    expect([held.state, held.held_by]).toEqual(['pending', 'cap'])
    const why = await explain(id, held.id)
    const cap = why.because.find(({ rule }) => rule === 'cap')
    const which = note === '' ? '' : ` \\(${note}\\)`
    const sentence = new RegExp(`^1 call in the last 24 hours${which}; `)
    expect([why.may_call_now, cap?.message]).toEqual([false, expect.stringMatching(sentence)])
  }
  const oncePerDay = () => put({ caps: [{ max: 1, hours: 24 }] })
  test('a single call to one number, before or after the campaign starts, keeps the campaign from the other', async () => {
    await oncePerDay()
    expect((await call('+13125551001')).status).toBe(200)
    const id = await start('phone_number,person_id\n+13125551002,s1\n+13125551001,s1\n')
    await expectHeld(id, '+13125551002')
    await expectHeld(id, '+13125551001', 'a single call')
    // The persons are known from a campaign that waits; nobody has called either number.
    await put({ caps: [{ max: 1, hours: 24 }], suspensions: [{ from: '2020-01-01T00:00:00Z', reason: 'test' }] })
    const waiting = await start('phone_number,person_id\n+13125551003,s2\n+13125551004,s2\n')
    await made(world.a.request('POST', `/api/v1/campaign/${waiting}/pause`))
    await oncePerDay()
    expect((await call('+13125551004')).status).toBe(200)
    await made(world.a.request('POST', `/api/v1/campaign/${waiting}/resume`))
    await expectHeld(waiting, '+13125551003')
    // A second single call to the other number is one too many as well.
    expect(await call('+13125551003')).toMatchObject(refused)
  })

  test('a call of a campaign to one number forbids a single call to the other', async () => {
    await oncePerDay()
    const id = await start('phone_number,person_id\n+13125551101,s3\n+13125551102,s3\n')
    await expectHeld(id, '+13125551102', 'on another number of this person')
    expect(await call('+13125551102')).toMatchObject(refused)
    const history = await made<{ because: Json[] }>(
      world.a.request('GET', `/api/v1/numbers/${encodeURIComponent('+13125551102')}/history`),
    )
    expect(history.because).toMatchObject([{ rule: 'cap' }])
  })

  test('all numbers of one row count together', async () => {
    await oncePerDay()
    expect((await call('+13125551202')).status).toBe(200)
    const id = await start('phone_number,phone_number_2\n+13125551201,+13125551202\n')
    await expectHeld(id, '+13125551201')
  })

  test('a number of two persons counts for both; a number of nobody counts for itself', async () => {
    await oncePerDay()
    expect((await call('+13125551300')).status).toBe(200)
    const rows = ['+13125551300,s4', '+13125551301,s4', '+13125551303,s6']
    const id = await start(['phone_number,person_id', ...rows].join('\n'))
    const second = await start('phone_number,person_id\n+13125551300,s5\n+13125551302,s5\n')
    await expectHeld(id, '+13125551301')
    await expectHeld(second, '+13125551302')
    const contacts = await until(
      () => contactsOf(world.a, id),
      (seen) => seen.some(({ phone_number, state }) => phone_number === '+13125551303' && state === 'done'),
    )
    expect(contacts.find(({ phone_number }) => phone_number === '+13125551303')?.outcome).toBe('answered')
    expect((await call('+13125551304')).status).toBe(200)
  })

  test('another list without person ids does not get around the limit', async () => {
    await oncePerDay()
    const persons = 'phone_number,person_id\n+13125551401,s7\n'
    await untilEvent(world.a, await start(persons), 'campaign_completed')
    await world.pool.query(`update number_attempts set at = at - interval '2 days' where person_id = 's7'`)
    await untilEvent(world.a, await start('phone_number,person_id\n+13125551402,s7\n'), 'campaign_completed')
    const id = await start('phone_number\n+13125551401\n')
    await expectHeld(id, '+13125551401', 'on another number of this person')
  })

  test('other organizations have other persons', async () => {
    await oncePerDay()
    expect((await call('+13125551501')).status).toBe(200)
    const { b } = world
    await putPolicy(b, { caps: [{ max: 1, hours: 24 }] })
    const source_id = await uploadCsv(b, 'phone_number,person_id\n+13125551502,s8\n+13125551501,s8\n')
    const { id } = await newCampaign(b, { source_id, telephony_configuration_id: await newConfiguration(b, FAST) })
    await made(b.request('POST', `/api/v1/campaign/${id}/start`))
    const seen = await until(
      () => contactsOf(b, id),
      (contacts) => contacts.every(({ state, held_by }) => state === 'done' || held_by !== null),
    )
    expect(seen.map(({ state, held_by }) => [state, held_by])).toEqual([
      ['done', null],
      ['pending', 'cap'],
    ])
  })
})
