/** Counts requests in progress, so that a stopping node answers them before it closes its connections. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../kernel/clock.ts'

export class InFlightRequests {
  #count = 0
  #isLeaving = false
  #ended: (() => void) | null = null

  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (_request, reply) => {
      this.#count++
      // The client, or its load balancer, then sends the next request to another node.
      if (this.#isLeaving) reply.header('connection', 'close')
      reply.raw.once('close', () => {
        if (--this.#count === 0) this.#ended?.()
      })
    })
  }

  /** Resolves when all requests have ended, or when the time limit is reached. */
  async finish(msMax: number, clock: Pick<Clock, 'after'>): Promise<void> {
    this.#isLeaving = true
    if (this.#count === 0 || msMax <= 0) return
    await new Promise<void>((resolve) => {
      const timer = clock.after(msMax, resolve)
      this.#ended = () => {
        timer.cancel()
        resolve()
      }
    })
  }
}
