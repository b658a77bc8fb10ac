/** The numbers of an account are read from all pages of the carrier's list, as each carrier pages it. */
import { describe, expect, test } from 'vitest'
import { NUMBER_PAGES_MAX, readAllNumberPages } from '../../src/telephony/carrier-kit/own-numbers.ts'
import type { Credentials, ProviderSpec } from '../../src/telephony/provider.ts'
import { providersOf } from '../../src/telephony/providers.ts'
import { accountContext } from './canned-carrier.ts'

const TOTAL = 523
const digitsOf = (index: number) => String(14155550000 + index)

/** The slice of the account's numbers that this request is for, and what follows it; as the carrier's page describes it. */
interface Pager {
  credentials: Credentials
  answer(url: URL): unknown
}

function slice(from: number, size: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(size, TOTAL - from)) }, (_, index) => from + index)
}

const number = (url: URL, name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)

/** Twilio names the next page itself, with a token that cannot be guessed. */
function twilioPages(largest: number): (url: URL) => unknown {
  return (url) => {
    if (url.pathname.includes('OutgoingCallerIds')) return { outgoing_caller_ids: [], next_page_uri: null }
    const page = number(url, 'Page', 0)
    if (page > 0 && url.searchParams.get('PageToken') !== `PT${page}`) return {}
    const size = Math.min(number(url, 'PageSize', 50), largest)
    const has = slice(page * size, size)
    const next = `${url.pathname}?PageSize=${size}&Page=${page + 1}&PageToken=PT${page + 1}`
    return {
      incoming_phone_numbers: has.map((index) => ({ phone_number: `+${digitsOf(index)}`, friendly_name: 'x' })),
      next_page_uri: (page + 1) * size < TOTAL ? next : null,
    }
  }
}

const PAGERS: Record<string, Pager> = {
  exotel: {
    credentials: { account_sid: 'clinic1', api_key: 'key', api_token: 'token' },
    answer(url) {
      const page = number(url, 'Page', 0)
      const list = slice(page * 50, 50).map((index) => ({ sid: `s${index}`, phone_number: `+${digitsOf(index)}` }))
      const next = (page + 1) * 50 < TOTAL ? 'http://twilix.exotel.com/next' : null
      return { page, page_size: 50, next_page_uri: next, incoming_phone_numbers: list }
    },
  },
  plivo: {
    credentials: { auth_id: 'MA1', auth_token: 'token' },
    answer(url) {
      const size = Math.min(number(url, 'limit', 20), 20)
      return { objects: slice(number(url, 'offset', 0), size).map((index) => ({ number: digitsOf(index) })) }
    },
  },
  signalwire: {
    credentials: {
      space_url: 'https://x.signalwire.com',
      project_id: '11111111-2222-3333-4444-555555555555',
      api_token: 'PT',
      signing_key: 'key',
    },
    answer: twilioPages(50),
  },
  telnyx: {
    credentials: { api_key: 'KEY', connection_id: '1', public_key: Buffer.alloc(32, 7).toString('base64') },
    answer(url) {
      const size = Math.min(number(url, 'page[size]', 20), 250)
      const from = (number(url, 'page[number]', 1) - 1) * size
      return { data: slice(from, size).map((index) => ({ phone_number: `+${digitsOf(index)}` })) }
    },
  },
  twilio: { credentials: { account_sid: `AC${'a'.repeat(32)}`, auth_token: 'token' }, answer: twilioPages(100) },
  vobiz: {
    credentials: { auth_id: 'MA1', auth_token: 'token' },
    answer(url) {
      const size = Math.min(number(url, 'per_page', 25), 100)
      return {
        items: slice((number(url, 'page', 1) - 1) * size, size).map((index) => ({ e164: `+${digitsOf(index)}` })),
      }
    },
  },
  vonage: {
    credentials: { application_id: '1', private_key: '', api_key: 'k', api_secret: 's', signature_secret: 's' },
    answer(url) {
      const size = Math.min(number(url, 'size', 10), 100)
      const list = slice((number(url, 'index', 1) - 1) * size, size).map((index) => ({ msisdn: digitsOf(index) }))
      return { count: TOTAL, numbers: list }
    },
  },
}

const specs = [...providersOf({ simulated: false }).values()]

function open(spec: ProviderSpec, answer: (url: URL) => Response) {
  const credentials = PAGERS[spec.name]?.credentials ?? {}
  const fetcher = (async (url: unknown) => answer(new URL(String(url)))) as typeof fetch
  return spec.open(accountContext(spec, credentials, fetcher))
}

describe.each(Object.entries(PAGERS))('%s', (name, pager) => {
  const spec = specs.find((each) => each.name === name) as ProviderSpec

  test(`lists all ${TOTAL} numbers`, async () => {
    const own = await open(spec, (url) => Response.json(pager.answer(url))).ownNumbers?.()
    const addresses = own?.ok ? own.numbers.map(({ address }) => address) : []
    expect(new Set(addresses)).toEqual(new Set(slice(0, TOTAL).map((index) => `+${digitsOf(index)}`)))
    // SignalWire does not list verified numbers, so that there may be more than it lists.
    expect(own).toMatchObject({ ok: true, more: name === 'signalwire' })
  })

  test('says that there are more if a later page cannot be read', async () => {
    let asked = 0
    const answer = (url: URL) => {
      if (!url.pathname.includes('OutgoingCallerIds')) asked += 1
      return asked > 1 ? Response.json({}, { status: 500 }) : Response.json(pager.answer(url))
    }
    expect(await open(spec, answer).ownNumbers?.()).toMatchObject({ ok: true, more: true })
  })
})

test('every carrier that lists numbers is tried', () => {
  const listing = specs.filter((spec) => {
    if (['ari', 'sip', 'cloudonix'].includes(spec.name)) return false
    return open(spec, () => Response.json({})).ownNumbers !== undefined
  })
  expect(listing.map(({ name }) => name)).toEqual(Object.keys(PAGERS).sort())
})

test('a carrier that repeats a page, or never ends, is not asked for ever', async () => {
  let asked = 0
  const page = [{ address: '+14155550100', label: null }]
  const repeated = await readAllNumberPages(async () => ({ numbers: page, next: String(++asked) }))
  expect([repeated, asked]).toEqual([{ ok: true, numbers: page, more: true }, 2])
  asked = 0
  const endless = await readAllNumberPages(async () => {
    asked += 1
    return { numbers: [{ address: `+1415555${1000 + asked}`, label: null }], next: String(asked) }
  })
  expect(endless).toMatchObject({ ok: true, more: true })
  expect(asked).toBe(NUMBER_PAGES_MAX)
})
