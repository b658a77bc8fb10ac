/** The way from one node to the simulated carrier, whose calls live on whatever becomes of the node. */
import type { Accounts } from '../src/dialer/place-call.ts'
import type { Clock } from '../src/kernel/clock.ts'
import { pickRandom, type Rng, randomChance } from '../src/kernel/rng.ts'
import type { CallUpdate, CarrierAccount, DialRequest, LookUp, PlaceResult } from '../src/telephony/provider.ts'
import type { CarrierSettings, SimulatedCarrier } from '../src/telephony/providers/simulator/carrier.ts'
import { type SimulatedRefusals, simulatedRefusalOf } from '../src/telephony/providers/simulator/simulated-refusals.ts'
import type { DatabaseLink } from './database-link.ts'
import type { NodeGate } from './node-gate.ts'
import type { LookUpKind, Weather } from './weather.ts'

export interface CarrierHealth {
  down: boolean
  timesOut: boolean
  /** Share of requests that are long on their way. */
  slow: number
}

export interface CarrierLinkOptions {
  time: Clock
  rng: Rng
  gate: NodeGate
  database: DatabaseLink
  carrier: SimulatedCarrier
  health: CarrierHealth
  lookUpKind(configurationId: number): LookUpKind
  settings(configurationId: number): CarrierSettings
  weather(): Pick<Weather, 'slowRequests' | 'slowAccounts' | 'refusals'> & { twoFaced: number }
  /** A request leaves; how long it is on its way, if something goes wrong with it. */
  asks(callId: number, to: string): number | null
  /** What our own tables know of a call. */
  lifeOf(callId: number): 'none yet' | 'shown' | 'over'
  /** The carrier tells something about a call; where it goes is the world's business. */
  tell(callId: number, configurationId: number, news: CallUpdate): void
  /** The carrier would not make this call and never will have made it. */
  refused(callId: number): void
  /** The carrier turns this call away, now or when it has taken it. */
  refusesAll(callId: number, how: SimulatedRefusals): void
  /** The carrier will not work for this account. */
  halted(callId: number): void
}

/** No request is on its way for longer: the engine gives up on an answer after ten seconds. */
const REQUEST_MS_MAX = 9000
const SLOWEST_ACCOUNT_MS = 30_000
/** What the carrier says to a number it will never dial, and to a dial it does not want. */
export const NUMBER_REFUSED = 'no such number'
export const CALL_REFUSED = 'not this one'

export function carrierLink(options: CarrierLinkOptions): Accounts {
  const { rng, gate, database } = options
  return {
    get(configurationId) {
      const opened = { provider: options.lookUpKind(configurationId), account: accountOf(options, configurationId) }
      const { slowAccounts } = options.weather()
      // Read from the database now and then, else at hand; sometimes a secret takes its time.
      if (randomChance(rng, 0.05)) return database.ask(async () => opened)
      return new Promise((resolve) => {
        const delayMs = slowAccounts > 0 && randomChance(rng, slowAccounts) ? rng.next() * SLOWEST_ACCOUNT_MS : 0
        if (delayMs === 0) resolve(opened)
        else gate.deliver(delayMs, () => resolve(opened))
      })
    },
  }
}

function accountOf(options: CarrierLinkOptions, configurationId: number): CarrierAccount {
  const { gate, carrier, rng, time } = options
  const quickMs = () => 5 + rng.next() * 25
  const slowShare = () => Math.max(options.weather().slowRequests, options.health.slow)
  const travelMs = () => (randomChance(rng, slowShare()) ? rng.next() * REQUEST_MS_MAX : quickMs())
  const unused = () => Promise.reject(new Error('not part of this world'))

  return {
    place(order, signal) {
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'unknown', reason: 'no answer in time' }))
        // The request has left: it arrives even if the node is gone by then.
        time.after(options.asks(order.call.callId, order.to) ?? travelMs(), () => {
          const result = receiveOrder(options, configurationId, order)
          const turns = result?.kind === 'placed' && randomChance(rng, options.weather().twoFaced)
          if (turns)
            turnAround(options, order.call.callId, (refusal) => gate.deliver(quickMs(), () => resolve(refusal)))
          else if (result) gate.deliver(quickMs(), () => resolve(result))
        })
      })
    },
    hangUp: async (call) => carrier.hangUp(call.callKey),
    lookUp(call) {
      return new Promise((resolve) => {
        time.after(quickMs(), () => {
          const found = lookUp(options, configurationId, call.callKey, call.providerCallId !== null)
          gate.deliver(quickMs(), () => resolve(found))
        })
      })
    },
    join: unused,
    bindInbound: unused,
    check: unused,
    readWebhook: unused,
    answer: unused,
    refuse: unused,
    openMedia: () => {
      throw new Error('not part of this world')
    },
    close: async () => {},
  }
}

const LOOK_FOR_LIFE_MS = 50
const LOOKS_MAX = REQUEST_MS_MAX / LOOK_FOR_LIFE_MS

/** A gateway that has passed the call on says no in the end, when everybody has heard it ring. */
function turnAround(
  options: CarrierLinkOptions,
  callId: number,
  answer: (refusal: PlaceResult) => void,
  looks = LOOKS_MAX,
): void {
  const { rng, time, lifeOf } = options
  time.after(LOOK_FOR_LIFE_MS, () => {
    const life = lifeOf(callId)
    if (life === 'none yet' && looks > 0) turnAround(options, callId, answer, looks - 1)
    else if (life === 'shown')
      answer({ kind: pickRandom(rng, ['later', 'rejected', 'halt']), reason: 'the gateway gave up' })
  })
}

/** Null: the answer never comes. */
function receiveOrder(options: CarrierLinkOptions, configurationId: number, order: DialRequest): PlaceResult | null {
  const { rng, carrier, health } = options
  const { callId, callKey } = order.call
  const { refusals } = options.weather()
  if (health.down) return health.timesOut ? null : { kind: 'later', reason: 'the carrier is away' }
  if (randomChance(rng, refusals.halt)) {
    options.halted(callId)
    return { kind: 'halt', reason: 'no credit' }
  }
  if (randomChance(rng, refusals.never + refusals.rejected)) {
    options.refused(callId)
    const never = randomChance(rng, refusals.never / (refusals.never + refusals.rejected))
    return never ? { kind: 'never', reason: NUMBER_REFUSED } : { kind: 'rejected', reason: CALL_REFUSED }
  }
  const settings = options.settings(configurationId)
  const accepted = carrier.place({
    key: callKey,
    to: order.to,
    from: order.from,
    ringTimeoutMs: order.ringTimeoutSeconds * 1000,
    maxDurationMs: order.maxDurationSeconds * 1000,
    settings,
    tell: (news) => options.tell(callId, configurationId, news),
  })
  const { refusesAll } = settings
  if (refusesAll && accepted !== 'refused') options.refusesAll(callId, refusesAll)
  if (accepted === 'turned_away' && refusesAll) return simulatedRefusalOf(refusesAll.fault)
  if (accepted === 'refused') return { kind: 'later', reason: 'the carrier answered 503' }
  return accepted === 'lost' ? null : { kind: 'placed', providerCallId: callKey }
}

function lookUp(options: CarrierLinkOptions, configurationId: number, key: string, idKnown: boolean): LookUp {
  const kind = options.lookUpKind(configurationId)
  if (options.health.down) return { kind: 'unsure', reason: 'the carrier is away' }
  if (kind === 'blind' && !idKnown) return { kind: 'unsure', reason: 'it finds calls by its own id only' }
  const found = options.carrier.lookUp(key)
  return kind === 'forgets' && found.kind === 'ended' ? { kind: 'absent' } : found
}
