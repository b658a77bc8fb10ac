/** The audio sockets of this node's calls: closing one is the only way to end a call at Exotel. */
import type { WebSocket } from 'ws'
import type { CallRef } from '../../provider.ts'

export class LiveSockets {
  readonly #sockets = new Map<number, WebSocket>()
  #onEmpty: Array<() => void> = []

  add({ callId }: CallRef, socket: WebSocket): void {
    this.#sockets.set(callId, socket)
    socket.once('close', () => {
      if (this.#sockets.get(callId) === socket) this.#sockets.delete(callId)
      if (this.#sockets.size === 0) for (const resolve of this.#onEmpty.splice(0)) resolve()
    })
  }

  has({ callId }: CallRef): boolean {
    return this.#sockets.has(callId)
  }

  /** Closes the socket of a call; false: the call has no audio on this node. */
  close({ callId }: CallRef): boolean {
    const socket = this.#sockets.get(callId)
    socket?.close(1000)
    return socket !== undefined
  }

  /** Resolves when the last socket has closed. */
  empty(): Promise<void> {
    if (this.#sockets.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#onEmpty.push(resolve))
  }
}
