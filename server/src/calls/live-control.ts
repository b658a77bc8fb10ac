/**
 * Brings operators to live conversations: listening in and taking over. A browser may be connected to another node than the one
 * that holds the conversation; then requests and audio go through notifications of the database. They may get lost, so requests
 * are answered, and a listener on another node counts only as long as it reports back.
 */
import { randomBytes } from 'node:crypto'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Notifications } from '../storage/notifications.ts'
import type { AudioSink, LiveConversations, TakeOverRefusal, TakeOverRequest } from './live-requests.ts'

export const LIVE_CONTROL_LIMITS = {
  /** If no node has answered by then, no node holds the conversation. */
  answerMs: 3000,
  /** How often a listener on another node reports that it is still there. */
  renewMs: 5000,
  /** After this time without a report or a frame, the other node counts as gone. */
  leaseMs: 15_000,
  /** Listeners on other nodes that this node serves. */
  servedMax: 20,
  /** Frames of one listener that wait for the database; further ones are dropped. */
  waitingFramesMax: 20,
} as const

const REQUESTS_CHANNEL = 'outdial_live_requests'

type Request =
  | { kind: 'listen'; id: string; node: string; call: number; by: string }
  | { kind: 'keep' | 'stop'; id: string }
  | { kind: 'take_over'; id: string; node: string; call: number; request: TakeOverRequest }

type TakeOverResult = 'calling' | TakeOverRefusal
type Answer = 'listening' | 'full' | TakeOverResult
type Reply = { id: string; answer: Answer } | { id: string; frame: string | null }

export interface LiveControlDeps {
  clock: Clock
  log: Log
  /** Unique among nodes; part of a channel's name. */
  nodeId: string
  notifications: Pick<Notifications, 'publish' | 'subscribe'>
  conversations: LiveConversations
}

interface Served {
  stop(): void
  expiry: Timer
}

export class LiveControl {
  readonly #deps: LiveControlDeps
  /** Requests to other nodes that are not answered yet. */
  readonly #asked = new Map<string, (answer: Answer | null) => void>()
  /** Listeners of this node whose conversations are on others. */
  readonly #listeners = new Map<string, (frame: Uint8Array | null) => void>()
  /** Listeners on other nodes whose conversations are here. */
  readonly #served = new Map<string, Served>()

  constructor(deps: LiveControlDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    const { notifications, nodeId } = this.#deps
    await notifications.subscribe(REQUESTS_CHANNEL, (payload) =>
      this.#guarded(() => this.#onRequest(JSON.parse(payload) as Request)),
    )
    await notifications.subscribe(repliesOf(nodeId), (payload) =>
      this.#guarded(() => this.#onReply(JSON.parse(payload) as Reply)),
    )
  }

  /** Null: no node has this conversation, or it has too many listeners. */
  async listen(callId: number, by: string, sink: AudioSink): Promise<(() => void) | null> {
    const { conversations, nodeId } = this.#deps
    if (conversations.isTalking(callId)) return conversations.listen(callId, by, sink)
    const id = newId()
    const stop = this.#listenElsewhere(id, sink)
    const answer = await this.#ask({ kind: 'listen', id, node: nodeId, call: callId, by })
    if (answer === 'listening') return stop
    stop()
    return null
  }

  /** Null: no node has this conversation. */
  async takeOver(callId: number, request: TakeOverRequest): Promise<TakeOverResult | null> {
    const { conversations, nodeId } = this.#deps
    if (conversations.isTalking(callId)) return conversations.takeOver(callId, request) ?? 'calling'
    const answer = await this.#ask({ kind: 'take_over', id: newId(), node: nodeId, call: callId, request })
    return answer === 'listening' || answer === 'full' ? null : answer
  }

  stop(): void {
    for (const id of [...this.#served.keys()]) this.#endServing(id)
    for (const over of [...this.#listeners.values()]) over(null)
  }

  /** Catches errors of the handler: a message from another node must not crash this one. */
  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'failed to read a message about a live conversation')
    }
  }

  #ask(request: Extract<Request, { node: string }>): Promise<Answer | null> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(LIVE_CONTROL_LIMITS.answerMs, () => settle(null))
      const settle = (answer: Answer | null) => {
        timer.cancel()
        this.#asked.delete(request.id)
        resolve(answer)
      }
      this.#asked.set(request.id, settle)
      void this.#publish(REQUESTS_CHANNEL, request).then((sent) => sent || settle(null))
    })
  }

  #listenElsewhere(id: string, sink: AudioSink): () => void {
    const { clock } = this.#deps
    let heardMs = clock.monotonic()
    let renewal: Timer
    const forget = () => {
      renewal.cancel()
      this.#listeners.delete(id)
    }
    const over = () => {
      forget()
      sink(null)
    }
    const renew = () => {
      if (clock.monotonic() - heardMs > LIVE_CONTROL_LIMITS.leaseMs) return over()
      void this.#publish(REQUESTS_CHANNEL, { kind: 'keep', id })
      renewal = clock.after(LIVE_CONTROL_LIMITS.renewMs, renew)
    }
    renewal = clock.after(LIVE_CONTROL_LIMITS.renewMs, renew)
    this.#listeners.set(id, (frame) => {
      heardMs = clock.monotonic()
      if (frame === null) over()
      else sink(frame)
    })
    return () => {
      forget()
      void this.#publish(REQUESTS_CHANNEL, { kind: 'stop', id })
    }
  }

  #onRequest(request: Request): void {
    switch (request.kind) {
      case 'keep':
        return this.#renew(request.id)
      case 'stop':
        return this.#endServing(request.id)
      case 'listen':
        if (!this.#deps.conversations.isTalking(request.call)) return
        return this.#reply(request.node, { id: request.id, answer: this.#serve(request) ? 'listening' : 'full' })
      case 'take_over': {
        const { conversations } = this.#deps
        if (!conversations.isTalking(request.call)) return
        const answer = conversations.takeOver(request.call, request.request) ?? 'calling'
        return this.#reply(request.node, { id: request.id, answer })
      }
    }
  }

  #onReply(reply: Reply): void {
    if ('answer' in reply) this.#asked.get(reply.id)?.(reply.answer)
    else this.#listeners.get(reply.id)?.(reply.frame === null ? null : Buffer.from(reply.frame, 'base64'))
  }

  #serve({ id, node, call, by }: Extract<Request, { kind: 'listen' }>): boolean {
    if (this.#served.size >= LIVE_CONTROL_LIMITS.servedMax) return false
    let waiting = 0
    let inOrder: Promise<unknown> = Promise.resolve()
    const send = (frame: Uint8Array | null) => {
      if (frame !== null && waiting >= LIVE_CONTROL_LIMITS.waitingFramesMax) return
      waiting++
      const text = frame === null ? null : Buffer.from(frame).toString('base64')
      inOrder = inOrder.then(() => this.#publish(repliesOf(node), { id, frame: text })).finally(() => waiting--)
      if (frame === null) this.#endServing(id)
    }
    const stop = this.#deps.conversations.listen(call, by, send)
    if (stop === null) return false
    this.#served.set(id, { stop, expiry: this.#expiryOf(id) })
    return true
  }

  #renew(id: string): void {
    const served = this.#served.get(id)
    if (served === undefined) return
    served.expiry.cancel()
    served.expiry = this.#expiryOf(id)
  }

  #expiryOf(id: string): Timer {
    return this.#deps.clock.after(LIVE_CONTROL_LIMITS.leaseMs, () => this.#endServing(id))
  }

  #endServing(id: string): void {
    const served = this.#served.get(id)
    this.#served.delete(id)
    served?.expiry.cancel()
    served?.stop()
  }

  #reply(node: string, reply: Reply): void {
    void this.#publish(repliesOf(node), reply)
  }

  /** Never rejects. False if the database did not accept the notification. */
  async #publish(channel: string, message: Request | Reply): Promise<boolean> {
    try {
      await this.#deps.notifications.publish(channel, JSON.stringify(message))
      return true
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'failed to reach the node of a live conversation')
      return false
    }
  }
}

function repliesOf(nodeId: string): string {
  return `outdial_live_${nodeId}`
}

function newId(): string {
  return randomBytes(9).toString('base64url')
}
