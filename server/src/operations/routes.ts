/** Operational routes: liveness, readiness, metrics. */
import type pg from 'pg'
import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Metrics } from './metrics.ts'

/** How long the metrics are cached: the route needs no key and must not be a way to keep the database busy. */
const FIGURES_MS = 1000

/** Lets concurrent requests share one answer. */
function shared(work: () => Promise<string>, clock: Clock): () => Promise<string> {
  let answer: { text: Promise<string>; untilMs: number } | null = null
  return () => {
    if (answer === null || clock.monotonic() >= answer.untilMs) {
      answer = { text: work(), untilMs: clock.monotonic() + FIGURES_MS }
      answer.text.catch(() => {
        answer = null
      })
    }
    return answer.text
  }
}

export interface OperationDeps {
  pool: pg.Pool
  metrics: Metrics
  clock: Clock
  /**
   * A node that is stopping, or whose voices are not loaded yet, still serves requests, but load balancers should choose
   * another.
   */
  whyNotReady(): string | null
}

export function operationRoutes({ pool, metrics, clock, whyNotReady }: OperationDeps): Route[] {
  const state = (word: string) => ({ schema: z.object({ status: z.string() }), example: { status: word } })
  const figures = shared(() => metrics.registry.metrics(), clock)
  return [
    route({
      method: 'GET',
      path: '/api/v1/health',
      operation: 'getHealth',
      tag: 'Operations',
      summary: 'Liveness check',
      access: 'none',
      answer: state('ok'),
      handle: async () => ({ status: 'ok' }),
    }),
    route({
      method: 'GET',
      path: '/api/v1/ready',
      operation: 'getReadiness',
      tag: 'Operations',
      summary: 'Readiness: the database answers, speech is loaded where it is needed, and the node is not draining',
      access: 'none',
      answer: state('ready'),
      errors: ['unavailable'],
      async handle() {
        const why = whyNotReady()
        if (why !== null) throw new ApiError('unavailable', { message: why })
        await pool.query('select 1').catch(() => {
          throw new ApiError('unavailable')
        })
        return { status: 'ready' }
      },
    }),
    route({
      method: 'GET',
      path: '/metrics',
      operation: 'getMetrics',
      tag: 'Operations',
      summary: 'Figures for Prometheus; sums over all organizations',
      access: 'none',
      answer: { contentType: 'text/plain', description: 'Prometheus text format.' },
      async handle({ reply }) {
        reply.header('content-type', metrics.registry.contentType)
        return reply.send(await figures())
      },
    }),
  ]
}
