/** Started with another SECRET_KEY: what it sealed is shown as unreadable and can be replaced or deleted. */
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Json, type Member, memberWith, requester, type TestApp, testApp } from './app.ts'
import { CONFIGURATIONS, made, newConfiguration, TWILIO } from './things.ts'

const MODELS = '/api/v1/organizations/model-configuration'
let world: TestApp
let later: Member

beforeAll(async () => {
  world = await testApp()
  const environment = { SECRET_KEY: randomBytes(32).toString('base64') }
  later = memberWith(world.a, requester(await world.again({ environment })))
})

test('a configuration is shown, tried, mended and deleted', async () => {
  const one = `${CONFIGURATIONS}/${await newConfiguration(world.a, TWILIO)}`
  const shown = await made<{ credentials: Json }>(later.request('GET', one))
  expect(shown.credentials).toMatchObject({ account_sid: TWILIO.account_sid, auth_token: null })
  const tried = await made<{ ok: boolean; message: string }>(later.request('POST', `${one}/test`))
  expect([tried.ok, tried.message]).toEqual([
    false,
    expect.stringMatching(/another SECRET_KEY.*send the secrets again/),
  ])
  const unchanged = await later.request<{ detail: Json[] }>('PUT', one, { config: shown.credentials })
  expect([unchanged.status, unchanged.body.detail[0]?.loc]).toEqual([422, ['body', 'config', 'auth_token']])
  const mended = await made<{ credentials: Json }>(
    later.request('PUT', one, { config: { auth_token: TWILIO.auth_token } }),
  )
  expect(mended.credentials.auth_token).toMatch(/^\*+3210$/)
  const other = `${CONFIGURATIONS}/${await newConfiguration(world.a, TWILIO)}`
  await made(later.request('DELETE', other))
  expect((await later.request('GET', other)).status).toBe(404)
})

test('model settings are shown without the key, and take a new one', async () => {
  const chat = { base_url: 'https://models.example.com/v1', api_key: 'a long secret key', model: 'm' }
  await made(world.a.request('PUT', MODELS, { brain: 'pipeline', chat }))
  const shown = await made<{ chat: Json }>(later.request('GET', MODELS))
  expect(shown.chat).toMatchObject({ base_url: chat.base_url, api_key: null })
  const mended = await made<{ chat: Json }>(later.request('PUT', MODELS, { chat: { api_key: 'another secret key' } }))
  expect(mended.chat.api_key).toMatch(/^\*+ key$/)
})
