/** Setting the calling rules aside: an admin may, for any number; everybody else only for the organization's own phones. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { FAST, made, newConfiguration, newWorkflow } from './things.ts'

const OWN = '+12025550400'
const STRANGER = '+12025550500'
let world: TestApp
let order: Json

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  const { a } = world
  order = {
    workflow_id: await newWorkflow(a),
    telephony_configuration_id: await newConfiguration(a, FAST),
    override_reason: 'trying it',
  }
  await made(a.request('PUT', '/api/v1/organizations/policy', { policy: { caps: [{ max: 1, hours: 24 }] } }))
})

describe('override_reason', () => {
  test('of an operate key works for the own phones alone', async () => {
    const { a } = world
    const { api_key } = await made<{ api_key: string }>(
      a.request('POST', '/api/v1/user/api-keys', { name: 'script', scope: 'operate' }),
    )
    const headers = { 'x-api-key': api_key }
    const call = (phone_number: string) =>
      a.request('POST', '/api/v1/telephony/initiate-call', { ...order, phone_number }, { headers })
    for (const number of [OWN, STRANGER]) {
      expect(await call(number)).toMatchObject({ status: 403, body: { code: 'override_not_allowed' } })
    }
    const list = { phones: [{ phone_number: '+1 202 555 0400', label: 'desk' }] }
    const path = '/api/v1/organizations/own-phones'
    expect((await a.request('PUT', path, list, { headers })).status).toBe(403)
    expect(await made(a.request('PUT', path, list))).toEqual({ phones: [{ phone_number: OWN, label: 'desk' }] })
    expect((await call(OWN)).status).toBe(200)
    expect((await call(`sip:${OWN}@pbx.example.com`)).body.code).not.toBe('override_not_allowed')
    expect(await call(STRANGER)).toMatchObject({ status: 403 })
  })

  test('of an admin key works for any number', async () => {
    const { a } = world
    const body = { ...order, phone_number: '+12025550600' }
    expect((await a.request('POST', '/api/v1/telephony/initiate-call', body)).status).toBe(200)
  })

  test('the list is short and has numbers only', async () => {
    const path = '/api/v1/organizations/own-phones'
    const phones = Array.from({ length: 11 }, (_, index) => ({ phone_number: `+1202555${1000 + index}` }))
    expect((await world.a.request('PUT', path, { phones })).status).toBe(422)
    expect((await world.a.request('PUT', path, { phones: [{ phone_number: 'nobody' }] })).status).toBe(422)
  })
})
