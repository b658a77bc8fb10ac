import { describe, expect, test } from 'vitest'
import type { CallRef, WebhookResult } from '../../src/telephony/provider.ts'
import type { ProviderUnderTest } from './find-providers.ts'
import * as forgery from './forgeries.ts'
import { type Harness, OWN_NUMBER, PERSON } from './harness.ts'
import { decodeMarkup, placedCall, readInbound, trueWebhooks, useHarness } from './scenarios.ts'
import type { PlainEnd, SignedWebhook, StandInFault, StandInNews } from './stand-in.ts'

const ENDINGS: PlainEnd[] = ['completed', 'busy', 'no_answer', 'declined', 'failed', 'canceled']
const NEWS: StandInNews[] = [
  { kind: 'dialing' },
  { kind: 'ringing' },
  { kind: 'answered' },
  { kind: 'machine', verdict: 'human' },
  { kind: 'machine', verdict: 'machine' },
  ...ENDINGS.map((as): StandInNews => ({ kind: 'ended', as })),
]

const FAULTS: Record<StandInFault, object> = {
  account: { as: 'failed', permanent: false, fault: 'account' },
  account_or_number: { as: 'failed', permanent: false, fault: 'account', perhapsNumber: true },
  network: { as: 'failed', permanent: false, fault: 'network' },
  caller: { as: 'failed', permanent: false, fault: 'caller' },
  number: { as: 'failed', permanent: true },
  unwanted: { unwanted: true },
  unexplained: { as: 'failed', permanent: false },
}

export function describeNews(provider: ProviderUnderTest): void {
  describe('news of a call', () => {
    const harness = useHarness(provider)

    for (const news of NEWS) {
      test(`${describeNewsItem(news)} is understood once, twice and late in the same way`, async (context) => {
        const { carrier, urls, read } = harness()
        const call = harness().newCall(`carrier-call-${news.kind}`)
        const webhook = carrier.statusWebhook(urls, call, news)
        if (!webhook) return context.skip('this carrier has no such webhook')
        const once = await read(webhook)
        expect(eventsOf(once).map(newsOf)).toContainEqual(expect.objectContaining(news))
        for (const event of eventsOf(once)) expect(belongsTo(event, call), JSON.stringify(event)).toBe(true)

        expect(await read(webhook), 'twice').toEqual(once)
        const end = carrier.statusWebhook(urls, call, { kind: 'ended', as: 'completed' })
        if (end) await read(end)
        expect(await read(webhook), 'late').toEqual(once)
      })
    }

    for (const [fault, expected] of Object.entries(FAULTS)) {
      test(`the end of an accepted call says whose fault it was: ${fault}`, async (context) => {
        const { carrier, urls, read } = harness()
        const call = harness().newCall(`carrier-call-${fault}`)
        const news = { kind: 'ended', as: 'failed', fault: fault as StandInFault } as const
        const webhook = carrier.statusWebhook(urls, call, news)
        if (!webhook) return context.skip('this carrier has no word for it')
        expect(eventsOf(await read(webhook)).map(newsOf)).toContainEqual(expect.objectContaining(expected))
      })
    }

    test('a person whose call could not reach our answer address has answered, and is not written off', async (context) => {
      const { carrier, urls, read } = harness()
      const webhook = carrier.statusWebhook(urls, harness().newCall('carrier-call-unreached'), { kind: 'unreached' })
      if (!webhook) return context.skip('this carrier has no answer address')
      const events = eventsOf(await read(webhook)).map(newsOf)
      expect(events).toContainEqual(expect.objectContaining({ kind: 'ended', as: 'completed', permanent: false }))
    })

    test('how a call ended is always told', () => {
      const { carrier, urls, newCall } = harness()
      for (const as of ['completed', 'busy', 'no_answer'] as const) {
        expect(carrier.statusWebhook(urls, newCall('carrier-call'), { kind: 'ended', as }), as).not.toBeNull()
      }
    })

    test('that arrives before the dial was answered brings the carrier’s id along', async () => {
      const { carrier, urls, newCall, read } = harness()
      const known = newCall('carrier-call-early')
      const webhook = carrier.statusWebhook(urls, known, { kind: 'ended', as: 'completed' }) as SignedWebhook
      // The same address, now remembered for a call whose carrier id is not recorded yet.
      urlsAgain(harness(), { ...known, providerCallId: null })
      const events = eventsOf(await read(webhook))
      expect(events.length).toBeGreaterThan(0)
      for (const event of events) expect(event.providerCallId).toMatch(/./)
    })
  })
}

export function describeForgeries(provider: ProviderUnderTest): void {
  describe('a webhook', () => {
    const harness = useHarness(provider)

    test.runIf(provider.signing !== 'address')('is refused if its proof was changed, emptied or left out', async () => {
      for (const webhook of trueWebhooks(harness())) {
        expect(forgery.proofHeaders(webhook), 'the stand-in must prove its webhooks').not.toEqual([])
        await expectRefused(harness(), forgery.withChangedProof(webhook))
        await expectRefused(harness(), forgery.withEmptyProof(webhook))
        await expectRefused(harness(), forgery.withoutProof(webhook))
      }
    })

    test.runIf(provider.signing === 'body')('is refused if a single character of it was changed', async () => {
      for (const webhook of trueWebhooks(harness())) await expectRefused(harness(), forgery.withChangedBody(webhook))
    })

    test('is refused or without effect if half of it is missing', async () => {
      for (const webhook of trueWebhooks(harness())) {
        const reading = await harness().read(forgery.truncated(webhook))
        if (provider.signing === 'body') expect(reading.kind).toBe('refused')
        else if (reading.kind !== 'refused') expect(reading).toMatchObject({ kind: 'news', events: [] })
      }
    })

    test.runIf(provider.signing !== 'address')('is refused by another account than the one it is for', async () => {
      const { spec, credentials, openAccount, read } = harness()
      const foreign = openAccount(forgery.foreignCredentials(spec, credentials))
      for (const webhook of trueWebhooks(harness())) {
        expect((await read(webhook, foreign)).kind).toBe('refused')
      }
    })

    test('is taken as it is', async () => {
      for (const webhook of trueWebhooks(harness())) expect((await harness().read(webhook)).kind).not.toBe('refused')
    })
  })
}

export function describeAnswering(provider: ProviderUnderTest): void {
  describe('a call', () => {
    const harness = useHarness(provider)

    test('that was answered is led to its audio', async () => {
      const { account, carrier, urls, read } = harness()
      const call = await placedCall(harness())
      const question = carrier.answerWebhook(urls, call)
      if (!question) {
        const dials = carrier.requests.map((request) => decodeMarkup(request.body)).join('\n')
        expect(dials).toContain(urls.media(call))
        return
      }
      const reading = await read(question)
      expect(reading).toMatchObject({ kind: 'answer', call: { callId: call.callId } })
      const reply = await account.answer(call)
      expect(reply.status).toBe(200)
      expect(decodeMarkup(reply.body)).toContain(urls.media(call))
    })

    test('that comes in is read with both numbers in full, and led to its audio when accepted', async () => {
      const { account, carrier, newCall, urls } = harness()
      const inbound = await readInbound(harness())
      expect(inbound).toMatchObject({ from: PERSON, to: OWN_NUMBER, providerCallId: expect.stringMatching(/./) })
      const call = newCall(inbound.providerCallId)
      const reply = await account.answer(call)
      expect(reply.status).toBe(200)
      const said = [reply.body, ...carrier.requests.map((request) => request.body)].map(decodeMarkup).join('\n')
      expect(said).toContain(urls.media(call))
    })

    test('that comes in for nobody is turned away in the carrier’s own words', async () => {
      const { account, carrier } = harness()
      const inbound = await readInbound(harness())
      const before = carrier.requests.length
      const reply = await account.refuse(inbound)
      expect(reply.status).toBe(200)
      expect(reply.body !== '' || carrier.requests.length > before).toBe(true)
      expect(decodeMarkup(reply.body)).not.toContain('ws://')
    })

    test('to a bound number is sent here, until it is unbound', async () => {
      const { account, carrier, urls } = harness()
      const before = carrier.requests.length
      expect(await account.bindInbound(OWN_NUMBER, true)).toMatchObject({
        ok: true,
        message: expect.stringMatching(/./),
      })
      const target = carrier.bindsTo ?? new URL(urls.configuration('any')).host
      const said = carrier.requests.slice(before).map((request) => decodeMarkup(request.body))
      expect(said.some((body) => body.includes(target))).toBe(true)
      expect(await account.bindInbound(OWN_NUMBER, false)).toMatchObject({
        ok: true,
        message: expect.stringMatching(/./),
      })
    })
  })
}

async function expectRefused({ read }: Harness, webhook: SignedWebhook): Promise<void> {
  expect(await read(webhook)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/./) })
}

function eventsOf(reading: WebhookResult) {
  if (reading.kind === 'news' || reading.kind === 'answer') return reading.events
  throw new Error(`read as ${reading.kind}: ${reading.kind === 'refused' ? reading.reason : ''}`)
}

function newsOf({ call: _call, providerCallId: _id, atMs: _at, ...news }: ReturnType<typeof eventsOf>[number]) {
  return news
}

function belongsTo(event: ReturnType<typeof eventsOf>[number], call: CallRef): boolean {
  return event.call ? event.call.callId === call.callId : event.providerCallId !== null
}

function describeNewsItem(news: StandInNews): string {
  return news.kind === 'ended'
    ? `ended as ${news.as}`
    : news.kind === 'machine'
      ? `a ${news.verdict} answered`
      : news.kind
}

/** Asks for every address the provider has given out for this call again, so that it is remembered with `call` as it is now. */
function urlsAgain({ hooks, urls }: Harness, call: CallRef): void {
  for (const hook of hooks(call.callId)) urls.call(call, hook)
}
