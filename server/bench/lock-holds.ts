/** How long this program itself holds the locks of organizations: from the answer to the locking statement to that of the commit. */
import pg from 'pg'

interface Step {
  statement: string
  /** Time between the previous answer and this statement: the thread did something else while the lock was held. */
  gapMs: number
  ms: number
}

export interface Hold {
  ms: number
  steps: Step[]
}

const LOCKS = /organizations[\s\S]* for no key update/i
const ENDS = /^\s*(commit|rollback)/i

type Query = (...args: unknown[]) => unknown

/** Observes every connection of this process. `takeHolds` returns the holds since the last call. */
export function observeHolds(): { takeHolds(): Hold[]; stop(): void } {
  let holds: Hold[] = []
  const open = new WeakMap<object, { startedMs: number; answeredMs: number; steps: Step[] }>()
  const original = pg.Client.prototype.query as unknown as Query
  function query(this: object, ...args: unknown[]): unknown {
    const first = args[0] as string | { text?: string }
    const text = typeof first === 'string' ? first : (first?.text ?? '')
    const hold = open.get(this)
    const askedMs = performance.now()
    const result = original.apply(this, args)
    if (!(result instanceof Promise)) return result
    const answered = () => {
      const nowMs = performance.now()
      if (hold) {
        const statement = text.replace(/\s+/g, ' ').trim()
        hold.steps.push({ statement, gapMs: askedMs - hold.answeredMs, ms: nowMs - askedMs })
        hold.answeredMs = nowMs
        if (ENDS.test(text)) {
          holds.push({ ms: nowMs - hold.startedMs, steps: hold.steps })
          open.delete(this)
        }
      } else if (LOCKS.test(text)) open.set(this, { startedMs: nowMs, answeredMs: nowMs, steps: [] })
    }
    result.then(answered, answered)
    return result
  }
  pg.Client.prototype.query = query as unknown as typeof pg.Client.prototype.query
  return {
    takeHolds() {
      const taken = holds
      holds = []
      return taken
    },
    stop() {
      pg.Client.prototype.query = original as unknown as typeof pg.Client.prototype.query
    },
  }
}
