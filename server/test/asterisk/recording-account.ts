/** An `ari` account on a real Asterisk, with a context that writes down all it is told. */
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import { type Log, silentLog } from '../../src/kernel/log.ts'
import { systemRng } from '../../src/kernel/rng.ts'
import { fieldsOf } from '../../src/telephony/fields.ts'
import type { MediaStream } from '../../src/telephony/media.ts'
import type {
  AudioSockets,
  CallRef,
  CarrierAccount,
  CarrierEvent,
  DialRequest,
  InboundCall,
  InboundDecision,
} from '../../src/telephony/provider.ts'
import { ari } from '../../src/telephony/providers/ari/spec.ts'
import type { Asterisk } from './asterisk.ts'

export interface RecordingAccount {
  readonly account: CarrierAccount
  /** All news, oldest first. */
  readonly events: CarrierEvent[]
  readonly inbound: InboundCall[]
  /** What is answered to an inbound call. */
  decide: (call: InboundCall) => Promise<InboundDecision>
  /** An order for a number, with an id of its own. */
  order(to: string, changes?: Partial<DialRequest>): DialRequest
  /** Orders and places; fails unless it was placed. */
  dial(to: string, changes?: Partial<DialRequest>): Promise<CallRef>
  /** The first news of this kind about the call, past or to come. */
  news<Kind extends CarrierEvent['kind']>(call: CallRef, kind: Kind): Promise<Extract<CarrierEvent, { kind: Kind }>>
  /** The audio of the call, once it is there. */
  media(call: CallRef): Promise<MediaStream>
  /** As the web server does when Asterisk connects to us. */
  adopt(call: CallRef, media: MediaStream): void
  /** Resolves when the condition holds; looked at whenever anything is written down, and now and then. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>
  close(): Promise<void>
}

export interface RecordingOptions {
  credentials?: Record<string, string | number>
  nodeName?: string
  log?: Log
  clock?: Clock
  fetch?: typeof fetch
  /** Takes the PBX's inbound calls, as an account with bound numbers does. Left out: yes. */
  inbound?: boolean
  /** Where `urls.media` points; the token is the call's key. */
  mediaUrl?: string
  /** Where Asterisk brings audio by AudioSocket. */
  audioSockets?: AudioSockets
}

/** Timers run this many times faster, for what is done every half minute. */
export function hurriedClock(factor: number): Clock {
  return { ...systemClock, after: (delayMs, work) => systemClock.after(delayMs / factor, work) }
}

/** Of all calls in this process; ids must differ between test files that share nothing but the machine. */
let serial = Date.now() % 1_000_000_000

function nextSerial(): number {
  serial += 1
  return serial
}

const LOOK_INTERVAL_MS = 50

export function openRecordingAccount(asterisk: Asterisk, options: RecordingOptions = {}): RecordingAccount {
  const events: CarrierEvent[] = []
  const inbound: InboundCall[] = []
  const media = new Map<number, MediaStream>()
  const watchers = new Set<() => void>()
  const changed = (): void => {
    for (const look of [...watchers]) look()
  }
  const until: RecordingAccount['until'] = (condition) =>
    new Promise((resolve, reject) => {
      const interval = setInterval(() => look(), LOOK_INTERVAL_MS)
      const stop = (): void => {
        clearInterval(interval)
        watchers.delete(look)
      }
      const look = async (): Promise<void> => {
        try {
          if (!(await condition())) return
          stop()
          resolve()
        } catch (error) {
          stop()
          reject(error)
        }
      }
      watchers.add(look)
      void look()
    })

  const account = ari.open({
    configurationId: 1,
    credentials: credentialsFor(asterisk, options.credentials ?? {}),
    nodeName: options.nodeName ?? `node${nextSerial()}`,
    clock: options.clock ?? systemClock,
    rng: systemRng,
    log: options.log ?? silentLog,
    fetch: options.fetch ?? fetch,
    urls: {
      call: (call, hook) => `https://outdial.invalid/calls/${call.callKey}/${hook}`,
      configuration: (hook) => `https://outdial.invalid/configurations/1/${hook}`,
      media: (call) => `${options.mediaUrl ?? 'ws://outdial.invalid/media'}/${call.callKey}`,
    },
    audioSockets: options.audioSockets ?? null,
    async report(event) {
      events.push(event)
      changed()
    },
    async receive(call) {
      inbound.push(call)
      changed()
      return recording.decide(call)
    },
    attachMedia(call, stream) {
      media.set(call.callId, stream)
      changed()
    },
  })

  if (options.inbound ?? true) account.takeInbound?.()

  const recording: RecordingAccount = {
    account,
    events,
    inbound,
    decide: async () => ({ kind: 'refuse', reason: 'nobody is expected' }),
    order(to, changes = {}) {
      const callId = nextSerial()
      return {
        call: { callId, callKey: `test-${process.pid}-${callId}`, providerCallId: null },
        to,
        toType: to.startsWith('+') ? 'pstn' : 'sip_extension',
        from: '+15550100',
        ringTimeoutSeconds: 20,
        maxDurationSeconds: 60,
        ...changes,
      }
    },
    async dial(to, changes) {
      const order = recording.order(to, changes)
      const result = await account.place(order, AbortSignal.timeout(10_000))
      if (result.kind !== 'placed') throw new Error(`not placed: ${result.kind}, ${result.reason}`)
      return { ...order.call, providerCallId: result.providerCallId }
    },
    async news(call, kind) {
      const find = () => events.find((event) => event.call.callId === call.callId && event.kind === kind)
      await until(() => find() !== undefined)
      return find() as Extract<CarrierEvent, { kind: typeof kind }>
    },
    async media(call) {
      await until(() => media.has(call.callId))
      return media.get(call.callId) as MediaStream
    },
    adopt(call, stream) {
      media.set(call.callId, stream)
      changed()
    },
    until,
    close: () => account.close(),
  }
  return recording
}

function credentialsFor(asterisk: Asterisk, changes: Record<string, string | number>): Record<string, string | number> {
  const defaults: Record<string, string | number> = {}
  for (const field of fieldsOf(ari)) if (field.default !== undefined) defaults[field.name] = String(field.default)
  return {
    ...defaults,
    ari_endpoint: asterisk.endpoint,
    app_name: asterisk.user,
    app_password: asterisk.password,
    endpoint_template: 'PJSIP/{digits}@self',
    ...changes,
  }
}
