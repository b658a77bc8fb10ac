import type { Clock } from '../../../kernel/clock.ts'
import { numberField, textField } from '../../fields.ts'
import type {
  AccountContext,
  CarrierAccount,
  CarrierNews,
  Credentials,
  DialOrder,
  PlaceResult,
} from '../../provider.ts'
import { type CarrierSettings, SimulatedCarrier } from './carrier.ts'
import { remoteCarrier } from './remote.ts'

/** One carrier per world, and a world has one clock: all simulated accounts of a program call into the same network. */
const carriers = new WeakMap<Clock, SimulatedCarrier>()

export function carrierOf(context: Pick<AccountContext, 'clock' | 'rng'>): SimulatedCarrier {
  let carrier = carriers.get(context.clock)
  if (!carrier) {
    carrier = new SimulatedCarrier(context)
    carriers.set(context.clock, carrier)
  }
  return carrier
}

export function settingsFrom(credentials: Credentials): CarrierSettings {
  const seconds = (name: string) => numberField(credentials, name) * 1000
  return {
    rates: {
      busy: numberField(credentials, 'busy_rate'),
      noAnswer: numberField(credentials, 'no_answer_rate'),
      voicemail: numberField(credentials, 'voicemail_rate'),
      failed: numberField(credentials, 'failed_rate'),
    },
    durations: {
      ringMs: [seconds('shortest_ring_seconds'), seconds('longest_ring_seconds')],
      talkMs: [seconds('shortest_talk_seconds'), seconds('longest_talk_seconds')],
    },
    faults: {
      refused: numberField(credentials, 'fault_refused'),
      timeoutAfterAccepting: numberField(credentials, 'fault_timeout'),
      lostEvents: numberField(credentials, 'fault_lost_events'),
      doubledEvents: numberField(credentials, 'fault_doubled_events'),
      lateEvents: numberField(credentials, 'fault_late_events'),
      reordered: numberField(credentials, 'fault_reordered_events'),
      lateByMs: seconds('fault_late_seconds'),
    },
    speed: numberField(credentials, 'speed'),
  }
}

const NOT_BY_WEBHOOK = { status: 404, contentType: 'application/json', body: '{}' }

export function openSimulator(context: AccountContext): CarrierAccount {
  const carrier = carrierOf(context)
  const settings = settingsFrom(context.credentials)

  function place(order: DialOrder, signal: AbortSignal): Promise<PlaceResult> {
    const { call } = order
    const tell = (news: CarrierNews) => {
      context
        .report({ call: { ...call, providerCallId: call.callKey }, atMs: context.clock.now(), ...news })
        .catch((error: unknown) => context.log.warn({ err: error }, 'a simulated event could not be reported'))
    }
    const accepted = carrier.place({
      key: call.callKey,
      to: order.to,
      from: order.from,
      ringTimeoutMs: order.ringTimeoutSeconds * 1000,
      maxDurationMs: order.maxDurationSeconds * 1000,
      settings,
      tell,
    })
    if (accepted === 'refused') return Promise.resolve({ kind: 'later', reason: 'the carrier answered 503' })
    if (accepted === 'lost') return answerNeverComes(signal)
    return Promise.resolve({ kind: 'placed', providerCallId: call.callKey })
  }

  const remote = textField(context.credentials, 'carrier_url') === '' ? null : remoteCarrier(context)
  return {
    place,
    hangUp: async (call) => carrier.hangUp(call.callKey),
    lookUp: async (call) => carrier.lookUp(call.callKey),
    transfer: async () => ({ ok: true, message: 'The simulated carrier connected the two.' }),
    bindInbound: async (_address, bind) => ({
      ok: true,
      message: bind
        ? 'The simulated carrier sends calls to this number here.'
        : 'The simulated carrier lets this number ring.',
    }),
    check: async () => ({
      ok: true,
      message: 'The simulated carrier is part of this program; nothing leaves the machine.',
      details: { live_calls: carrier.liveCalls },
    }),
    readWebhook: async () => ({ kind: 'refused', reason: 'the simulated carrier sends no webhooks', status: 404 }),
    answer: async () => NOT_BY_WEBHOOK,
    refuse: async () => NOT_BY_WEBHOOK,
    openMedia: () => {
      throw new Error('the simulated carrier opens no media sockets')
    },
    close: async () => {},
    ...remote,
  }
}

function answerNeverComes(signal: AbortSignal): Promise<PlaceResult> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'unknown', reason: 'no answer from the carrier' }), {
      once: true,
    })
  })
}
