/**
 * Who pays, carrier by carrier: each fault as the answer to the dial and as the end of an accepted call, in the words of that
 * carrier. Every dial that meets the fault is a request over a socket to the carrier's stand-in, and every report is signed by
 * it and read by the provider; time is virtual. Judged by who is finished, and who is reached once the fault is lifted.
 */
import { afterAll, describe, expect, test } from 'vitest'
import type { DialRequest, Verdict } from '../../src/telephony/provider.ts'
import { findProviders } from '../conformance/find-providers.ts'
import { type Harness, OWN_NUMBER, startHarness } from '../conformance/harness.ts'
import type { StandInFault } from '../conformance/stand-in.ts'
import { drawnCarriers } from '../drawn.ts'
import { type Deed, PayWorld, TALKS } from './who-pays-world.ts'

const PEOPLE = 50
const REACHED_BEFORE = 15
const PATIENCE_MS = 10_000

interface Fault {
  name: string
  /** The refusal of a dial that means it: by verdict, and by name where several have that verdict. */
  verdict: Verdict
  refusal?: RegExp
  /** As the end of an accepted call. Null: it exists at the dial only. */
  end: StandInFault | null
  /** What stops the campaign; null: nothing does, it backs off. */
  stops: RegExp | null
}

const FAULTS: Fault[] = [
  {
    name: 'account refused',
    verdict: 'halt',
    refusal: /401|authent|API key refused|wrong credentials|token refused/,
    end: 'account',
    stops: /^carrier_account_refused$/,
  },
  { name: 'trunk full or down', verdict: 'later', end: 'network', stops: null },
  { name: 'a 5xx that made no call', verdict: 'unknown', refusal: /unavailable|overloaded/, end: null, stops: null },
  { name: 'caller refused', verdict: 'caller', end: 'caller', stops: /^no_caller_number_left$/ },
  { name: 'number refused', verdict: 'never', end: 'number', stops: /^dials_fail_alike$/ },
  {
    name: 'account or destination refused',
    verdict: 'halt',
    refusal: /geographic|not permitted|not enabled|may not dial|scope of the token/,
    end: 'account_or_number',
    stops: /^carrier_account_refused$/,
  },
  {
    name: 'unknown cause',
    verdict: 'halt',
    refusal: /undocumented|bad request|another parameter|method not allowed|no permission to dial/,
    end: 'unexplained',
    stops: /^(carrier_account_refused|dials_fail_alike)$/,
  },
]

const FORMS = ['answer to the dial', 'end of an accepted call'] as const

/** What each carrier has no word for, from its own pages. A stand-in that learns one more shows up here. */
const NO_WORD: Record<string, readonly string[]> = {
  cloudonix: [
    'caller refused, answer to the dial',
    'caller refused, end of an accepted call',
    'number refused, answer to the dial',
    'number refused, end of an accepted call',
    'account or destination refused, end of an accepted call',
  ],
  // It reports only that a call has failed.
  exotel: [
    'account refused, end of an accepted call',
    'trunk full or down, end of an accepted call',
    'caller refused, end of an accepted call',
    'number refused, end of an accepted call',
    'account or destination refused, end of an accepted call',
  ],
}

const harnesses = new Map<string, Promise<Harness>>()
afterAll(async () => {
  for (const harness of harnesses.values()) await (await harness).stop()
})

/** One dial after the other: a refusal is armed for the next dial, whichever that is. */
let line: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = line.then(work)
  line = next.catch(() => {})
  return next
}

/** Null: this carrier has no word for it. */
function meets(
  harness: Harness,
  fault: Fault,
  form: (typeof FORMS)[number],
): ((order: DialRequest) => Promise<Deed>) | null {
  const { account, carrier, urls, read } = harness
  const place = (order: DialRequest) =>
    account.place({ ...order, from: OWN_NUMBER, to: `+14155${order.to.slice(-6)}` }, AbortSignal.timeout(PATIENCE_MS))
  if (form === 'answer to the dial') {
    const refusal = carrier.refusals.find(
      ({ name, verdict }) => verdict === fault.verdict && (fault.refusal?.test(name) ?? true),
    )
    if (!refusal) return null
    return (order) =>
      inTurn(async () => {
        refusal.arm()
        return { answer: await place(order), lookUp: { kind: 'absent' } }
      })
  }
  const { end } = fault
  const webhook = (call: DialRequest['call']) =>
    end && carrier.statusWebhook(urls, call, { kind: 'ended', as: 'failed', fault: end })
  if (!webhook({ callId: 0, callKey: 'none', providerCallId: 'none' })) return null
  return (order) =>
    inTurn(async () => {
      const answer = await place(order)
      if (answer.kind !== 'placed') throw new Error(`the stand-in did not accept the dial: ${answer.reason}`)
      const call = { ...order.call, providerCallId: answer.providerCallId }
      const sent = [carrier.statusWebhook(urls, call, { kind: 'dialing' }), webhook(call)]
      const news: NonNullable<Deed['news']>[number][] = []
      for (const [index, one] of sent.entries()) {
        const reading = one && (await read(one))
        if (reading && reading.kind !== 'news')
          throw new Error(`the provider did not read its carrier: ${reading.kind}`)
        for (const each of reading?.events ?? []) news.push({ afterMs: 10 + index * 100, news: each })
      }
      return { answer, news }
    })
}

const found = drawnCarriers(
  (await findProviders()).flatMap((one) => ('fault' in one ? [] : [one.provider])),
  ({ spec }) => spec.name,
)

describe.each(found.map((provider) => [provider.spec.name, provider] as const))('%s', (name, provider) => {
  const cases = FAULTS.flatMap((fault) => FORMS.map((form) => [`${fault.name}, ${form}`, fault, form] as const))

  test.each(cases.filter(([, fault, form]) => form === FORMS[0] || fault.end !== null))(
    '%s: nobody is spent, and all are reached afterwards',
    async (title, fault, form) => {
      const harness = await (harnesses.get(name) ?? harnesses.set(name, startHarness(provider)).get(name))
      const met = meets(harness as Harness, fault, form)
      expect(met === null, 'the carrier has no word for it').toBe(NO_WORD[name]?.includes(title) ?? false)
      if (met === null) return
      const made = new PayWorld({ people: PEOPLE, numbers: 2 }, (order, dial) =>
        dial <= REACHED_BEFORE ? TALKS : met(order),
      )
      await (fault.stops ? made.settle() : made.run(300_000))
      expect(made.dials.length).toBeGreaterThan(REACHED_BEFORE)
      expect(made.finished('failed')).toEqual([])
      expect(made.campaign()).toMatchObject({ state: fault.stops ? 'paused' : 'running', failedRows: 0 })
      const events = new Set(made.store.tables.logs.map(({ event }) => event))
      const stopped = [...events].filter((event) => fault.stops?.test(event))
      expect(stopped).toHaveLength(fault.stops ? 1 : 0)

      made.behave(() => TALKS)
      const { numbers } = made.store.tables
      for (const [id, number] of numbers) numbers.set(id, { ...number, resting: false })
      await made.run(60_000)
      if (made.campaign().state === 'paused') made.resume()
      await made.settle(60)
      expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 0, processedRows: PEOPLE })
      expect(made.rung.size).toBe(PEOPLE)
    },
  )
})
