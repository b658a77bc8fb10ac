/** The connection to one Stasis application for its events; reconnects automatically. */
import { type ClientOptions, WebSocket } from 'ws'
import type { Clock, Timer } from '../../../kernel/clock.ts'
import type { Rng } from '../../../kernel/rng.ts'
import type { AccountContext } from '../../provider.ts'
import { type AriEvent, readEvent } from './events.ts'

const HANDSHAKE_TIMEOUT_MS = 5_000
const PING_INTERVAL_MS = 5_000
const FIRST_DELAY_MS = 100
const DELAY_MS_MAX = 5_000

/** Maximum size of an event; a channel event has a few kilobytes. */
const EVENT_BYTES_MAX = 1024 * 1024

export interface EventSocketOptions {
  url: string
  authorization: string
  /** Connection options for the address. */
  socketOptions?: AccountContext['socketOptions'] | undefined
  clock: Clock
  rng: Rng
  opened(): void
  event(event: AriEvent): void
  /** The connection was lost, or could not be made. */
  lost(fault: ConnectionFault): void
}

export interface ConnectionFault {
  /** `halt`: the login was refused; waiting does not change that. */
  verdict: 'halt' | 'later'
  reason: string
}

export class EventSocket {
  readonly #options: EventSocketOptions
  #socket: WebSocket | null = null
  #timer: Timer | null = null
  #failures = 0
  #alive = false
  #stopped = true
  #open = false
  #fault: ConnectionFault = { verdict: 'later', reason: 'not yet connected to Asterisk' }
  #waiting: Array<() => void> = []

  constructor(options: EventSocketOptions) {
    this.#options = options
  }

  get open(): boolean {
    return this.#open
  }

  /** Why the connection is not open. */
  get fault(): ConnectionFault {
    return this.#fault
  }

  start(): void {
    if (!this.#stopped) return
    this.#stopped = false
    this.#connect()
  }

  /** Disconnects until `start` is called. */
  stop(): void {
    this.#stopped = true
    this.#timer?.cancel()
    const socket = this.#socket
    this.#socket = null
    this.#open = false
    socket?.terminate()
    this.#settleWaiting()
  }

  /** Resolves immediately if the connection is open or waits for the next attempt; during an attempt, when it ends. */
  attempted(): Promise<void> {
    if (this.#open || this.#stopped || !this.#socket) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  #connect(): void {
    const socket = new WebSocket(this.#options.url, {
      headers: { authorization: this.#options.authorization },
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      perMessageDeflate: false,
      maxPayload: EVENT_BYTES_MAX,
      ...(this.#options.socketOptions?.(this.#options.url) as ClientOptions | undefined),
    })
    this.#socket = socket
    let fault: ConnectionFault = { verdict: 'later', reason: 'the connection to Asterisk is lost' }
    socket.on('open', () => this.#opened(socket))
    socket.on('message', (data) => {
      this.#alive = true
      const event = readEvent(String(data))
      if (event) this.#options.event(event)
    })
    socket.on('pong', () => {
      this.#alive = true
    })
    socket.on('unexpected-response', (_request, response) => {
      fault = refusal(response.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (fault.verdict !== 'halt')
        fault = { verdict: 'later', reason: `Asterisk cannot be reached (${error.code ?? 'the connection failed'})` }
    })
    socket.on('close', () => this.#closed(socket, fault))
  }

  #opened(socket: WebSocket): void {
    this.#open = true
    this.#failures = 0
    this.#alive = true
    this.#timer = this.#options.clock.after(PING_INTERVAL_MS, () => this.#ping(socket))
    this.#options.opened()
    this.#settleWaiting()
  }

  /** A dead peer sends no close message: after two pings without any data, the connection is closed. */
  #ping(socket: WebSocket): void {
    if (!this.#alive) return socket.terminate()
    this.#alive = false
    socket.ping()
    this.#timer = this.#options.clock.after(PING_INTERVAL_MS, () => this.#ping(socket))
  }

  #closed(socket: WebSocket, fault: ConnectionFault): void {
    // The socket was replaced by `stop` and `start`: the close of the old connection does not concern the new one.
    if (this.#socket !== socket) return
    this.#timer?.cancel()
    this.#socket = null
    this.#open = false
    this.#fault = fault
    this.#settleWaiting()
    this.#options.lost(fault)
    const longest = Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * 2 ** this.#failures)
    this.#failures += 1
    this.#timer = this.#options.clock.after(longest * (0.5 + this.#options.rng.next() / 2), () => this.#connect())
  }

  #settleWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}

function refusal(status: number): ConnectionFault {
  if (status === 401 || status === 403) {
    return { verdict: 'halt', reason: 'Asterisk refuses the login: check app_name and app_password against ari.conf' }
  }
  if (status === 404)
    return { verdict: 'later', reason: 'no ARI at this address: check ari_endpoint and ari.conf (enabled = yes)' }
  return { verdict: 'later', reason: `Asterisk refused the events connection with ${status}` }
}
