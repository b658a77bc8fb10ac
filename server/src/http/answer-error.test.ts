import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { answerError } from './answer-error.ts'

/** Only what `answerError` touches. */
function statusFor(error: Error): number {
  let status = 0
  const reply = {
    headers: () => reply,
    code: (code: number) => {
      status = code
      return reply
    },
    send: () => reply,
  } as unknown as FastifyReply
  const request = { id: 'r', method: 'GET', routeOptions: { url: '/' } } as unknown as FastifyRequest
  answerError(error, request, reply, silentLog)
  return status
}

test.each([
  ['timeout exceeded when trying to connect', 503],
  ['Connection terminated unexpectedly', 503],
  ['Client has encountered a connection error and is not queryable', 503],
  ['Cannot use a pool after calling end on the pool', 503],
  ['something else', 500],
])('"%s" is %d', (message, status) => {
  expect(statusFor(new Error(message))).toBe(status)
})
