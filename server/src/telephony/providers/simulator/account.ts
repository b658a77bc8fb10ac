import type { Clock } from '../../../kernel/clock.ts'
import { numberField, textField } from '../../fields.ts'
import type {
  AccountContext,
  CallRef,
  CallUpdate,
  CarrierAccount,
  Credentials,
  DialRequest,
  InboundCall,
  PlaceResult,
} from '../../provider.ts'
import {
  type CarrierSettings,
  type InboundReceiver,
  type SimulatedCall,
  SimulatedCarrier,
  type SimulatedDialRequest,
} from './carrier.ts'
import { beginConversation } from './conversation.ts'
import { personAtAddress, type SimulatedPersonName } from './people.ts'
import { remoteCarrier } from './remote.ts'
import { SIMULATED_FAULTS, type SimulatedRefusals, simulatedRefusalOf } from './simulated-refusals.ts'

/** One simulated carrier per clock: all simulated accounts of a program share one network. */
const carriers = new WeakMap<Clock, SimulatedCarrier>()

export function simulatedCarrierOf(context: Pick<AccountContext, 'clock' | 'rng'>): SimulatedCarrier {
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
    refusesAll: turnsAwayFrom(credentials),
  }
}

function turnsAwayFrom(credentials: Credentials): SimulatedRefusals | null {
  const fault = SIMULATED_FAULTS.find((name) => name === textField(credentials, 'turns_away'))
  return fault === undefined ? null : { fault, late: credentials.turns_away_late !== false }
}

const NOT_BY_WEBHOOK = { status: 404, contentType: 'application/json', body: '{}' }

export function openSimulator(context: AccountContext): CarrierAccount {
  const carrier = simulatedCarrierOf(context)
  const line = { carrier, settings: settingsFrom(context.credentials), context }
  const remote = textField(context.credentials, 'carrier_url') === '' ? null : remoteCarrier(context)
  const receiver: InboundReceiver = (inbound, caller) => receive(line, inbound, caller)
  if (!remote) carrier.receivers.add(receiver)
  return {
    place: (order, signal) => place(line, order, signal),
    hangUp: async (call) => carrier.hangUp(call.callKey),
    lookUp: async (call) => carrier.lookUp(call.callKey),
    join: async (call, other) =>
      remote || carrier.join(call.callKey, other.callKey)
        ? { ok: true, message: 'The two are connected.' }
        : { ok: false, message: 'One of them has hung up.' },
    bindInbound: async (_address, bind) => ({
      ok: true,
      message: bind
        ? 'The simulated carrier sends calls to this number here.'
        : 'The simulated carrier lets this number ring.',
    }),
    check: async () => ({
      ok: true,
      message: 'The simulated carrier is part of this program; nothing leaves the machine.',
      // No details: the number of calls over all organizations is confidential.
      details: {},
    }),
    readWebhook: async () => ({ kind: 'refused', reason: 'the simulated carrier sends no webhooks', status: 404 }),
    answer: async () => NOT_BY_WEBHOOK,
    refuse: async () => NOT_BY_WEBHOOK,
    openMedia: () => {
      throw new Error('the simulated carrier opens no media sockets')
    },
    close: async () => void carrier.receivers.delete(receiver),
    ...remote,
  }
}

interface Line {
  context: AccountContext
  carrier: SimulatedCarrier
  settings: CarrierSettings
}

async function place(line: Line, order: DialRequest, signal: AbortSignal): Promise<PlaceResult> {
  const { callKey } = order.call
  const accepted = line.carrier.place({
    key: callKey,
    to: order.to,
    from: order.from,
    ringTimeoutMs: order.ringTimeoutSeconds * 1000,
    maxDurationMs: order.maxDurationSeconds * 1000,
    ...dealings(line, { ...order.call, providerCallId: callKey }, false),
  })
  if (accepted === 'refused') return { kind: 'later', reason: 'the carrier answered 503' }
  const { refusesAll } = line.settings
  if (accepted === 'turned_away' && refusesAll) return simulatedRefusalOf(refusesAll.fault)
  if (accepted === 'lost') return answerNeverComes(signal)
  return { kind: 'placed', providerCallId: callKey }
}

async function receive(line: Line, inbound: InboundCall, caller?: SimulatedPersonName): Promise<SimulatedCall | null> {
  const { context, carrier } = line
  const decision = await context.receive(inbound)
  if (decision.kind === 'refuse') return null
  const { providerCallId, from, to } = inbound
  return carrier.connect({
    key: decision.call.callKey,
    providerCallId,
    to,
    from,
    ringTimeoutMs: 0,
    maxDurationMs: numberField(context.credentials, 'max_call_seconds') * 1000,
    ...dealings(line, { ...decision.call, providerCallId }, true, caller),
  })
}

type Dealings = Pick<SimulatedDialRequest, 'settings' | 'tell' | 'converse' | 'detectsMachines'>

/** How events of a call reach this account, and who speaks on it. */
function dealings(
  { context, carrier, settings }: Line,
  call: CallRef,
  isCaller: boolean,
  who?: SimulatedPersonName,
): Dealings {
  const tell = (news: CallUpdate) => {
    context
      .report({ call, atMs: context.clock.now(), ...news })
      .catch((error: unknown) => context.log.warn({ err: error }, 'failed to report a simulated event'))
  }
  if (context.credentials.people_speak === false) return { settings, tell }
  const converse = (simulated: SimulatedCall) =>
    beginConversation(context, {
      call,
      simulated,
      person: who ?? personAtAddress((isCaller ? simulated.from : simulated.to) ?? '', simulated.ending),
      isCaller,
      hungUp: () => carrier.hangUp(call.callKey),
    })
  return { settings, tell, converse, detectsMachines: !isCaller && context.credentials.machine_detection === true }
}

function answerNeverComes(signal: AbortSignal): Promise<PlaceResult> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'unknown', reason: 'no answer from the carrier' }), {
      once: true,
    })
  })
}
