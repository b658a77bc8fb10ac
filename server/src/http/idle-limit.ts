import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** A connection without any traffic for this long is closed. */
export const CONNECTION_TIMEOUT_MS = 120_000

/**
 * Switches the idle limit off while the server makes the client wait, because such a connection is silent but not idle; on while
 * a body arrives. Injected requests have no socket.
 */
export function limitIdleTime({ raw: { socket } }: FastifyRequest, isOn: boolean): void {
  if (socket instanceof Socket) socket.setTimeout(isOn ? CONNECTION_TIMEOUT_MS : 0)
}
