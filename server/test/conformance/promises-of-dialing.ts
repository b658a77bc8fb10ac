import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../src/telephony/fields.ts'
import { accountContext } from './canned-carrier.ts'
import type { ProviderUnderTest } from './find-providers.ts'
import * as forgery from './forgeries.ts'
import { dialOrder, OWN_NUMBER, PERSON } from './harness.ts'
import { PATIENCE_MS, placedCall, secretsOf, trueWebhooks, unreachable, useHarness } from './scenarios.ts'
import type { RunningStandIn } from './stand-in.ts'

/** Long enough for a loopback answer, short enough to wait for where none comes. */
const ABORT_MS = 1_000

export function describeSpec(name: string, provider: ProviderUnderTest): void {
  describe('the settings form', () => {
    const harness = useHarness(provider)
    const { spec } = provider

    test('is named like its folder', () => {
      expect(spec.name).toBe(name)
    })

    test('explains every field, and hides every secret', () => {
      for (const field of fieldsOf(spec)) {
        expect(field.label, field.name).not.toBe('')
        expect(field.description, field.name).not.toBe('')
        if (/token|secret|password|private_key/.test(field.name)) expect(field.sensitive, field.name).toBe(true)
        if (field.required) expect(field.default, field.name).toBeUndefined()
      }
    })

    test('asks for everything that is needed to dial', () => {
      for (const field of spec.fields.filter((each) => each.required)) {
        expect(harness().carrier.credentials, field.name).toHaveProperty(field.name)
      }
      const known = fieldsOf(spec).map((field) => field.name)
      for (const given of Object.keys(harness().carrier.credentials)) expect(known).toContain(given)
    })

    test('tells accounts apart without showing a secret', () => {
      const accountId = spec.accountId(harness().credentials)
      expect(accountId).not.toBe('')
      for (const secret of secretsOf(harness())) expect(accountId).not.toContain(secret)
    })
  })
}

export function describeDialing(provider: ProviderUnderTest): void {
  describe('dialing', () => {
    const harness = useHarness(provider)
    const { capabilities } = provider.spec

    test('places a call with one request that the carrier accepts', async () => {
      const { account, carrier, newCall } = harness()
      const before = carrier.requests.length
      const result = await account.place(dialOrder(newCall()), AbortSignal.timeout(PATIENCE_MS))
      expect(result).toMatchObject({ kind: 'placed', providerCallId: expect.stringMatching(/./) })
      expectOneDial(carrier, before, capabilities.webhooks)
    })

    test.runIf(capabilities.webhooks)('tells the carrier how long to ring and how long to talk', async () => {
      const { account, carrier, newCall } = harness()
      await account.place(dialOrder(newCall()), AbortSignal.timeout(PATIENCE_MS))
      const dial = carrier.requests.at(-1)
      expect(`${dial?.path} ${dial?.body}`).toMatch(/\b37\b/)
      if (carrier.limitsDuration ?? true) expect(`${dial?.path} ${dial?.body}`).toMatch(/\b1237\b/)
    })

    test.runIf(capabilities.machineDetection)('asks for machine detection when configured, and only then', async () => {
      const { openAccount, credentials, carrier, newCall } = harness()
      const dials: string[] = []
      for (const detectMachine of [false, true]) {
        const account = openAccount({ ...credentials, amd_enabled: detectMachine })
        const result = await account.place(dialOrder(newCall()), AbortSignal.timeout(PATIENCE_MS))
        expect(result.kind).toBe('placed')
        dials.push(carrier.requests.at(-1)?.body ?? '')
      }
      expect(dials[0]).not.toMatch(/machine|amd/i)
      expect(dials[1]).toMatch(/machine|amd/i)
    })

    test('gives each refusal its verdict, with one request and no second try', async () => {
      const { account, carrier, newCall } = harness()
      expect(carrier.refusals.length).toBeGreaterThan(0)
      for (const refusal of carrier.refusals) {
        refusal.arm()
        const before = carrier.requests.length
        const signal = AbortSignal.timeout(refusal.verdict === 'unknown' ? ABORT_MS : PATIENCE_MS)
        const result = await account.place(dialOrder(newCall()), signal)
        expect({ refusal: refusal.name, verdict: result.kind }).toEqual({
          refusal: refusal.name,
          verdict: refusal.verdict,
        })
        expectOneDial(carrier, before, capabilities.webhooks)
      }
      const after = await account.place(dialOrder(newCall()), AbortSignal.timeout(PATIENCE_MS))
      expect(after.kind, 'a refused dial must not spoil the next').toBe('placed')
    }, 180_000)

    test('says what may be ringing and what cannot be: the stand-in has both kinds', () => {
      const verdicts = harness().carrier.refusals.map((refusal) => refusal.verdict)
      expect(verdicts).toContain('unknown')
      expect(verdicts).toContain('halt')
    })

    test('never says a call is absent when the carrier cannot be asked', async () => {
      const lost = harness().openAccount(await unreachable(harness().credentials))
      const found = await lost.lookUp(harness().newCall('no-such-call'))
      expect(found.kind).toBe('unsure')
      await expect(lost.hangUp(harness().newCall('no-such-call'))).resolves.toBeUndefined()
    })

    test.runIf(capabilities.webhooks)('never says a call is absent after an answer it cannot read', async () => {
      const trace = { to: PERSON, askedAtMs: Date.now() - 60_000 }
      const strange = { calls: 'none', data: 'none', objects: 'none', _embedded: 'none' }
      const lists = (...items: [unknown, unknown?]) => {
        const [item, nested = item] = items
        return { calls: [item], data: [item], objects: [item], _embedded: { calls: [nested] } }
      }
      const fits = fitsWithoutId(trace)
      const withoutId = lists(fits, { ...fits, to: { number: fits.destination } })
      for (const json of [{}, null, strange, lists({}), [{}], withoutId, [fits]]) {
        const answer = async () => Response.json(json)
        const account = provider.spec.open(accountContext(provider.spec, harness().credentials, answer))
        const found = await account.lookUp(harness().newCall(null), trace)
        expect(found.kind, JSON.stringify(json)).toBe('unsure')
        await account.close()
      }
    })

    test.runIf(capabilities.webhooks)('answers `later` when no connection could be made', async () => {
      const lost = harness().openAccount(await unreachable(harness().credentials))
      const result = await lost.place(dialOrder(harness().newCall()), AbortSignal.timeout(PATIENCE_MS))
      expect(result.kind).toBe('later')
    })

    test('finds a placed call again, and admits what it cannot find', async () => {
      const { account, newCall } = harness()
      const call = await placedCall(harness())
      expect(['live', 'ended', 'unsure']).toContain((await account.lookUp(call)).kind)
      const neverPlaced = await account.lookUp(newCall(null))
      if (capabilities.webhooks) expect(neverPlaced.kind).toBe('unsure')
    })

    test('finds a call that was accepted without an answer, where the carrier can be asked for its calls', async () => {
      const { account, carrier, newCall } = harness()
      if (!carrier.listsCalls) return
      const call = newCall(null)
      const order = dialOrder(call, { to: '+14155550188' })
      carrier.refusals.find(({ name }) => name === 'time-out after accepting')?.arm()
      expect((await account.place(order, AbortSignal.timeout(300))).kind).toBe('unknown')
      const found = await account.lookUp(call, { to: order.to, askedAtMs: Date.now() })
      expect(found).toMatchObject({ kind: 'live', providerCallId: expect.stringMatching(/./) })
      const never = newCall(null)
      const trace = { to: '+14155550189', askedAtMs: Date.now() - 60_000 }
      expect(await account.lookUp(never, trace)).toEqual({ kind: 'absent' })
      expect((await account.lookUp(never, { ...trace, askedAtMs: Date.now() })).kind).toBe('unsure')
    })

    test('hangs up a placed call, and again without complaint', async () => {
      const call = await placedCall(harness())
      if (harness().carrier.endsCallsBy === 'audio') {
        const { peer } = await harness().connectMedia(call)
        await harness().account.hangUp(call)
        await peer.closed
        return expect(harness().account.hangUp(call)).resolves.toBeUndefined()
      }
      const before = harness().carrier.requests.length
      await harness().account.hangUp(call)
      await harness().account.hangUp(call)
      expect(harness().carrier.requests.length).toBeGreaterThan(before)
    })

    test.runIf(capabilities.joinsCalls === false)('says that it cannot join two calls', async () => {
      const [call, other] = [await placedCall(harness()), await placedCall(harness())]
      expect(await harness().account.join(call, other)).toMatchObject({
        ok: false,
        message: expect.stringMatching(/./),
      })
    })

    const joins = capabilities.webhooks && (capabilities.joinsCalls ?? true)
    test.runIf(joins)('joins two calls, and leaves them as they are if one is gone', async () => {
      const { account, newCall } = harness()
      const [call, other] = [await placedCall(harness()), await placedCall(harness())]
      expect(await account.join(call, newCall('no-such-call'))).toMatchObject({ ok: false })
      expect(await account.join(call, other)).toMatchObject({ ok: true })
    })

    test.runIf(capabilities.webhooks)('lists the numbers of the account, where it can', async () => {
      const own = await harness().account.ownNumbers?.()
      if (own) expect(own).toMatchObject({ ok: true, numbers: expect.arrayContaining([objectWith(OWN_NUMBER)]) })
    })

    test('confirms a sound account and doubts an unreachable one', async () => {
      const sound = await harness().account.check()
      expect(sound).toMatchObject({ ok: true, message: expect.stringMatching(/./) })
      const lost = await harness()
        .openAccount(await unreachable(harness().credentials))
        .check()
      expect(lost).toMatchObject({ ok: false, message: expect.stringMatching(/./) })
    })
  })
}

const objectWith = (address: string): unknown => expect.objectContaining({ address })

export function describeSecrecy(provider: ProviderUnderTest): void {
  describe('what is said', () => {
    const harness = useHarness(provider)

    test('holds no secret and no phone number, in logs, reasons and messages alike', async () => {
      const { account, carrier, credentials, openAccount, newCall, logged, read } = harness()
      const said: unknown[] = []
      const call = await placedCall(harness())
      for (const refusal of carrier.refusals.filter((each) => each.verdict !== 'unknown')) {
        refusal.arm()
        said.push(await account.place(dialOrder(newCall()), AbortSignal.timeout(PATIENCE_MS)))
      }
      const foreign = openAccount(forgery.foreignCredentials(provider.spec, credentials))
      const lost = openAccount(await unreachable(credentials))
      for (const each of [account, foreign, lost]) {
        said.push(await each.check(), await each.lookUp(call), await each.hangUp(call))
        said.push(await each.join(newCall('no-such-call'), newCall('no-other-call')))
        if (provider.spec.capabilities.webhooks) said.push(await each.bindInbound(OWN_NUMBER, true))
      }
      if (provider.spec.capabilities.webhooks && provider.signing !== 'address') {
        for (const webhook of trueWebhooks(harness())) said.push(await read(forgery.withoutProof(webhook)))
      }
      const everything = [...logged, JSON.stringify(said)].join('\n')
      for (const secret of secretsOf(harness())) expect(everything).not.toContain(secret)
      for (const number of [PERSON, OWN_NUMBER]) expect(everything).not.toContain(number.slice(1))
    }, 180_000)
  })
}

/** Over a connection of ours (a PBX) placing takes several requests; the one that dials is still sent once. */
function expectOneDial(carrier: RunningStandIn, before: number, webhooks: boolean): void {
  const sent = carrier.requests.slice(before)
  if (webhooks) expect(sent.map((request) => request.method)).toEqual(['POST'])
  const posts = sent.filter((request) => request.method === 'POST').map((request) => request.path)
  expect(new Set(posts).size).toBe(posts.length)
}

/** A listed call as every carrier names its parts, that can be the one asked for; only what it is called is not said. */
function fitsWithoutId({ to, askedAtMs }: { to: string; askedAtMs: number }) {
  const begun = new Date(askedAtMs).toISOString()
  return {
    to: to.slice(1),
    destination: to.slice(1),
    direction: 'outbound',
    status: 'ringing',
    date_created: begun,
    initiation_time: begun,
    createdAt: begun,
    callStartTime: askedAtMs,
  }
}
