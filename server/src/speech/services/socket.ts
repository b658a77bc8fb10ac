/** A websocket to a speech service: opened in time or not at all; every failure is reported once, translated. */
import { type ClientOptions, WebSocket } from 'ws'
import type { Clock, Timer } from '../../kernel/clock.ts'
import type { Egress } from '../../kernel/egress.ts'
import { parseJson } from '../../kernel/parse-json.ts'
import {
  asServiceError,
  connectionLostError,
  errorOfStatus,
  SpeechServiceError,
  timeoutError,
} from './service-error.ts'

export const SERVICE_SOCKET_LIMITS = {
  /** Time limit of name resolution, connection and TLS; a call does not wait longer. */
  openMs: 1000,
  /** Maximum size of a message: ten seconds of the largest audio format in base64. */
  messageBytesMax: 1024 * 1024,
  /** A connection with this much unsent data counts as hanging. */
  waitingBytesMax: 1024 * 1024,
} as const

export type Frame = string | Uint8Array

export interface SocketAddress {
  url: string
  headers: Record<string, string>
}

export interface SocketListener {
  opened(): void
  /** Called for each text frame, parsed as JSON; `null` if it is unreadable. */
  message(message: unknown, text: string): void
  binary(bytes: Uint8Array): void
  /** Called at most once, and not if this side closed the socket. */
  failed(error: SpeechServiceError): void
}

export interface SocketDeps {
  clock: Clock
  /** Connections to the service. */
  egress?: Pick<Egress, 'socketOptions'> | undefined
  /** Translates a close code of this service; undefined: the usual meaning. */
  meaningOf?: ((code: number, reason: string) => SpeechServiceError | undefined) | undefined
}

export class ServiceSocket {
  readonly #socket: WebSocket
  readonly #listener: SocketListener
  readonly #means: SocketDeps
  readonly #deadline: Timer
  /** Frames that were sent before the socket was open. */
  #early: Frame[] = []
  #isOver = false

  constructor(address: SocketAddress, means: SocketDeps, listener: SocketListener) {
    this.#listener = listener
    this.#means = means
    this.#socket = new WebSocket(address.url, {
      headers: address.headers,
      maxPayload: SERVICE_SOCKET_LIMITS.messageBytesMax,
      perMessageDeflate: false,
      ...(means.egress?.socketOptions(address.url) as ClientOptions | undefined),
    })
    this.#deadline = means.clock.after(SERVICE_SOCKET_LIMITS.openMs, () => this.#fail(timeoutError()))
    this.#listen()
  }

  get isOpen(): boolean {
    return !this.#isOver && this.#socket.readyState === WebSocket.OPEN
  }

  send(...frames: Frame[]): void {
    if (this.#isOver) return
    if (this.#socket.readyState !== WebSocket.OPEN) {
      this.#early.push(...frames)
      return
    }
    if (this.#socket.bufferedAmount > SERVICE_SOCKET_LIMITS.waitingBytesMax) return this.#fail(connectionLostError())
    for (const frame of frames) this.#socket.send(frame)
  }

  /** Closes the socket; no failure is reported afterwards. */
  close(...lastFrames: Frame[]): void {
    if (this.isOpen) {
      this.send(...lastFrames)
      this.#end()
      this.#socket.close(1000)
    } else {
      this.#end()
      this.#socket.terminate()
    }
  }

  #listen(): void {
    const socket = this.#socket
    socket.on('open', () => {
      if (this.#isOver) return
      this.#deadline.cancel()
      const early = this.#early
      this.#early = []
      this.send(...early)
      this.#listener.opened()
    })
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (this.#isOver) return
      if (isBinary) return this.#listener.binary(data)
      const text = data.toString('utf8')
      this.#listener.message(parseJson(text), text)
    })
    socket.on('unexpected-response', (request, response) => {
      response.resume()
      request.destroy()
      this.#fail(errorOfStatus(response.statusCode ?? 0))
    })
    // Also emitted when the socket is closed while connecting; without a listener that would crash the program.
    socket.on('error', (error) => this.#fail(asServiceError(error)))
    socket.on('close', (code, reason) => this.#fail(this.#closedWith(code, reason.toString('utf8'))))
  }

  #closedWith(code: number, reason: string): SpeechServiceError {
    const own = this.#means.meaningOf?.(code, reason)
    if (own !== undefined) return own
    // Close codes for a fault of this program, which a retry would repeat: policy, data or size.
    const isOurs = [1002, 1003, 1007, 1008, 1009].includes(code)
    return isOurs
      ? new SpeechServiceError(`The speech service closed the connection with code ${code}.`, false)
      : connectionLostError()
  }

  #fail(error: SpeechServiceError): void {
    if (this.#isOver) return
    this.#end()
    this.#socket.terminate()
    this.#listener.failed(error)
  }

  #end(): void {
    this.#isOver = true
    this.#early = []
    this.#deadline.cancel()
  }
}
