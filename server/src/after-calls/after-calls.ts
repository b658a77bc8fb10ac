/**
 * Post-call work. The event log turns every ended call of a workflow with post-call steps into a task, so that no kind of
 * ending is left out: hung up, voicemail, no answer, a node that died during the call. Every node runs this; a task is taken by
 * a lease and deleted in the transaction that stores its result.
 */
import { findCall } from '../calls/queries.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type JobWatch, type RunningJob, startRecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import { type AfterCallTaskDeps, type AfterCallTaskResult, abandonTask, runAfterCallWork } from './after-call-task.ts'
import { ModelCircuitBreaker } from './model-circuit-breaker.ts'
import {
  type AfterCallTask,
  claimTasks,
  hasTasks,
  organizationsWithUnreadEvents,
  postponeTask,
  readCallEvents,
  startReadingCallEvents,
} from './queries.ts'

const LOOK_EVERY_MS = 1000
/** Polling interval while there are no tasks: an idle program costs next to nothing. */
const LOOK_EVERY_MS_AT_REST = 3000
const EVENTS_AT_ONCE = 1000
/** Concurrent tasks on a node, and of one organization: a slow model delays only its own calls. */
const AT_ONCE = 64
const OF_ONE_AT_ONCE = 16
/** Longer than a model may take; a node that does not renew a task for this long has died. */
const LEASE_MS = 120_000
/** Conversation data that is not stored by then was lost with its node; the analysis uses the part that is stored. */
const WRITTEN_WITHIN_MS = 60_000
const ASK_AGAIN_MS = 1000
/** Delays after each failed attempt of a model; then the call is reported without an analysis. */
const MODEL_WAITS_MS = [5_000, 30_000, 120_000, 600_000] as const

/** While a model is unavailable, a call waits at most as long as its own retries would take. */
const MODEL_WAITED_FOR_MS = MODEL_WAITS_MS.reduce((sum, waitMs) => sum + waitMs, 0)
/**
 * Tasks that cannot be done at all, for example because a key is lost, are given up after the same time as webhook deliveries.
 */
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000
const LONGEST_WAIT_MS = 60 * 60_000

export interface AfterCallsDeps extends Omit<AfterCallTaskDeps, 'away'> {
  db: Database
  clock: Clock
  log: Log
  /** Wakes the webhook sender, because deliveries are waiting. */
  wakeSender(): void
}

export class AfterCalls {
  readonly #deps: AfterCallsDeps
  readonly #stop = new AbortController()
  readonly #underWay = new Map<number, { organizationId: number; done: Promise<void> }>()
  readonly #away: ModelCircuitBreaker
  #job: RunningJob | null = null
  #taking: Promise<number> | null = null
  #atRest = false

  constructor(deps: AfterCallsDeps) {
    this.#deps = deps
    this.#away = new ModelCircuitBreaker(deps.clock)
  }

  start(watch?: JobWatch): void {
    const { clock, log } = this.#deps
    const everyMs = () => (this.#atRest ? LOOK_EVERY_MS_AT_REST : LOOK_EVERY_MS)
    const look = {
      name: 'after-calls',
      get everyMs() {
        return everyMs()
      },
      runOnce: () => this.runOnce(),
    }
    this.#job = startRecurringJob(look, { clock, log, watch })
  }

  /** Does not wait for tasks in progress: another node or the next start finishes them. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The program ends.'))
    await this.#job?.stop()
    await this.idle()
  }

  /** Resolves when no task is in progress. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0 || this.#taking) {
      await Promise.all([...this.#underWay.values()].map(({ done }) => done))
      await this.#taking
    }
  }

  async runOnce(): Promise<{ tasks: number; taken: number }> {
    const { db } = this.#deps
    this.#atRest = !(await hasTasks(db))
    if (this.#atRest) return { tasks: 0, taken: 0 }
    await startReadingCallEvents(db)
    let tasks = 0
    const errors: unknown[] = []
    for (const organizationId of await organizationsWithUnreadEvents(db)) {
      try {
        tasks += await this.#readOn(organizationId)
      } catch (error) {
        errors.push(error)
      }
    }
    const taken = await this.#takeMore()
    // Thrown only after the loop: an organization whose events cannot be read must not delay the others.
    if (errors.length > 0) throw errors[0]
    return { tasks, taken }
  }

  async #readOn(organizationId: number): Promise<number> {
    const { db, clock } = this.#deps
    for (let tasks = 0; ; ) {
      const now = new Date(clock.now())
      const { added, read } = await readCallEvents(db, organizationId, { limit: EVENTS_AT_ONCE, now })
      tasks += added
      if (read < EVENTS_AT_ONCE || this.#stop.signal.aborted) return tasks
    }
  }

  /** One run at a time: tasks in progress are counted before more are taken. */
  async #takeMore(): Promise<number> {
    while (this.#taking) await this.#taking
    this.#taking = this.#take().finally(() => {
      this.#taking = null
    })
    return this.#taking
  }

  async #take(): Promise<number> {
    const { db, clock } = this.#deps
    const most = AT_ONCE - this.#underWay.size
    if (most <= 0 || this.#stop.signal.aborted) return 0
    const nowMs = clock.now()
    const counts = this.#counts()
    const busy = [...counts].filter(([, count]) => count >= OF_ONE_AT_ONCE).map(([organizationId]) => organizationId)
    const others = [...counts.values()].filter((count) => count < OF_ONE_AT_ONCE)
    const taken = await claimTasks(db, {
      now: new Date(nowMs),
      leaseUntil: new Date(nowMs + LEASE_MS),
      most,
      mostOfOne: OF_ONE_AT_ONCE - Math.max(0, ...others),
      busy,
    })
    for (const task of taken) this.#launch(task)
    return taken.length
  }

  #counts(): Map<number, number> {
    const counts = new Map<number, number>()
    for (const { organizationId } of this.#underWay.values()) {
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
    }
    return counts
  }

  #launch(task: AfterCallTask): void {
    const done = this.#settle(task)
      .catch((error: unknown) => this.#unsettled(task, error))
      .finally(() => {
        this.#underWay.delete(task.call_id)
        // A slot is free: start the next waiting task immediately instead of at the next poll.
        this.#takeMore().catch((error: unknown) =>
          this.#deps.log.warn({ err: error }, 'failed to claim after-call work'),
        )
      })
    this.#underWay.set(task.call_id, { organizationId: task.organization_id, done })
  }

  async #settle(task: AfterCallTask): Promise<void> {
    const { db, clock, wakeSender } = this.#deps
    const call = await findCall(db, task.organization_id, task.call_id)
    const sinceMs = clock.now() - task.created_at.getTime()
    if (call !== null && call.agent_at !== null && !isWrittenDown(call.timeline) && sinceMs < WRITTEN_WITHIN_MS) {
      return postponeTask(db, task, new Date(clock.now() + ASK_AGAIN_MS), task.attempts - 1)
    }
    const waitMs = MODEL_WAITS_MS[task.attempts - 1]
    const settlement: AfterCallTaskResult = await runAfterCallWork({ ...this.#deps, away: this.#away }, task, call, {
      signal: this.#stop.signal,
      mayTryAgain: waitMs !== undefined && sinceMs < MODEL_WAITED_FOR_MS,
    })
    if (settlement === 'try_again') await postponeTask(db, task, new Date(clock.now() + (waitMs ?? 0)), task.attempts)
    if (typeof settlement === 'object') {
      await postponeTask(db, task, new Date(settlement.modelAwayUntilMs), task.attempts - 1)
    }
    if (settlement === 'queued') wakeSender()
  }

  async #unsettled(task: AfterCallTask, error: unknown): Promise<void> {
    const { db, clock, log } = this.#deps
    const about = { err: error, call_id: task.call_id }
    try {
      if (clock.now() - task.created_at.getTime() < GIVEN_UP_AFTER_MS) {
        log.warn(about, 'failed to finish the after-call work of a call; it is retried')
        const waitMs = Math.min(LEASE_MS * task.attempts, LONGEST_WAIT_MS)
        return await postponeTask(db, task, new Date(clock.now() + waitMs), task.attempts)
      }
      log.error(about, 'giving up the after-call work of a call after a day; its webhooks were not sent')
      await abandonTask(db, task, clock)
    } catch (again) {
      log.warn(
        { ...about, err: again },
        'failed to postpone the after-call work of a call; it is claimed again when its lease ends',
      )
    }
  }
}

function isWrittenDown(timeline: readonly unknown[] | null): boolean {
  return (timeline ?? []).some((entry) => (entry as { event?: unknown }).event === 'ended')
}
