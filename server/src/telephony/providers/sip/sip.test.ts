/** What the form becomes, and what the state of a registration costs: nobody. Registrations themselves: `own-pbx`. */
import { describe, expect, test } from 'vitest'
import { accountContext, callRef } from '../../../../test/conformance/canned-carrier.ts'
import { dialOrder } from '../../../../test/conformance/harness.ts'
import { PayWorld, TALKS } from '../../../../test/dialer/who-pays-world.ts'
import { pbxFiles } from '../../own-pbx/configuration.ts'
import { readRegistrationFault, registrationStateOf } from '../../own-pbx/registrations.ts'
import type { Refused, TrunkState } from '../../provider.ts'
import { notReadyResult } from './account.ts'
import { sip } from './spec.ts'
import { trunkOf } from './trunk.ts'

const CREDENTIALS = { sip_host: 'sip.example.com', username: '1001', password: 'pa;ss' }
const credentials = (changes: Record<string, unknown> = {}) =>
  accountContext(sip, { ...CREDENTIALS, ...changes }).credentials

describe('the configuration', () => {
  const places = {
    folder: '/f',
    runFolder: '/r',
    modulesFolder: null,
    dataFolder: null,
    httpPort: 1,
    managerPort: 2,
    sipPort: 5060,
    rtpPorts: [20_000, 20_999] as const,
    externalAddress: '203.0.113.7',
    secret: 's3cret',
  }
  const pjsip = (changes: Record<string, unknown> = {}) =>
    pbxFiles(places, [trunkOf(7, credentials(changes))])['pjsip.conf'] ?? ''

  test('registers again after every refusal, hides no password behind a comment, and shows the number as the carrier wants it', () => {
    const text = pjsip()
    expect(text).toContain('server_uri = sip:sip.example.com:5060\n')
    expect(text).toContain('password = pa\\;ss\n')
    expect(text).toContain('auth_rejection_permanent = no\n')
    expect(text).toContain('external_media_address = 203.0.113.7\n')
    expect(text).toContain('from_user = 1001\n')
    expect(pjsip({ caller_number_in: 'from' })).not.toContain('from_user')
    expect(pjsip({ transport: 'tls' })).toContain('sip:sip.example.com:5061\\;transport=tls\n')
    expect(pjsip({ register: false })).not.toContain('type = registration')
  })

  test('only listens on loopback for us, and another password makes another trunk', () => {
    const files = pbxFiles(places, [])
    for (const name of ['http.conf', 'manager.conf']) expect(files[name]).toContain('bindaddr = 127.0.0.1\n')
    const names = ['pa;ss', 'other'].map((password) => trunkOf(7, credentials({ password })).name)
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^trunk-7-[0-9a-f]{10}$/)
  })

  test.each([
    ['sip_host', 'sip.example.com\n[evil]'],
    ['sip_host', 'user@host'],
    ['username', 'a b'],
    ['username', 'x;y'],
    ['password', 'a\nb'],
    ['password', 'a\\'],
    ['own_number', '+49 30'],
  ])('cannot be bent by %s %j', (name, value) => {
    const field = sip.fields.find((each) => each.name === name)
    expect(new RegExp(field?.pattern ?? '').test(value)).toBe(false)
  })

  test('audio is encrypted only where its keys are', () => {
    expect(sip.inspect?.(credentials({ srtp: true }))).toMatchObject([{ field: 'srtp' }])
    expect(sip.inspect?.(credentials({ srtp: true, transport: 'tls' }))).toEqual([])
    expect(sip.inspect?.(credentials({ sip_host: 'a:99999' }))).toMatchObject([{ field: 'sip_host' }])
  })
})

/** Lines as Asterisk 22.10 writes them. */
const ABOUT = "'sip:h:5060' on registration attempt to 'sip:1001@h:5060'"
test.each([
  ["Temporal response '401' received from", 'refused'],
  ["Fatal response '403' received from", 'refused'],
  ["'404' fatal response received from", 'refused'],
  ["Temporal response '503' received from", 'unreachable'],
  ['No response received from', 'unreachable'],
])('%s: the trunk is %s', (words, kind) => {
  const line = `[2026-11-16 19:00:00] WARNING[1] res_pjsip_outbound_registration.c: ${words} ${ABOUT}, retrying in '30'`
  const read = readRegistrationFault(line)
  expect(read?.clientUri).toBe('sip:1001@h:5060')
  expect(registrationStateOf('Rejected', read?.fault)).toMatchObject({ kind })
  expect(registrationStateOf('Registered', read?.fault)).toEqual({ kind: 'registered' })
})

test('a rejection is not judged before its reason is known: it may be a wrong password', () => {
  expect(registrationStateOf('Rejected', undefined)).toEqual({ kind: 'starting' })
})

test('without an Asterisk of its own a node dials nobody, and says what to do', async () => {
  const account = sip.open(accountContext(sip, CREDENTIALS))
  const placed = await account.place(dialOrder(callRef()), AbortSignal.timeout(1_000))
  expect(placed).toMatchObject({ kind: 'halt', reason: expect.stringContaining('SIP_TRUNKS=on') })
  expect(await account.check()).toMatchObject({ ok: false, message: expect.stringContaining('SIP_TRUNKS=on') })
})

const STATES: Array<[TrunkState, 'paused' | 'running']> = [
  [{ kind: 'refused', reason: 'the registrar refuses the user name or the password (SIP 401)' }, 'paused'],
  [{ kind: 'unreachable', reason: 'the registrar does not answer' }, 'running'],
  [{ kind: 'starting' }, 'running'],
]
test.each(STATES)(
  'a campaign over a trunk that is %j is %s: nobody is spent, and all are reached afterwards',
  async (state, held) => {
    const people = 20
    const world = new PayWorld({ people, numbers: 1 }, () => ({ answer: notReadyResult(state) as Refused }))
    await (held === 'paused' ? world.settle() : world.run(300_000))
    expect(world.campaign()).toMatchObject({ state: held, failedRows: 0, processedRows: 0 })
    world.behave(() => TALKS)
    await world.run(60_000)
    if (world.campaign().state === 'paused') world.resume()
    await world.settle(60)
    expect(world.campaign()).toMatchObject({ state: 'completed', failedRows: 0, processedRows: people })
  },
)
