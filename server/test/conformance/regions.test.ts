/** An account in a region asks the hosts of its region, with every request that it makes, and no others. */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../src/telephony/fields.ts'
import type { CarrierAccount, Credentials, ProviderSpec } from '../../src/telephony/provider.ts'
import { providersOf } from '../../src/telephony/providers.ts'
import { accountContext } from './canned-carrier.ts'
import { dialOrder, OWN_NUMBER, PERSON } from './harness.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const ACCOUNTS: Record<string, Credentials> = {
  exotel: { account_sid: 'clinic1', api_key: 'key', api_token: 'token', flow_id: '7' },
  telnyx: { api_key: 'KEY', connection_id: '1', public_key: Buffer.alloc(32, 7).toString('base64') },
  twilio: { account_sid: `AC${'a'.repeat(32)}`, auth_token: 'token' },
  vonage: {
    application_id: '11111111-2222-3333-4444-555555555555',
    private_key: privateKey,
    api_key: 'abcd1234',
    api_secret: 'secret',
    signature_secret: 'signature',
  },
}

/** From the carriers' pages, not from the program. `elsewhere`: what is managed in one place for all regions. */
const HOSTS: Record<string, { regions: Record<string, string>; elsewhere?: string[] }> = {
  exotel: { regions: { mumbai: 'api.in.exotel.com', singapore: 'api.exotel.com' } },
  telnyx: {
    regions: {
      us: 'api.telnyx.com',
      eu: 'api.telnyx.eu',
      apac: 'api.telnyx.com.au',
      ca: 'api.telnyx.ca',
      me: 'api.telnyx.me',
    },
  },
  twilio: {
    regions: {
      us1: 'api.twilio.com',
      ie1: 'api.dublin.ie1.twilio.com',
      au1: 'api.sydney.au1.twilio.com',
      jp1: 'api.tokyo.jp1.twilio.com',
    },
  },
  vonage: {
    regions: {
      'na-east': 'api-us-3.vonage.com',
      'na-west': 'api-us-4.vonage.com',
      'eu-west': 'api-eu-3.vonage.com',
      'eu-east': 'api-eu-4.vonage.com',
      'apac-sng': 'api-ap-3.vonage.com',
      'apac-australia': 'api-ap-4.vonage.com',
    },
    elsewhere: ['api.nexmo.com', 'rest.nexmo.com'],
  },
}

const specs = [...providersOf({ simulated: false }).values()].filter((spec) =>
  spec.fields.some(({ name }) => name === 'region'),
)

test('every carrier with a region is tried, with all its regions', () => {
  const offered = specs.map((spec) => [spec.name, optionsOf(spec)])
  const expected = Object.entries(HOSTS).map(([name, { regions }]) => [name, Object.keys(regions).sort()])
  expect(offered).toEqual(expected)
})

function optionsOf(spec: ProviderSpec): string[] {
  const field = fieldsOf(spec).find(({ name }) => name === 'region')
  return (field?.options ?? []).map(({ value }) => value).sort()
}

const call = (callId: number) => ({ callId, callKey: `od-${callId}`, providerCallId: `carrier-${callId}` })

/** Everything that an account can ask. The answers are empty, so that each method goes as far as it can without one. */
async function askEverything(account: CarrierAccount): Promise<void> {
  await account.place(dialOrder({ ...call(1), providerCallId: null }), AbortSignal.timeout(1000))
  await account.hangUp(call(1))
  await account.lookUp(call(1))
  await account.lookUp({ ...call(1), providerCallId: null }, { to: PERSON, askedAtMs: Date.now() })
  await account.join(call(1), call(2))
  for (const bind of [true, false]) await account.bindInbound(OWN_NUMBER, bind)
  await account.check()
  await account.priceOf?.(call(1))
  await account.ownNumbers?.()
  await account.refuse({ providerCallId: 'carrier-3', from: PERSON, to: OWN_NUMBER, details: {} })
  await account.answer(call(3))
}

async function hostsAsked(spec: ProviderSpec, region: string): Promise<{ calls: Set<string>; others: Set<string> }> {
  const calls = new Set<string>()
  const others = new Set<string>()
  const answer = async (url: unknown) => {
    const { host, pathname } = new URL(String(url))
    const isOfCalls = /calls/i.test(pathname)
    ;(isOfCalls ? calls : others).add(host)
    return Response.json({ data: {}, number: '14155550100' })
  }
  const credentials = { ...ACCOUNTS[spec.name], region }
  const account = spec.open(accountContext(spec, credentials, answer as typeof fetch))
  await askEverything(account)
  await account.close()
  return { calls, others }
}

describe.each(specs.map((spec) => [spec.name, spec] as const))('%s', (name, spec) => {
  const { regions, elsewhere } = HOSTS[name] as (typeof HOSTS)[string]

  test.each(Object.entries(regions))('in %s asks %s only', async (region, host) => {
    const { calls, others } = await hostsAsked(spec, region)
    expect([...calls]).toEqual([host])
    expect(others.size).toBeGreaterThan(0)
    for (const other of others) expect(elsewhere ?? [host]).toContain(other)
  })

  test('a region beside an address of one’s own is refused, and either alone is accepted', () => {
    const values = (more: Credentials) => ({ ...defaults(spec), ...ACCOUNTS[name], ...more })
    const [region] = Object.keys(regions)
    const own = 'https://carrier.example.com'
    const faults = (more: Credentials) => (spec.inspect?.(values(more)) ?? []).map(({ field }) => field)
    expect(faults({ region, api_base_url: own })).toEqual(['api_base_url'])
    expect(faults({ region })).toEqual([])
    expect(faults({ api_base_url: own })).toEqual([])
  })
})

function defaults(spec: ProviderSpec): Credentials {
  return Object.fromEntries(fieldsOf(spec).map((field) => [field.name, field.default]))
}
