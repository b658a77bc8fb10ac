/** Signing in to the console: the session stands for the key, for our own page alone, until it ends. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { registerHomePage } from '../../src/http/home-page.ts'
import { openServer } from '../../src/http/server.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { hashToken, newSignInToken, SESSION_IDLE_MS, SESSION_MS_MAX } from '../../src/organizations/session.ts'
import { insertSignInToken } from '../../src/organizations/session-queries.ts'
import { type Answer, type Json, type TestApp, testApp } from './app.ts'
import { made } from './things.ts'

const SESSION = '/api/v1/session'
const WHO = '/api/v1/organization'
let world: TestApp
let aheadMs = 0

beforeAll(async () => {
  const clock = { ...systemClock, now: () => Date.now() + aheadMs, monotonic: () => performance.now() + aheadMs }
  world = await testApp({ clock })
})

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie'])
const pairOf = (answer: Answer) => cookieOf(answer).split(';', 1)[0] as string
const page = (cookie: string, more: Record<string, string> = {}) => ({
  headers: { host: 'localhost:8000', cookie, 'sec-fetch-site': 'same-origin', ...more },
})

async function signedIn(key = world.a.key): Promise<string> {
  const answer = await world.request('POST', SESSION, { api_key: key }, { headers: { host: 'localhost:8000' } })
  expect(answer.status).toBe(200)
  return pairOf(answer)
}

const who = async (cookie: string) => (await world.request('GET', WHO, undefined, page(cookie))).status

describe('the cookie', () => {
  test('is an opaque id: http-only, same-site, plain on loopback, bound to the host by https elsewhere', async () => {
    const local = await world.request(
      'POST',
      SESSION,
      { api_key: world.a.key },
      { headers: { host: '127.0.0.1:8000' } },
    )
    expect(cookieOf(local)).toMatch(
      /^outdial_session=ods_[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    )
    expect(cookieOf(local)).not.toContain(world.a.key)
    const far = await world.request(
      'POST',
      SESSION,
      { api_key: world.a.key },
      { headers: { host: 'calls.example.com' } },
    )
    expect(cookieOf(far)).toMatch(
      /^__Host-outdial_session=ods_[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/,
    )
    const { rows } = await world.pool.query('select * from console_sessions')
    expect(JSON.stringify(rows)).not.toContain(pairOf(far).split('=')[1])
  })

  describe('is decided by the scheme that the browser came by, not by the host', () => {
    const signIn = async (app: App, headers: Record<string, string>) => {
      const payload = { api_key: world.a.key }
      const answer = await app.server.inject({ method: 'POST', url: SESSION, payload, headers })
      return String(answer.headers['set-cookie'])
    }

    test('a proxy that rewrites the host to loopback keeps it secure', async () => {
      const app = await world.again({ environment: { PUBLIC_URL: 'https://calls.example.com' } })
      expect(await signIn(app, { host: '127.0.0.1:8000' })).toMatch(/^__Host-.*; Secure$/)
      const trusting = await world.again({ environment: { TRUST_PROXY: 'loopback' } })
      expect(await signIn(trusting, { host: '127.0.0.1:8000', 'x-forwarded-proto': 'https' })).toMatch(/; Secure$/)
    })

    test('plain http on another host has a usable cookie only with COOKIE_INSECURE', async () => {
      const headers = { host: '192.168.1.20:8000', origin: 'http://192.168.1.20:8000' }
      expect(await signIn(world.app, headers)).toMatch(/^__Host-.*; Secure$/)
      const open = await world.again({ environment: { COOKIE_INSECURE: 'on' } })
      const cookie = await signIn(open, headers)
      expect(cookie).toMatch(/^outdial_session=/)
      const session = { ...headers, cookie: cookie.split(';', 1)[0] as string }
      const ask = async (app: App) =>
        (await app.server.inject({ url: '/api/v1/organization', headers: session })).statusCode
      expect(await ask(open)).toBe(200)
      expect(await ask(world.app)).toBe(401)
    })
  })

  test('stands for the key: the same organization, the same scope', async () => {
    const cookie = await signedIn()
    const { body } = await world.request<Json>('GET', WHO, undefined, page(cookie))
    expect(body).toMatchObject({
      id: world.a.organizationId,
      name: 'A',
      time_zone: 'UTC',
      max_concurrency: 200,
      live_calls: 0,
      api_key: { id: world.a.apiKeyId, scope: 'admin' },
      session_id: expect.any(Number),
    })
    const reader = await made<{ api_key: string }>(
      world.a.request('POST', '/api/v1/user/api-keys', { name: 'reader', scope: 'read' }),
    )
    const reading = await signedIn(reader.api_key)
    const refused = await world.request('POST', '/api/v1/user/api-keys', { name: 'x' }, page(reading))
    expect([refused.status, refused.body.code]).toEqual([403, 'scope_too_narrow'])
  })

  test('a wrong key opens none', async () => {
    const answer = await world.request('POST', SESSION, { api_key: `od_${'x'.repeat(43)}` })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
    const again = await signedIn()
    const begotten = await world.request('POST', SESSION, { api_key: again.split('=')[1] })
    expect(begotten.status).toBe(401)
  })
})

describe('requests with the cookie', () => {
  test('count only from our own page; a key needs no page', async () => {
    const cookie = await signedIn()
    const post = (headers: Record<string, string>) =>
      world.request(
        'POST',
        '/api/v1/user/api-keys',
        { name: 'k' },
        { headers: { host: 'localhost:8000', cookie, ...headers } },
      )
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:9999' },
    ]) {
      const { status, body } = await post(headers as Record<string, string>)
      expect([headers, status, body.code]).toEqual([headers, 403, 'cross_site_request'])
    }
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await post({ origin: 'http://localhost:8000' })).status).toBe(200)
    expect((await post({ 'x-api-key': world.a.key, 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })

  test('without a body, and uploads in types that any form can send, are refused all the same', async () => {
    const cookie = await signedIn()
    const headers = { host: 'localhost:8000', cookie, origin: 'https://evil.example' }
    expect((await world.request('POST', '/api/v1/campaign/1/start', undefined, { headers })).status).toBe(403)
    const upload = { headers: { ...headers, 'content-type': 'text/plain' }, raw: 'phone_number\n+12025550100\n' }
    expect((await world.request('POST', '/api/v1/contact-lists?filename=a.csv', undefined, upload)).status).toBe(403)
    expect((await world.request('DELETE', SESSION, undefined, { headers })).status).toBe(403)
  })
})

describe('a session ends', () => {
  test('by sign-out', async () => {
    const cookie = await signedIn()
    const out = await world.request('DELETE', SESSION, undefined, page(cookie))
    expect(out.body).toEqual({ signed_out: true })
    expect(cookieOf(out)).toContain('outdial_session=; Path=/; Max-Age=0')
    expect(await who(cookie)).toBe(401)
  })

  test('from elsewhere, by whoever may; another organization neither sees nor ends it', async () => {
    const cookie = await signedIn()
    const { sessions } = await made<{ sessions: Array<Json & { id: number }> }>(
      world.request('GET', '/api/v1/sessions', undefined, page(cookie)),
    )
    const mine = sessions.find((session) => session.is_current)
    expect(mine).toMatchObject({ api_key_id: world.a.apiKeyId, api_key_name: 'key of A' })
    expect((await world.b.request('GET', '/api/v1/sessions')).body).toMatchObject({ sessions: [] })
    expect((await world.b.request('DELETE', `/api/v1/sessions/${mine?.id}`)).status).toBe(404)
    expect(await who(cookie)).toBe(200)
    await made(world.a.request('DELETE', `/api/v1/sessions/${mine?.id}`))
    expect(await who(cookie)).toBe(401)
  })

  test('with its key', async () => {
    const key = await made<{ id: number; api_key: string }>(
      world.a.request('POST', '/api/v1/user/api-keys', { name: 'k' }),
    )
    const cookie = await signedIn(key.api_key)
    expect(await who(cookie)).toBe(200)
    await made(world.a.request('DELETE', `/api/v1/user/api-keys/${key.id}`))
    expect(await who(cookie)).toBe(401)
  })

  test('by idleness, and by age however busy', async () => {
    const [idle, busy] = [await signedIn(), await signedIn()]
    const startMs = aheadMs
    const use = async (afterMs: number) => {
      aheadMs = startMs + afterMs
      const status = await who(busy)
      // What the authenticator writes now and then is written when it is asked to close; here by hand.
      await world.pool.query('update console_sessions set last_used_at = $1 where token_hash = $2', [
        new Date(Date.now() + aheadMs),
        hashToken(busy.split('=')[1] as string),
      ])
      return status
    }
    expect(await use(SESSION_IDLE_MS - 60_000)).toBe(200)
    aheadMs = startMs + SESSION_IDLE_MS + 60_000
    expect([await who(idle), await who(busy)]).toEqual([401, 200])
    for (let at = SESSION_IDLE_MS; at < SESSION_MS_MAX; at += SESSION_IDLE_MS - 60_000) expect(await use(at)).toBe(200)
    expect(await use(SESSION_MS_MAX + 1)).toBe(401)
    aheadMs = startMs
  })
})

test('the address of the first start signs in once', async () => {
  const token = newSignInToken()
  await insertSignInToken(world.app.db, {
    apiKeyId: world.a.apiKeyId,
    hash: hashToken(token),
    expiresAt: new Date(Date.now() + 60_000),
  })
  const visit = () =>
    world.request('GET', `/welcome?token=${token}`, undefined, { headers: { host: 'localhost:8000' } })
  const first = await visit()
  expect(first.text).toContain('url=/')
  expect(await who(pairOf(first))).toBe(200)
  const second = await visit()
  expect([second.status, second.headers['set-cookie']]).toEqual([200, undefined])
})

describe('the page', () => {
  let directory: string
  afterAll(async () => {
    await rm(directory, { recursive: true, force: true })
  })

  test('is served at every address of its own; its assets for ever; errors of the interface stay JSON', async () => {
    directory = await mkdtemp(join(tmpdir(), 'outdial-page-'))
    await mkdir(join(directory, 'dist/assets'), { recursive: true })
    await writeFile(join(directory, 'dist/index.html'), '<!doctype html><script src="/assets/a-1.js"></script>')
    await writeFile(join(directory, 'dist/assets/a-1.js'), `console.log(${'1+'.repeat(2000)}1)`)
    await writeFile(join(directory, 'dist/assets/b-2.js'), `console.log(${'2+'.repeat(2000)}2)`)
    await writeFile(join(directory, 'dist/assets/b-2.js.br'), 'as the build packed it')
    await writeFile(join(directory, 'secret.txt'), 'no')
    const server = await openServer({
      log: silentLog,
      routes: [],
      authenticate: async () => null,
      rateLimitPerMinute: 0,
    })
    registerHomePage(server, new URL('src/index.html', `${pathToFileURL(directory).href}/`))
    const get = (url: string, headers: Record<string, string> = {}) =>
      server.inject({ url, headers: { accept: 'text/html,*/*', ...headers } })
    for (const url of ['/', '/campaigns', '/campaigns/7?tab=log']) {
      const answer = await get(url)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('/assets/a-1.js')
      expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    const script = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, br' })
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    })
    const packed = await get('/assets/b-2.js', { 'accept-encoding': 'gzip, br' })
    expect([packed.headers['content-encoding'], packed.body]).toEqual(['br', 'as the build packed it'])
    expect((await get('/assets/b-2.js')).body).toContain('2+2')
    const same = await get('/', { 'if-none-match': String((await get('/')).headers.etag) })
    expect(same.statusCode).toBe(304)
    for (const url of [
      '/api/v1/nothing',
      '/assets/gone.js',
      '/assets/b-2.js.br',
      '/../secret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
    ]) {
      const answer = await server.inject({ url, headers: { accept: url.startsWith('/api') ? 'text/html' : '*/*' } })
      expect([url, answer.statusCode]).toEqual([url, 404])
    }
    await server.close()
  })
})
