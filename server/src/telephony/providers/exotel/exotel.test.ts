import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standIn, writtenInIndia } from '../../../../test/carriers/exotel.ts'
import { accountContext } from '../../../../test/conformance/canned-carrier.ts'
import { dialOrder, type Harness, OWN_NUMBER, PERSON, startHarness } from '../../../../test/conformance/harness.ts'
import { placedCall } from '../../../../test/conformance/scenarios.ts'
import type { CarrierAccount, Credentials, WebhookRequest } from '../../provider.ts'
import { ExotelMediaDialect } from './media.ts'
import { asE164, callerId, parseExotelTime, zoneOffset } from './numbers.ts'
import { exotel } from './spec.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ spec: exotel, standIn, signing: 'address' })
})
afterAll(() => harness.stop())

/** An account whose every question is answered with this; the addresses asked are kept. */
function answering(answers: Record<string, unknown>, changes: Credentials = {}) {
  const asked: string[] = []
  const fetcher = (async (url: string | URL | Request) => {
    asked.push(String(url))
    const found = Object.entries(answers).find(([part]) => String(url).includes(part))
    return found ? Response.json(found[1]) : Response.json({}, { status: 404 })
  }) as typeof fetch
  const credentials = { ...harness.credentials, ...changes }
  return { account: exotel.open(accountContext(exotel, credentials, fetcher)), asked }
}

describe('a dial', () => {
  test('calls the person as From, and shows an Indian caller ID in the form of an ExoPhone', async () => {
    const { account, carrier, newCall, urls } = harness
    const call = newCall()
    const order = dialOrder(call, { to: '+919876543210', from: '+918047491899' })
    expect(await account.place(order, AbortSignal.timeout(5000))).toMatchObject({ kind: 'placed' })
    const form = new URLSearchParams(carrier.requests.at(-1)?.body)
    expect(Object.fromEntries(form)).toMatchObject({
      From: '+919876543210',
      CallerId: '08047491899',
      StreamUrl: `${urls.media(call)}?sample-rate=8000`,
      StreamType: 'bidirectional',
      TimeOut: '37',
      TimeLimit: '1237',
    })
    expect(form.getAll('StatusCallbackEvents[]')).toEqual(['ringing', 'answered', 'terminal'])
  })

  test('is not sent with an audio address that Exotel does not accept', async () => {
    const context = accountContext(exotel, harness.credentials, async () => {
      throw new Error('sent')
    })
    const urls = { ...context.urls, media: () => `wss://calls.example.com/${'a'.repeat(600)}` }
    const result = await exotel
      .open({ ...context, urls })
      .place(dialOrder(harness.newCall()), AbortSignal.timeout(1000))
    expect(result).toMatchObject({ kind: 'halt', reason: expect.stringContaining('PUBLIC_URL') })
  })

  test('goes to the host of the region', async () => {
    for (const [region, host] of [
      ['', 'api.in.exotel.com'],
      ['mumbai', 'api.in.exotel.com'],
      ['singapore', 'api.exotel.com'],
    ]) {
      const { account, asked } = answering({}, { region, api_base_url: 'https://api.in.exotel.com' })
      await everyRequest(account)
      expect(new Set(asked.map((url) => new URL(url).host))).toEqual(new Set([host]))
    }
  })

  test('a number in the registry of India is final for that contact, and another refusal of a 403 is not', async () => {
    const verdicts: string[] = []
    for (const name of ['403 do-not-call registry', '403 not enabled']) {
      harness.carrier.refusals.find((refusal) => refusal.name === name)?.arm()
      const { kind } = await harness.account.place(dialOrder(harness.newCall()), AbortSignal.timeout(5000))
      verdicts.push(kind)
    }
    expect(verdicts).toEqual(['never', 'halt'])
  })
})

async function everyRequest(account: CarrierAccount): Promise<void> {
  const call = harness.newCall('abc')
  await account.place(dialOrder(harness.newCall()), AbortSignal.timeout(1000))
  await account.lookUp(call)
  await account.check()
  await account.ownNumbers?.()
  await account.priceOf?.(call)
  await account.bindInbound(OWN_NUMBER, true)
}

describe('what is known of a call', () => {
  test('`in-progress` is no evidence of an answer', async () => {
    const call = await placedCall(harness)
    expect(await harness.account.lookUp(call)).toMatchObject({ kind: 'live', news: 'queued' })
  })

  test('a call that is not listed is never absent: Exotel may not list calls in progress', async () => {
    const { account, newCall } = harness
    await placedCall(harness)
    const found = await account.lookUp(newCall(null), { to: '+14155550189', askedAtMs: Date.now() - 600_000 })
    expect(found.kind).toBe('unsure')
  })

  test('a lost dial is found by its number and time, in the time zone that Exotel writes', async () => {
    const askedAtMs = Date.now()
    const listed = (Sid: string, atMs: number) => ({
      Sid,
      From: PERSON,
      Status: 'no-answer',
      DateCreated: writtenInIndia(atMs),
    })
    // The second would fit if times were read as UTC.
    const Calls = [listed('ours', askedAtMs + 1000), listed('earlier', askedAtMs - 5.5 * 3_600_000)]
    const accepted = { Call: { Sid: 'x', DateCreated: writtenInIndia(askedAtMs) } }
    const { account } = answering({ 'connect.json': accepted, 'Calls.json': { Calls } })
    const trace = { to: PERSON, askedAtMs }
    expect((await account.lookUp(harness.newCall(null), trace)).kind).toBe('unsure')
    await account.place(dialOrder(harness.newCall()), AbortSignal.timeout(1000))
    expect(await account.lookUp(harness.newCall(null), trace)).toMatchObject({
      kind: 'ended',
      providerCallId: 'ours',
      news: { as: 'no_answer' },
    })
  })

  test.each([
    [{ Status: 'completed' }, 'hung_up', null],
    [{ Status: 'completed', Legs: [{ OnCallDuration: 41 }] }, 'completed', 41],
    [{ Status: 'completed', ConversationDuration: 0, Legs: [{ OnCallDuration: 0 }] }, 'hung_up', null],
  ])('%j at the end is read as %s', async (fields, as, durationSeconds) => {
    const reading = await read(JSON.stringify({ CallSid: 'a1', ...fields }), 'application/json')
    expect(reading).toMatchObject({ kind: 'news', events: [{ kind: 'ended', as, durationSeconds, permanent: false }] })
  })

  test('a callback is read as JSON, as a form and as multipart, in any case of its names', async () => {
    const busy = { kind: 'news', events: [{ kind: 'ended', as: 'busy', providerCallId: 'a1' }] }
    expect(await read('callsid=a1&status=busy', 'application/x-www-form-urlencoded')).toMatchObject(busy)
    expect(await read('{"CallSid":"a1","Status":"busy"}', 'application/json')).toMatchObject(busy)
    const boundary = '------------------------d74496d66958873e'
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const body = `${part('CallSid', 'a1')}${part('Status', 'busy')}--${boundary}--\r\n`
    expect(await read(body, `multipart/form-data; boundary=${boundary}`)).toMatchObject(busy)
  })

  test('a callback of another call than its address is refused', async () => {
    const reading = await read('{"CallSid":"a2","Status":"busy"}', 'application/json', 'a1')
    expect(reading).toMatchObject({ kind: 'refused' })
  })
})

function read(body: string, type: string, known: string | null = null) {
  const request: WebhookRequest = {
    hook: 'status',
    call: harness.newCall(known),
    method: 'POST',
    url: 'https://calls.example.com/status',
    headers: { 'content-type': type },
    query: new URLSearchParams(),
    rawBody: Buffer.from(body),
  }
  return harness.account.readWebhook(request)
}

describe('prices, numbers and hang-ups', () => {
  test('the price of a call has the currency of the account, which is asked for once', async () => {
    const balance = { Account: { BalanceData: { Currency: 'INR' } } }
    const { account, asked } = answering({ 'Calls/abc.json': { Call: { Price: '1.500' } }, 'Balance.json': balance })
    const known = { kind: 'known', amount: '1.500', currency: 'INR' }
    expect(await account.priceOf?.(harness.newCall('abc'))).toEqual(known)
    expect(await account.priceOf?.(harness.newCall('abc'))).toEqual(known)
    expect(asked.filter((url) => url.includes('Balance'))).toHaveLength(1)
  })

  test('a price whose currency is not known is not a price', async () => {
    const { account } = answering({ 'Calls/abc.json': { Call: { Price: '1.500' } } })
    expect(await account.priceOf?.(harness.newCall('abc'))).toMatchObject({ kind: 'not_yet' })
  })

  test('all pages of the account’s numbers are read', async () => {
    const own = await harness.account.ownNumbers?.()
    const addresses = own?.ok ? own.numbers.map(({ address }) => address) : []
    expect(own).toMatchObject({ ok: true, more: false })
    expect(addresses).toEqual(['+918047491899', '+911140000000', OWN_NUMBER])
  })

  test('a number is not bound without a flow, and the operator is told what to enter', async () => {
    const { account } = answering({}, { flow_id: '' })
    const bound = await account.bindInbound(OWN_NUMBER, true)
    expect(bound).toMatchObject({ ok: false, message: expect.stringContaining('flow_id') })
  })

  test('a call without audio here cannot be ended, which is logged', async () => {
    const before = harness.logged.length
    await harness.account.hangUp(await placedCall(harness))
    expect(harness.logged.slice(before)).toEqual([expect.stringContaining('failed to hang up')])
  })

  test('an account that is replaced keeps its calls until their audio ends', async () => {
    const call = await placedCall(harness)
    const { peer } = await harness.connectMedia(call)
    expect(harness.account.holds?.(call)).toBe(true)
    const retired = harness.account.retire?.()
    peer.hangUp()
    await retired
    expect(harness.account.holds?.(call)).toBe(false)
  })
})

describe('audio', () => {
  const started = (media_format: object) =>
    Buffer.from(JSON.stringify({ event: 'start', stream_sid: 's', start: { media_format } }))

  test('is refused in a format that was not asked for', () => {
    const refused: string[] = []
    const dialect = new ExotelMediaDialect((format) => refused.push(format))
    expect(dialect.read(started({ encoding: 'audio/x-mulaw', sample_rate: '8000' }), false)).toEqual([])
    expect(dialect.read(started({ encoding: 'audio/x-raw', sample_rate: '16000' }), false)).toEqual([])
    expect(refused).toEqual(['audio/x-mulaw 8000', 'audio/x-raw 16000'])
    expect(dialect.read(started({ encoding: 'raw', sample_rate: '8000' }), false)).toEqual([{ kind: 'started' }])
  })

  test('leaves in messages of 100 ms, and the rest of a sentence with its mark, filled with silence', () => {
    const dialect = new ExotelMediaDialect(() => {})
    dialect.read(started({}), false)
    const bytes = (messages: unknown) =>
      (messages as string[]).map((text) => Buffer.from(JSON.parse(text).media?.payload ?? '', 'base64').length)
    expect(bytes(dialect.audio(new Uint8Array(3000).fill(1)))).toEqual([])
    expect(bytes(dialect.audio(new Uint8Array(3600).fill(1)))).toEqual([3200, 3200])
    const [rest, mark] = dialect.mark('end') as string[]
    const audio = Buffer.from(JSON.parse(rest as string).media.payload, 'base64')
    expect([audio.length, audio.lastIndexOf(1)]).toEqual([3200, 199])
    expect(JSON.parse(mark as string)).toMatchObject({ event: 'mark', mark: { name: 'end' } })
    dialect.audio(new Uint8Array(100).fill(1))
    dialect.clear()
    expect(dialect.mark('nothing left')).toHaveLength(1)
  })

  test('a sample that two messages share is put together', () => {
    const dialect = new ExotelMediaDialect(() => {})
    const media = (...bytes: number[]) =>
      dialect.read(
        Buffer.from(JSON.stringify({ event: 'media', media: { payload: Buffer.from(bytes).toString('base64') } })),
        false,
      )
    expect(media(1, 2, 3)).toEqual([{ kind: 'audio', audio: Buffer.from([1, 2]) }])
    expect(media(4)).toEqual([{ kind: 'audio', audio: Buffer.from([3, 4]) }])
  })
})

test('numbers and times are read as Exotel writes them', () => {
  const india = { country_code: '91' }
  expect(asE164('08047491899', india)).toBe('+918047491899')
  expect(asE164('+14155550100', india)).toBe('+14155550100')
  expect(asE164('918047491899', india)).toBe('+918047491899')
  expect(callerId('+6531234567')).toBe('+6531234567')
  const now = Date.parse('2026-11-17T04:30:00Z')
  expect(zoneOffset(parseExotelTime('2026-11-17 10:00:07'), now)).toBe(5.5 * 3_600_000)
  expect(zoneOffset(parseExotelTime('2026-11-17 10:05:00'), now)).toBeNull()
  expect(parseExotelTime('yesterday')).toBeNaN()
})
