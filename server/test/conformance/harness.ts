/** One live account of a provider, opened against its stand-in, with everything it says and does written down. */
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Log } from '../../src/kernel/log.ts'
import { systemRng } from '../../src/kernel/rng.ts'
import { fieldsOf } from '../../src/telephony/fields.ts'
import type { MediaListener, MediaStream } from '../../src/telephony/media.ts'
import type {
  AccountContext,
  CallbackUrls,
  CallRef,
  CarrierAccount,
  CarrierEvent,
  Credentials,
  DialRequest,
  InboundCall,
  ProviderSpec,
  WebhookRequest,
  WebhookResult,
} from '../../src/telephony/provider.ts'
import type { ProviderUnderTest } from './find-providers.ts'
import type { MediaPeer, RunningStandIn, SignedWebhook } from './stand-in.ts'

/** Numbers a stand-in knows: one it owns (also our caller ID), and somebody else's. */
export const OWN_NUMBER = '+14155550100'
export const PERSON = '+14155550123'

export interface Harness {
  readonly spec: ProviderSpec
  readonly carrier: RunningStandIn
  readonly account: CarrierAccount
  readonly urls: CallbackUrls
  /** Every line logged: the sentence and its fields as JSON. */
  readonly logged: string[]
  readonly reported: CarrierEvent[]
  readonly received: InboundCall[]
  /** Opens the same configuration with other credentials. */
  openAccount(credentials: Credentials): CarrierAccount
  readonly credentials: Credentials
  newCall(providerCallId?: string | null): CallRef
  /** The hooks that addresses have been made for, of one call. */
  hooks(callId: number): string[]
  read(webhook: SignedWebhook, account?: CarrierAccount): Promise<WebhookResult>
  connectMedia(call: CallRef): Promise<{ stream: MediaStream; peer: MediaPeer }>
  stop(): Promise<void>
}

export async function startHarness({ spec, standIn }: ProviderUnderTest): Promise<Harness> {
  const carrier = await standIn.start()
  const sockets = await openMediaServer()
  const { urls, hookOf } = rememberingUrls(sockets.port)
  const logged: string[] = []
  const reported: CarrierEvent[] = []
  const received: InboundCall[] = []
  const opened: CarrierAccount[] = []
  let calls = 0

  const openAccount = (credentials: Credentials): CarrierAccount => {
    const context: AccountContext = {
      configurationId: 1,
      credentials,
      nodeName: 'conformance',
      clock: systemClock,
      rng: systemRng,
      log: recordingLog(logged, {}),
      fetch,
      urls,
      report: async (event) => void reported.push(event),
      receive: async (call) => {
        received.push(call)
        return { kind: 'refuse', reason: 'no such number' }
      },
      attachMedia: () => {},
    }
    const account = spec.open(context)
    opened.push(account)
    return account
  }

  const credentials = withDefaults(spec, carrier.credentials)
  const account = openAccount(credentials)
  return {
    spec,
    carrier,
    account,
    urls,
    logged,
    reported,
    received,
    openAccount,
    credentials,
    newCall(providerCallId = null) {
      calls += 1
      return { callId: calls, callKey: `conformance-${process.pid}-${calls}`, providerCallId }
    },
    hooks: (callId) => [...hookOf.values()].filter(({ call }) => call?.callId === callId).map(({ hook }) => hook),
    read: (webhook, reader = account) => reader.readWebhook(requestFrom(webhook, hookOf)),
    async connectMedia(call) {
      const url = urls.media(call)
      const arrival = sockets.next(url)
      const peer = carrier.connectMedia(url, call)
      // Opened the moment it arrives, as the server does: the carrier speaks first.
      const stream = arrival.then((socket) => account.openMedia(socket, call))
      const opened = await stream
      if (!opened) throw new Error('the audio ended before it began')
      return { stream: opened, peer: await peer }
    },
    async stop() {
      await Promise.all(opened.map((each) => each.close()))
      await carrier.stop()
      await sockets.close()
    },
  }
}

export function dialOrder(call: CallRef, changes: Partial<DialRequest> = {}): DialRequest {
  return {
    call,
    to: PERSON,
    toType: 'pstn',
    from: OWN_NUMBER,
    ringTimeoutSeconds: 37,
    maxDurationSeconds: 1237,
    ...changes,
  }
}

/** What the settings form makes of what an operator pasted: left-out optional fields have their default. */
export function withDefaults(spec: ProviderSpec, given: Record<string, unknown>): Credentials {
  const credentials: Record<string, string | number | boolean | undefined> = {}
  for (const field of fieldsOf(spec)) {
    credentials[field.name] = (given[field.name] as string | number | boolean | undefined) ?? field.default
  }
  return credentials
}

interface HookOf {
  hook: string
  call: CallRef | null
}

/** URLs that look as the program's own: signed, on loopback, without a query; each is remembered to be recognised when called. */
function rememberingUrls(port: number): { urls: CallbackUrls; hookOf: Map<string, HookOf> } {
  const hookOf = new Map<string, HookOf>()
  const remember = (path: string, hook: string, call: CallRef | null): string => {
    const url = `http://127.0.0.1:${port}${path}`
    hookOf.set(url, { hook, call })
    return url
  }
  const urls: CallbackUrls = {
    call: (call, hook) => remember(`/telephony/c/${call.callId}/${hook}/kJ8_x-Yq2${call.callId}`, hook, call),
    configuration: (hook) => remember(`/telephony/k/1/${hook}/Zt5-aa_0P`, hook, null),
    media: (call) => `ws://127.0.0.1:${port}/media/${call.callId}/Qm7-eK_1`,
  }
  return { urls, hookOf }
}

function requestFrom(webhook: SignedWebhook, hookOf: Map<string, HookOf>): WebhookRequest {
  const address = webhook.url.split('?')[0] as string
  const hook = hookOf.get(address)
  if (!hook) throw new Error(`the stand-in called ${address}, which nobody gave it`)
  return {
    ...hook,
    method: webhook.method,
    url: webhook.url,
    headers: Object.fromEntries(Object.entries(webhook.headers).map(([name, value]) => [name.toLowerCase(), value])),
    query: new URL(webhook.url).searchParams,
    rawBody: Buffer.from(webhook.body),
  }
}

function recordingLog(lines: string[], bound: object): Log {
  const write = (fields: object, sentence: string): void => {
    lines.push(`${sentence} ${JSON.stringify({ ...bound, ...fields })}`)
  }
  return {
    debug: write,
    info: write,
    warn: write,
    error: write,
    child: (fields) => recordingLog(lines, { ...bound, ...fields }),
  }
}

async function openMediaServer() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const awaited = new Map<string, (socket: WebSocket) => void>()
  server.on('connection', (socket, request) => {
    const path = request.url ?? ''
    const arrived = awaited.get(path)
    awaited.delete(path)
    if (arrived) arrived(socket)
    else socket.terminate()
  })
  return {
    port: (server.address() as AddressInfo).port,
    next: (url: string) => new Promise<WebSocket>((resolve) => awaited.set(new URL(url).pathname, resolve)),
    close: async () => {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A listener that writes down what it hears and can be waited for. */
export class RecordingListener implements MediaListener {
  readonly frames: Uint8Array[] = []
  readonly digits: string[] = []
  readonly marks: Array<[name: string, played: boolean]> = []
  closedTimes = 0
  #waiting: Array<{ met: () => boolean; resolve: () => void }> = []

  audio(frame: Uint8Array): void {
    this.frames.push(Uint8Array.from(frame))
    this.#wake()
  }

  digit(digit: string): void {
    this.digits.push(digit)
    this.#wake()
  }

  marked(name: string, played: boolean): void {
    this.marks.push([name, played])
    this.#wake()
  }

  closed(): void {
    this.closedTimes += 1
    this.#wake()
  }

  heard(): Buffer {
    return Buffer.concat(this.frames)
  }

  until(met: () => boolean): Promise<void> {
    if (met()) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ met, resolve }))
  }

  #wake(): void {
    this.#waiting = this.#waiting.filter(({ met, resolve }) => {
      if (!met()) return true
      resolve()
      return false
    })
  }
}
