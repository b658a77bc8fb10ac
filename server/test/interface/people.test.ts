/** People with names and roles: invited by a link, signed in by a real identity provider, a trusted proxy or a key of their own. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { isReadAudited } from '../../src/http/audit.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { setSuspended } from '../../src/organizations/queries.ts'
import { identityOf } from '../../src/organizations/sign-in/provider.ts'
import type { SignInSettings } from '../../src/organizations/sign-in/settings.ts'
import { warnUnknownOrganization } from '../../src/organizations/user-queries.ts'
import { deleteOrganization } from '../../src/roles/delete-organization.ts'
import { openFileStore } from '../../src/storage/files/open-file-store.ts'
import { startIdentityProvider, type TestProvider, walkThrough } from '../identity-provider.ts'
import { type Answer, type Json, requester, type TestApp, testApp } from './app.ts'
import { made, newCampaign, untilEvent } from './things.ts'

const PUBLIC_URL = 'https://calls.example.com'
const CALLBACK = `${PUBLIC_URL}/api/v1/sign-in/provider/callback`
let world: TestApp
let aheadMs = 0

beforeAll(async () => {
  const clock = { ...systemClock, now: () => Date.now() + aheadMs, monotonic: () => performance.now() + aheadMs }
  world = await testApp({ clock, environment: { PUBLIC_URL } })
})

const cookiesOf = (answer: Answer): string =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0] as string)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
const page = (cookie: string, more: Record<string, string> = {}) => ({
  headers: { host: 'calls.example.com', cookie, 'sec-fetch-site': 'same-origin', ...more },
})

async function invited(role: string, more: Json = {}, by = world.a): Promise<string> {
  const answer = await by.request('POST', '/api/v1/invitations', { role, ...more })
  expect(answer.status).toBe(200)
  return String(answer.body.link).split('#')[1] as string
}

async function auditOf(operation: string): Promise<Json[]> {
  const { body } = await world.a.request('GET', `/api/v1/audit-events?operation=${operation}&limit=1000`)
  return body.audit_events as Json[]
}

describe('an invitation without an identity provider', () => {
  test('makes a user with a name, a session and a key of their own; the link works once', async () => {
    const invitation = await invited('operator', { name: 'for Ada' })
    const body = { invitation, name: 'Ada Byron' }
    const accepted = await world.request('POST', '/api/v1/sign-in/invitation', body, page(''))
    expect(accepted.status).toBe(200)
    const again = await world.request('POST', '/api/v1/sign-in/invitation', body, page(''))
    expect([again.status, again.body.code]).toEqual([400, 'invitation_not_valid'])

    const who = await world.request('GET', '/api/v1/organization', undefined, page(cookiesOf(accepted)))
    expect(who.body).toMatchObject({ user: { name: 'Ada Byron', role: 'operator' }, scope: 'operate' })
    const key = { headers: { 'x-api-key': String(accepted.body.api_key) } }
    const byKey = await world.request('GET', '/api/v1/organization', undefined, key)
    expect(byKey.body).toMatchObject({ user: { name: 'Ada Byron' }, scope: 'operate' })
    expect((await world.request('GET', '/api/v1/users', undefined, key)).body.code).toBe('scope_too_narrow')
    const { rows } = await world.pool.query('select * from invitations')
    expect(JSON.stringify(rows)).not.toContain(invitation)
  })

  test('expires, and can be withdrawn', async () => {
    const late = await invited('viewer')
    aheadMs += 8 * 24 * 60 * 60_000
    const accept = (invitation: string) =>
      world.request('POST', '/api/v1/sign-in/invitation', { invitation, name: 'Late' }, page(''))
    expect((await accept(late)).status).toBe(400)
    const gone = await invited('viewer')
    const open = (await world.a.request('GET', '/api/v1/invitations')).body.invitations as Array<{ id: number }>
    expect(open).toHaveLength(1)
    await world.a.request('DELETE', `/api/v1/invitations/${open[0]?.id}`)
    expect((await accept(gone)).status).toBe(400)
  })

  test('what a user does carries their name and address: audit, ledger, sessions', async () => {
    const invitation = await invited('administrator')
    const accepted = await world.request('POST', '/api/v1/sign-in/invitation', { invitation, name: 'Grace' }, page(''))
    const as = page(cookiesOf(accepted))
    const author = `Grace (user ${accepted.body.user_id})`
    const suppressed = await world.request('POST', '/api/v1/suppressions', { phone_number: '+447700900321' }, as)
    expect(suppressed.status).toBe(200)
    const added = (await auditOf('suppressNumber')).at(-1)
    expect(added).toMatchObject({ author, user_id: accepted.body.user_id, address: '127.0.0.1' })
    const ledger = await world.a.request('GET', '/api/v1/ledger/export')
    expect(ledger.text).toContain(author)
    const signedIn = (await auditOf('signIn')).at(-1)
    expect(signedIn).toMatchObject({ author, session_id: accepted.body.session_id, address: '127.0.0.1' })
    const { body } = await world.request('GET', '/api/v1/sessions', undefined, as)
    expect(body.sessions).toContainEqual(expect.objectContaining({ user_name: 'Grace', address: '127.0.0.1' }))
  })
})

describe('users', () => {
  async function user(name: string, role: string) {
    const invitation = await invited(role)
    const { body } = await world.request('POST', '/api/v1/sign-in/invitation', { invitation, name }, page(''))
    const key = { headers: { 'x-api-key': String(body.api_key) } }
    const change = (input: Json) => world.a.request('PATCH', `/api/v1/users/${body.user_id}`, input)
    const who = async () => (await world.request('GET', '/api/v1/organization', undefined, key)).body
    return { id: Number(body.user_id), change, who }
  }

  test('a role that is changed counts for the keys of the user, also downwards', async () => {
    const { change, who } = await user('Mary', 'operator')
    expect((await change({ role: 'viewer' })).body).toMatchObject({ role: 'viewer' })
    expect(await who()).toMatchObject({ scope: 'read' })
    await change({ role: 'administrator' })
    // Wider than the key was made for it does not get.
    expect(await who()).toMatchObject({ scope: 'operate' })
  })

  test('who is deactivated has no session and no key any more, until activated again', async () => {
    const { change, who } = await user('Joan', 'viewer')
    expect((await change({ is_active: false })).body.is_active).toBe(false)
    expect(await who()).toMatchObject({ code: 'unauthorized' })
    await change({ is_active: true })
    expect(await who()).toMatchObject({ scope: 'read' })
  })

  test('the last administrator stays, unless a key can administrate', async () => {
    const { organizationId, apiKeyId } = world.b
    const invitation = await invited('administrator', {}, world.b)
    const accepted = await world.request('POST', '/api/v1/sign-in/invitation', { invitation, name: 'Only' }, page(''))
    const as = page(cookiesOf(accepted))
    const archived = await world.request('DELETE', `/api/v1/user/api-keys/${apiKeyId}`, undefined, as)
    expect(archived.status).toBe(200)
    const own = `/api/v1/users/${accepted.body.user_id}`
    for (const input of [{ is_active: false }, { role: 'operator' }])
      expect((await world.request('PATCH', own, input, as)).body.code).toBe('last_administrator')
    const keys = (await world.request<Json[]>('GET', '/api/v1/user/api-keys', undefined, as)).body
    const ownKey = keys.find(({ user_id }) => user_id === accepted.body.user_id)
    const lost = await world.request('DELETE', `/api/v1/user/api-keys/${ownKey?.id}`, undefined, as)
    expect(lost.body.code).toBe('last_admin_key')
    await world.pool.query('update api_keys set archived_at = null where organization_id = $1', [organizationId])
  })
})

describe.each([{ claimsInToken: true }, { claimsInToken: false }])('an identity provider ($claimsInToken)', (input) => {
  let provider: TestProvider
  let app: App
  let ask: TestApp['request']
  const clock = { ...systemClock, now: () => Date.now() + aheadMs }

  beforeAll(async () => {
    provider = await startIdentityProvider({ redirectUri: CALLBACK, ...input })
    app = await world.again({
      clock,
      environment: {
        PUBLIC_URL,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_NAME: 'Example Login',
        OIDC_SCOPES: 'openid profile email groups',
        SIGN_IN_ROLES: 'it=administrator, agents=operator',
        SIGN_IN_ORGANIZATION: 'A',
      },
    })
    ask = requester(app)
  })

  async function leave(invitation?: string) {
    const begun = await ask('POST', '/api/v1/sign-in/provider', invitation ? { invitation } : {}, page(''))
    expect(begun.status).toBe(200)
    return { flight: cookiesOf(begun), back: await walkThrough(provider, String(begun.body.url)) }
  }
  /** From another site, as the browser comes back. */
  const arrive = (back: string, flight: string) =>
    ask('GET', back, undefined, {
      headers: { host: 'calls.example.com', cookie: flight, 'sec-fetch-site': 'cross-site' },
    })
  async function signIn(invitation?: string) {
    const { flight, back } = await leave(invitation)
    return arrive(back, flight)
  }
  const who = async (answer: Answer) =>
    (await ask('GET', '/api/v1/organization', undefined, page(cookiesOf(answer)))).body

  test('lets an invited person in with the invited role, and again without the link', async () => {
    provider.person = {
      sub: `ada-${input.claimsInToken}`,
      name: 'Ada <b>',
      email: 'ada@example.com',
      email_verified: true,
    }
    const invitation = await invited('viewer', { email: 'Ada@Example.com' })
    expect((await ask('GET', '/api/v1/sign-in')).body).toEqual({
      provider: { name: 'Example Login' },
      proxy_user: null,
    })
    const first = await signIn(invitation)
    expect([first.status, await who(first)]).toMatchObject([200, { user: { name: 'Ada <b>', role: 'viewer' } }])
    expect(String(first.headers['set-cookie'])).toMatch(/__Host-outdial_session=ods_.*SameSite=Strict; Secure/)
    expect(await who(await signIn())).toMatchObject({ user: { role: 'viewer' } })
    const { rows } = await world.pool.query('select 1 from users where email = $1', ['ada@example.com'])
    expect(rows.length).toBe(input.claimsInToken ? 1 : 2)
  })

  test('an invitation gives a known person its role and is used up; of another organization it is refused', async () => {
    const sub = `rosa-${input.claimsInToken}`
    provider.person = { sub, name: 'Rosa', email: `${sub}@example.com`, email_verified: true, groups: ['agents'] }
    expect(await who(await signIn())).toMatchObject({ user: { role: 'operator' } })
    const invitation = await invited('viewer', { email: `${sub}@example.com` })
    expect(await who(await signIn(invitation))).toMatchObject({ user: { role: 'viewer' } })
    // The role is from the invitation now; the same link again changes nothing.
    expect(await who(await signIn())).toMatchObject({ user: { role: 'viewer' } })
    expect((await signIn(invitation)).status).toBe(200)
    const { rows } = await world.pool.query('select 1 from invitations where accepted_at is null and email = $1', [
      `${sub}@example.com`,
    ])
    expect(rows).toEqual([])
    // Leaving the groups still ends the access; an invitation accepted outside of them gives it again.
    const { users } = (await world.a.request('GET', '/api/v1/users')).body as { users: Json[] }
    expect(users.find(({ email }) => email === `${sub}@example.com`)).toMatchObject({ needs_group: true })
    const inGroup = provider.person
    provider.person = { ...inGroup, groups: [] }
    expect((await signIn()).status).toBe(403)
    expect(await who(await signIn(await invited('viewer')))).toMatchObject({ user: { role: 'viewer' } })
    expect((await signIn()).status).toBe(200)
    provider.person = inGroup
    const elsewhere = await invited('administrator', {}, world.b)
    const refused = await signIn(elsewhere)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('another organization')])
    provider.person = { ...provider.person, sub: `other-${sub}` }
    expect((await signIn(invitation)).status).toBe(400)
    const open = await world.b.request('GET', '/api/v1/invitations')
    for (const { id } of open.body.invitations as Array<{ id: number }>)
      await world.b.request('DELETE', `/api/v1/invitations/${id}`)
  })

  test('refuses a person without invitation and group, and an invitation for another address', async () => {
    provider.person = { sub: 'eve', name: 'Eve', email: 'eve@example.com', email_verified: true, groups: ['sales'] }
    const stranger = await signIn()
    expect([stranger.status, stranger.text]).toEqual([403, expect.stringContaining('Ask an administrator')])
    expect(cookiesOf(stranger)).not.toContain('outdial_session')
    const invitation = await invited('administrator', { email: 'ada@example.com' })
    expect((await signIn(invitation)).text).toContain('another email address')
    provider.person = { ...provider.person, sub: 'eve2', email: 'ada@example.com', email_verified: false }
    expect((await signIn(invitation)).status).toBe(403)
    const { rows } = await world.pool.query(`select 1 from users where name = 'Eve'`)
    expect(rows).toEqual([])
  })

  test('gives the role of the widest group at each sign-in, and none outside of all groups', async () => {
    const sub = `linus-${input.claimsInToken}`
    provider.person = { sub, name: 'Linus', groups: ['agents', 'it'] }
    const admin = await who(await signIn())
    expect(admin).toMatchObject({ name: 'A', user: { role: 'administrator' }, scope: 'admin' })
    provider.person = { sub, name: 'Linus', groups: 'agents' }
    expect(await who(await signIn())).toMatchObject({ user: { role: 'operator' } })
    const id = (admin.user as { id: number }).id
    const change = await world.a.request('PATCH', `/api/v1/users/${id}`, { role: 'viewer' })
    expect(change.body.code).toBe('role_from_groups')
    provider.person = { sub, name: 'Linus', groups: [] }
    expect((await signIn()).status).toBe(403)
    provider.person = { sub, name: 'Linus', groups: ['it'] }
    await world.a.request('PATCH', `/api/v1/users/${id}`, { is_active: false })
    expect((await signIn()).text).toContain('deactivated')
  })

  test('an answer that was not asked for by this browser, or is used twice, opens nothing', async () => {
    provider.person = { sub: 'mallory', name: 'Mallory', groups: ['it'] }
    const { flight, back } = await leave()
    const other = await leave()
    for (const cookie of ['', other.flight, '__Host-outdial_sign_in=sealed:3:00000000:AAAA'])
      expect((await arrive(back, cookie)).status).toBe(401)
    expect((await arrive(back.replace(/state=[^&]+/, 'state=x'), flight)).status).toBe(401)
    expect((await arrive(back, flight)).status).toBe(200)
    const twice = await arrive(back, flight)
    expect([twice.status, cookiesOf(twice)]).toEqual([401, ''])
    expect(twice.text).not.toMatch(/invalid_grant|OAUTH/)
    const denied = await leave()
    const refusal = `${CALLBACK}?error=access_denied&state=${new URL(denied.back).searchParams.get('state')}`
    expect((await arrive(refusal, denied.flight)).status).toBe(401)
  })

  test('a page of another site begins no sign-in, and the link alone makes no key', async () => {
    const foreign = { headers: { host: 'calls.example.com', 'sec-fetch-site': 'cross-site' } }
    expect((await ask('POST', '/api/v1/sign-in/provider', {}, foreign)).body.code).toBe('cross_site_request')
    const invitation = await invited('viewer')
    const accepted = await ask('POST', '/api/v1/sign-in/invitation', { invitation, name: 'X' }, page(''))
    expect(accepted.body.code).toBe('sign_in_elsewhere')
  })
})

describe('the address of a person', () => {
  const of = (token: Json, more: Json = {}, emailTrusted = false) =>
    identityOf({ sub: '1', ...token }, more, { issuer: 'x', groupsClaim: 'groups', emailTrusted }).email
  const email = 'ada@example.com'
  test.each([
    ['verified', of({ email, email_verified: true }), email],
    ['not mentioned', of({ email }), null],
    ['unverified', of({ email, email_verified: false }), null],
    ['verified in words', of({ email, email_verified: 'yes' }), null],
    ['not mentioned, trusted', of({ email }, {}, true), email],
    ['unverified, trusted', of({ email, email_verified: false }, {}, true), null],
    ['unverified in words, trusted', of({ email, email_verified: 'false' }, {}, true), null],
    ['of one source, proof of the other', of({ email: 'eve@example.com', email_verified: true }, { email }), null],
    ['verified at userinfo', of({}, { email, email_verified: true }), email],
  ])('%s', (_case, found, expected) => expect(found).toBe(expected))
})

test('an identity provider that is away is a sentence, and keys still work', async () => {
  const app = await world.again({ environment: { PUBLIC_URL, OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x' } })
  const answer = await requester(app)('POST', '/api/v1/sign-in/provider', {}, page(''))
  expect([answer.status, answer.body.code]).toEqual([502, 'provider_unavailable'])
  expect((await requester(app)('POST', '/api/v1/session', { api_key: world.a.key }, page(''))).status).toBe(200)
})

describe('a trusted proxy', () => {
  const environment = {
    PUBLIC_URL,
    PROXY_USER_HEADER: 'X-Forwarded-User',
    PROXY_EMAIL_HEADER: 'X-Forwarded-Email',
    PROXY_GROUPS_HEADER: 'X-Forwarded-Groups',
    SIGN_IN_ROLES: 'it=administrator',
  }
  const ada = { 'x-forwarded-user': 'ada', 'x-forwarded-email': 'ada@example.com', 'x-forwarded-groups': 'it,all' }

  test('names the user; the session ends when it names another or none', async () => {
    const ask = requester(await world.again({ environment: { ...environment, TRUST_PROXY: 'loopback' } }))
    expect((await ask('GET', '/api/v1/sign-in', undefined, { headers: ada })).body.proxy_user).toBe('ada')
    const signedIn = await ask('POST', '/api/v1/sign-in/proxy', {}, page('', ada))
    expect(signedIn.status).toBe(200)
    const who = (headers: Record<string, string>) =>
      ask('GET', '/api/v1/organization', undefined, page(cookiesOf(signedIn), headers))
    expect((await who(ada)).body).toMatchObject({ user: { name: 'ada', role: 'administrator' } })
    expect((await who({})).status).toBe(401)
    expect((await who({ ...ada, 'x-forwarded-user': 'eve' })).status).toBe(401)
    expect((await ask('POST', '/api/v1/sign-in/proxy', {}, page(''))).body.code).toBe('sign_in_not_configured')
    const outside = await ask(
      'POST',
      '/api/v1/sign-in/proxy',
      {},
      page('', { ...ada, 'x-forwarded-user': 'bob', 'x-forwarded-groups': 'all' }),
    )
    expect(outside.body.code).toBe('not_invited')
  })

  test('is not believed when a header came twice, and a group counts by its whole name', async () => {
    const app = await world.again({ environment: { ...environment, TRUST_PROXY: 'loopback' } })
    const inject = async (method: 'GET' | 'POST', url: string, headers: Record<string, string | string[]>) => {
      const payload = method === 'POST' ? { payload: {} } : {}
      const answer = await app.server.inject({ method, url, headers: { ...page('').headers, ...headers }, ...payload })
      return { ...answer.json<Json>(), cookie: cookiesOf({ headers: answer.headers } as Answer) }
    }
    const enter = (headers: Record<string, string | string[]>) => inject('POST', '/api/v1/sign-in/proxy', headers)
    expect(await enter({ 'x-forwarded-user': 'eve', 'x-forwarded-groups': ['it', 'all'] })).toMatchObject({
      code: 'sign_in_failed',
      message: expect.stringContaining('x-forwarded-groups came more than once'),
    })
    expect(await enter({ ...ada, 'x-forwarded-user': ['ada', 'eve'] })).toMatchObject({ code: 'sign_in_failed' })
    // Behind 300 characters of other groups; a longer name that begins like a group is not that group.
    const many = Array.from({ length: 60 }, (_, at) => `team-${at}`).join(',')
    const zoe = { 'x-forwarded-user': 'zoe', 'x-forwarded-groups': `${many},it` }
    const entered = await enter(zoe)
    expect(entered).toHaveProperty('session_id')
    const who = (user: string | string[]) =>
      inject('GET', '/api/v1/organization', { cookie: entered.cookie, 'x-forwarded-user': user })
    expect(await who('zoe')).toMatchObject({ user: { name: 'zoe' } })
    expect(await who(['zoe', 'eve'])).toMatchObject({ code: 'unauthorized' })
    expect(await enter({ 'x-forwarded-user': 'max', 'x-forwarded-groups': 'it-guests' })).toMatchObject({
      code: 'not_invited',
    })
  })

  test('is believed only on its own connections', async () => {
    const ask = requester(await world.again({ environment: { ...environment, TRUST_PROXY: '192.0.2.1' } }))
    expect((await ask('GET', '/api/v1/sign-in', undefined, { headers: ada })).body.proxy_user).toBeNull()
    expect((await ask('POST', '/api/v1/sign-in/proxy', {}, page('', ada))).status).toBe(400)
    await expect(world.again({ environment })).rejects.toThrow('PROXY_USER_HEADER needs TRUST_PROXY')
  })
})

describe('a key', () => {
  const keyWith = async (input: Json) => {
    const { body } = await world.a.request('POST', '/api/v1/user/api-keys', { name: 'bounded', ...input })
    return { body, key: { headers: { 'x-api-key': String(body.api_key) } } }
  }

  test('that expires opens nothing afterwards, and a refused sign-in with it is in the audit trail', async () => {
    const { body, key } = await keyWith({ expires_in_days: 2, scope: 'read' })
    expect((await world.request('GET', '/api/v1/organization', undefined, key)).status).toBe(200)
    aheadMs += 2 * 24 * 60 * 60_000 + 1000
    expect((await world.request('GET', '/api/v1/organization', undefined, key)).status).toBe(401)
    const listed = (await world.a.request<Json[]>('GET', '/api/v1/user/api-keys')).body.find(({ id }) => id === body.id)
    expect(listed).toMatchObject({ is_active: false, archived_at: null })
    await world.request('POST', '/api/v1/session', { api_key: String(body.api_key) }, page(''))
    const refusals = async () => (await auditOf('signInRefused')).filter(({ api_key_id }) => api_key_id === body.id)
    expect(await refusals()).toEqual([expect.objectContaining({ address: '127.0.0.1' })])
    const again = () => world.request('POST', '/api/v1/session', { api_key: String(body.api_key) }, page(''))
    await again()
    expect(await refusals()).toHaveLength(1)
    aheadMs += 61_000
    await again()
    expect(await refusals()).toHaveLength(2)
  })

  test('that is bound to addresses opens nothing from another', async () => {
    const inside = await keyWith({ addresses: ['127.0.0.0/8'] })
    expect((await world.request('GET', '/api/v1/organization', undefined, inside.key)).status).toBe(200)
    const outside = await keyWith({ addresses: ['192.0.2.0/24'] })
    const refused = await world.request('GET', '/api/v1/organization', undefined, outside.key)
    expect([refused.status, refused.body.code]).toEqual([403, 'address_not_allowed'])
    const wrong = await world.a.request('POST', '/api/v1/user/api-keys', { name: 'x', addresses: ['10.0.0.0/64'] })
    expect(wrong.status).toBe(422)
  })

  test('of the scope report sees figures and no people', async () => {
    const { key } = await keyWith({ scope: 'report' })
    const status = async (url: string) => (await world.request('GET', url, undefined, key)).status
    expect(await status('/api/v1/organization')).toBe(200)
    for (const path of [
      '/api/v1/calls',
      '/api/v1/suppressions',
      '/api/v1/contact-lists',
      '/api/v1/search?q=a',
      '/api/v1/campaign/',
    ])
      expect(await status(path), path).toBe(403)
  })
})

test('a suspended organization opens nothing and dials nobody; the others are served, and it continues when it is resumed', async () => {
  const { a, b, app, pool } = world
  const started = async (member: typeof a) => {
    const { id } = await newCampaign(member, { endings: ['60'], retry_config: { enabled: false } })
    await made(member.request('POST', `/api/v1/campaign/${id}/start`))
    return id
  }
  const ofB = await started(b)
  const session = await world.request('POST', '/api/v1/session', { api_key: b.key }, page(''))
  await setSuspended(app.db, 'B', { at: new Date(), reason: 'unpaid' })
  aheadMs += 2000
  for (const answer of [
    await b.request('GET', '/api/v1/organization'),
    await world.request('GET', '/api/v1/organization', undefined, page(cookiesOf(session))),
    await world.request('POST', '/api/v1/session', { api_key: b.key }, page('')),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, 'organization_suspended'])
  const ofA = await started(a)
  await app.dialer.start()
  await untilEvent(a, ofA, 'campaign_completed')
  const { rows } = await pool.query('select 1 from calls where organization_id = $1', [b.organizationId])
  expect(rows).toEqual([])
  await setSuspended(app.db, 'B', null)
  aheadMs += 2000
  app.dialer.wake(b.organizationId)
  await untilEvent(b, ofB, 'campaign_completed')
  const { body } = await b.request('GET', '/api/v1/organization/usage?simulated=include')
  expect(body.usage).toEqual([expect.objectContaining({ direction: 'outbound', calls: 1, answered: 0 })])
})

test('exports and recordings that are handed out are in the audit trail, with the address', async () => {
  await world.a.request('GET', '/api/v1/suppressions/export')
  expect((await auditOf('exportSuppressions')).at(-1)).toMatchObject({
    address: '127.0.0.1',
    after: null,
    finished: true,
  })
})

test('every route that hands out a link to data of people notes its reader', () => {
  const links = world.app.routes.filter(
    ({ answer }) => 'schema' in answer && JSON.stringify(answer.example).includes('download_url'),
  )
  expect(links.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['getCampaignSourceDownloadUrl', 'getCallRecording']),
  )
  expect(links.filter((route) => !isReadAudited(route)).map(({ operation }) => operation)).toEqual([])
})

describe('people who come by their group, where SIGN_IN_ORGANIZATION is not set', () => {
  const roles = new Map([['it', 'administrator' as const]])
  const reported = () => world.log.lines.filter((line) => line.includes('SIGN_IN_ORGANIZATION'))
  const warn = (organization: string | null, of: SignInSettings['roles'] = roles) =>
    warnUnknownOrganization(world.app.db, { organization, roles: of }, world.log)

  test('a name that no organization has is reported', async () => {
    await warn('A')
    await warn(null)
    expect(reported()).toEqual([])
    await warn('Nowhere')
    expect(reported()).toEqual([expect.stringContaining('Nowhere')])
  })

  test('never enter another organization after the oldest one was deleted', async () => {
    const environment = {
      PUBLIC_URL,
      TRUST_PROXY: 'loopback',
      PROXY_USER_HEADER: 'X-Forwarded-User',
      PROXY_GROUPS_HEADER: 'X-Forwarded-Groups',
      SIGN_IN_ROLES: 'it=administrator',
    }
    const ask = requester(await world.again({ environment }))
    const signIn = (user: string) =>
      ask('POST', '/api/v1/sign-in/proxy', {}, page('', { 'x-forwarded-user': user, 'x-forwarded-groups': 'it' }))
    expect((await signIn('grace')).status).toBe(200)
    const deps = {
      db: world.app.db,
      recordings: await openFileStore(world.config.recordings),
      now: () => new Date(Date.now() + aheadMs),
    }
    const input = { name: 'A', reason: 'left' }
    expect(await deleteOrganization({ ...deps, signIn: { roles, organization: null } }, input)).toEqual({
      kind: 'entered_by_groups',
    })
    // A store without the mark of its owner may be another installation's: its files stay, and the command says so.
    const unnoted = `${world.a.organizationId}/987654.wav`
    await deps.recordings.write(unnoted, Buffer.from('sound'))
    expect(await deleteOrganization({ ...deps, signIn: { roles, organization: 'B' } }, input)).toMatchObject({
      kind: 'deleted',
      left: { files: 1, why: 'unmarked', folder: expect.stringMatching(new RegExp(`/${world.a.organizationId}/$`)) },
    })
    expect(await deps.recordings.read(unnoted)).not.toBeNull()
    for (const user of ['grace', 'newcomer']) expect((await signIn(user)).body.code).toBe('not_invited')
    const { rows } = await world.pool.query("select 1 from users where role_from = 'groups'")
    expect(rows).toEqual([])
    await warn(null, new Map())
    expect(reported()).toHaveLength(1)
    await warn(null)
    expect(reported().at(-1)).toContain('oldest organization was deleted')
  })
})
