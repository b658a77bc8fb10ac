/**
 * Data of an answered request, for the access log, metrics and traces. It leaves out the URL, because a query may contain a phone
 * number and a signed link contains its signature.
 */
import type { FastifyInstance } from 'fastify'
import { principalOf } from './authorize-request.ts'

export interface FinishedRequest {
  method: string
  /** The documented route, `/api/v1/calls/{call_id}`; null if there is none. */
  route: string | null
  status: number
  ms: number
  requestId: string
  organizationId: number | null
  apiKeyId: number | null
  userId: number | null
  /** The client's IP address. */
  address: string
  /** The caller's own trace (W3C Trace Context), if it sent one. */
  traceparent: string | null
}

export function reportFinishedRequests(app: FastifyInstance, finished: (request: FinishedRequest) => void): void {
  app.addHook('onResponse', async (request, reply) => {
    const principal = principalOf(request)
    const { traceparent } = request.headers
    finished({
      method: request.method,
      route: request.routeOptions.url?.replace(/:(\w+)/g, '{$1}') ?? null,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      requestId: request.id,
      organizationId: principal?.organizationId ?? null,
      apiKeyId: principal?.apiKeyId ?? null,
      userId: principal?.userId ?? null,
      address: request.ip,
      traceparent: typeof traceparent === 'string' ? traceparent : null,
    })
  })
}
