/**
 * Receives audio of calls from Asterisk by AudioSocket. The protocol has neither a password nor encryption: a connection is
 * accepted only with an announced id, each id once, and the port belongs on loopback or a private network.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type AudioSocketFrame, FrameReader, readCallUuid } from './carrier-kit/audio-socket-frames.ts'
import type { AudioConnection, AudioSockets, ExpectedAudio } from './provider.ts'

/** A connection that has not sent its id within this time is closed. */
export const UNIDENTIFIED_TIMEOUT_MS = 5_000
export const UNIDENTIFIED_CONNECTIONS_MAX = 200

export interface AudioSocketSettings {
  host: string
  port: number
  /** Address of this node for Asterisk, `host:port`. */
  address: string
}

export class AudioSocketServer implements AudioSockets {
  readonly #settings: AudioSocketSettings
  readonly #clock: Clock
  readonly #log: Log
  readonly #server: Server
  readonly #expected = new Map<string, (connection: AudioConnection | null) => void>()
  readonly #open = new Set<Socket>()
  #unnamed = 0

  constructor(settings: AudioSocketSettings, clock: Clock, log: Log) {
    this.#settings = settings
    this.#clock = clock
    this.#log = log
    this.#server = createServer({ noDelay: true }, (socket) => this.#arrived(socket))
  }

  listen(): Promise<void> {
    const { host, port } = this.#settings
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject)
        this.#server.on('error', (error) =>
          this.#log.error({ err: error }, 'failed to accept an AudioSocket connection'),
        )
        resolve()
      })
    })
  }

  async close(): Promise<void> {
    for (const settle of [...this.#expected.values()]) settle(null)
    for (const socket of this.#open) socket.destroy()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }

  expect(timeoutMs: number): ExpectedAudio {
    const id = randomUUID()
    const arrived = new Promise<AudioConnection | null>((resolve) => {
      const timer = this.#clock.after(timeoutMs, () => settle(null))
      const settle = (connection: AudioConnection | null): void => {
        timer.cancel()
        this.#expected.delete(id)
        resolve(connection)
      }
      this.#expected.set(id, settle)
    })
    return { id, address: this.#settings.address, arrived, cancel: () => this.#expected.get(id)?.(null) }
  }

  #arrived(socket: Socket): void {
    socket.on('error', () => {})
    if (this.#unnamed >= UNIDENTIFIED_CONNECTIONS_MAX) {
      this.#log.warn(
        { limit: UNIDENTIFIED_CONNECTIONS_MAX },
        'refusing an AudioSocket connection: too many unnamed ones',
      )
      socket.destroy()
      return
    }
    this.#unnamed += 1
    this.#open.add(socket)
    const reader = new FrameReader()
    const timer = this.#clock.after(UNIDENTIFIED_TIMEOUT_MS, () => refuse('no id came in time'))
    const finish = (): void => {
      timer.cancel()
      this.#unnamed -= 1
      socket.off('data', onData).off('close', finish)
    }
    const refuse = (reason: string): void => {
      this.#log.warn({ reason }, 'refusing an AudioSocket connection')
      socket.destroy()
    }
    const onData = (chunk: Buffer): void => {
      const [first, ...rest] = reader.push(chunk)
      if (!first) return
      const settle = this.#expected.get(readCallUuid(first) ?? '')
      if (!settle) return refuse('the id was not announced')
      finish()
      socket.pause()
      settle({ socket, reader, early: rest satisfies AudioSocketFrame[] })
    }
    socket.on('data', onData).once('close', finish)
    socket.once('close', () => this.#open.delete(socket))
  }
}
