import type { Clock, Timer } from '../kernel/clock.ts'
import { SpeechOverloaded, SpeechUnavailable } from './availability.ts'
import type { OpenWorker, SpeechWorker, WorkerMessage } from './worker.ts'

/**
 * Runs speech work outside the main thread. It does not use libuv's thread pool: with four recognitions there, a file read waited
 * up to 650 ms (measured on two cores), and its threads have no lower priority.
 */
export interface WorkerPoolOptions {
  clock: Clock
  openWorker: OpenWorker
  /** Maximum number of workers; they are started one by one, when work waits. */
  workers: number
  queueLimit: number
  /** Work that has waited this long is refused: its result is no longer needed, and it would delay other work. */
  waitMsMax?: number
  /** A worker that has not answered within this time hangs, and is replaced. */
  workMsMax?: number
}

/**
 * Whether the turn has ended and the result is needed now, or the person may continue to speak; this may change while the work
 * waits.
 */
export interface Urgency {
  isFinal: boolean
}

interface Job<Request, Reply> {
  request: Request
  urgency: Urgency
  transfer: ArrayBuffer[]
  queuedAtMs: number
  resolve(reply: Reply): void
  reject(error: Error): void
  finished: boolean
}

interface Member<Request, Reply> {
  worker: SpeechWorker
  ready: boolean
  job: Job<Request, Reply> | undefined
  watchdog: Timer | undefined
  /** Called when the worker is idle or gone. */
  rested?: () => void
}

/** Weight of the last wait in the average: about the last ten pieces of work count. */
const WAIT_SMOOTHING = 0.1

export class WorkerPool<Request, Reply> {
  readonly #options: WorkerPoolOptions
  readonly #members: Member<Request, Reply>[] = []
  readonly #queue: Job<Request, Reply>[] = []
  #workerLimit: number
  #closed = false
  #anyReady = false
  #whenReady: Array<() => void> = []
  #recentWaitMs = 0
  #replaced = 0

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#workerLimit = options.workers
  }

  /** Current waiting time for a worker, including the time that queued work has already waited. */
  get waitMs(): number {
    // While the first worker is loading, the waiting time is unknown.
    if (!this.#anyReady) return 0
    const oldest = this.#queue.find(({ urgency }) => urgency.isFinal)
    const waiting = oldest === undefined ? 0 : this.#options.clock.monotonic() - oldest.queuedAtMs
    return Math.max(this.#recentWaitMs, waiting)
  }

  /** Whether a worker is ready and no work waits. */
  get isFree(): boolean {
    return this.#queue.length === 0 && this.#members.some(({ ready, job }) => ready && job === undefined)
  }

  /** Whether work waits for a worker. */
  get isBehind(): boolean {
    return this.#queue.length > 0
  }

  /** Number of workers that died or hung and were replaced. */
  get replaced(): number {
    return this.#replaced
  }

  /** Buffers in `transfer` are moved instead of copied; the caller must not use them again. */
  run(
    request: Request,
    signal?: AbortSignal,
    transfer: ArrayBuffer[] = [],
    urgency: Urgency = { isFinal: true },
  ): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      if (this.#closed) return reject(new SpeechUnavailable('Speech has been shut down.'))
      if (signal?.aborted) return reject(abortReason(signal))
      if (this.#queue.length >= this.#options.queueLimit) {
        return reject(new SpeechOverloaded('Too many speech jobs are waiting.'))
      }
      const job = this.#job({ request, transfer, urgency }, resolve, reject, signal)
      this.#queue.push(job)
      this.#advance()
    })
  }

  /** Starts the first worker before the first request. */
  warm(): void {
    if (!this.#closed && this.#members.length === 0) this.#start()
  }

  /** Resolves when the first worker is ready, or when it is known that none will be: then work fails immediately. */
  ready(): Promise<void> {
    if (this.#anyReady || this.#closed || this.#members.length === 0) return Promise.resolve()
    return new Promise((resolve) => this.#whenReady.push(resolve))
  }

  #decided(): void {
    for (const tell of this.#whenReady.splice(0)) tell()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#decided()
    const gone = new SpeechUnavailable('Speech has been shut down.')
    for (const job of this.#queue.splice(0)) job.reject(gone)
    const members = this.#members.splice(0)
    for (const member of members) {
      member.watchdog?.cancel()
      member.job?.reject(gone)
    }
    await Promise.all(members.map((member) => this.#rest(member).then(() => member.worker.stop())))
  }

  #rest(member: Member<Request, Reply>): Promise<void> {
    if (member.worker.stopsAtAnyTime || (member.ready && member.job === undefined)) return Promise.resolve()
    return new Promise((resolve) => {
      member.rested = resolve
      member.worker.onGone(() => resolve())
      member.worker.ref()
    })
  }

  #job(
    work: Pick<Job<Request, Reply>, 'request' | 'transfer' | 'urgency'>,
    resolve: (reply: Reply) => void,
    reject: (error: Error) => void,
    signal: AbortSignal | undefined,
  ): Job<Request, Reply> {
    const finish = () => {
      job.finished = true
      signal?.removeEventListener('abort', abort)
    }
    const job: Job<Request, Reply> = {
      ...work,
      queuedAtMs: this.#options.clock.monotonic(),
      finished: false,
      resolve: (reply) => {
        finish()
        resolve(reply)
      },
      reject: (error) => {
        finish()
        reject(error)
      },
    }
    // Work in progress runs to its end and its result is dropped; waiting work never begins.
    const abort = () => {
      const at = this.#queue.indexOf(job)
      if (at >= 0) this.#queue.splice(at, 1)
      job.reject(abortReason(signal as AbortSignal))
    }
    signal?.addEventListener('abort', abort, { once: true })
    return job
  }

  #advance(): void {
    for (const member of this.#members) {
      if (!member.ready || member.job !== undefined) continue
      const job = this.#nextJob()
      if (job === undefined) break
      this.#begin(member, job)
    }
    const starting = this.#members.filter((member) => !member.ready).length
    if (this.#queue.length > starting && this.#members.length < this.#workerLimit) this.#start()
  }

  /** The oldest work that is still needed; speculative work comes after work for ended turns. */
  #nextJob(): Job<Request, Reply> | undefined {
    const nowMs = this.#options.clock.monotonic()
    for (;;) {
      const [job] = this.#queue.splice(
        Math.max(
          0,
          this.#queue.findIndex(({ urgency }) => urgency.isFinal),
        ),
        1,
      )
      if (job === undefined) return undefined
      const waitedMs = nowMs - job.queuedAtMs
      // Speculative work does not count, because no person waits for it.
      if (job.urgency.isFinal) this.#recentWaitMs += (waitedMs - this.#recentWaitMs) * WAIT_SMOOTHING
      if (waitedMs <= (this.#options.waitMsMax ?? Number.POSITIVE_INFINITY)) return job
      job.reject(new SpeechOverloaded('The speech job waited too long.'))
    }
  }

  #begin(member: Member<Request, Reply>, job: Job<Request, Reply>): void {
    const { clock, workMsMax } = this.#options
    member.job = job
    member.worker.ref()
    if (workMsMax !== undefined) member.watchdog = clock.after(workMsMax, () => this.#replace(member))
    member.worker.post(job.request, job.transfer)
  }

  /** The worker hangs: its work fails, and another worker replaces it. */
  #replace(member: Member<Request, Reply>): void {
    void member.worker.stop()
    this.#lose(member, 'A speech worker hung and was replaced.')
  }

  #start(): void {
    let worker: SpeechWorker
    try {
      worker = this.#options.openWorker()
    } catch (error) {
      return this.#refuseAll(error instanceof SpeechUnavailable ? error : cannotStart())
    }
    const member: Member<Request, Reply> = { worker, ready: false, job: undefined, watchdog: undefined }
    this.#members.push(member)
    worker.onMessage((message) => this.#hear(member, message as WorkerMessage<Reply>))
    worker.onGone(() => this.#lose(member, 'A speech worker ended unexpectedly.'))
  }

  #hear(member: Member<Request, Reply>, message: WorkerMessage<Reply>): void {
    if ('ready' in message) {
      member.ready = true
      this.#anyReady ||= this.#startWaiting()
      this.#decided()
    } else {
      const { job } = member
      member.job = undefined
      member.watchdog?.cancel()
      if (job !== undefined && !job.finished) {
        if ('reply' in message) job.resolve(message.reply)
        else job.reject(new SpeechUnavailable(message.failure))
      }
    }
    member.rested?.()
    // An idle worker must not keep the program from ending.
    member.worker.unref()
    this.#advance()
  }

  /** Waits do not count before the first worker exists; from now on they do. */
  #startWaiting(): true {
    const nowMs = this.#options.clock.monotonic()
    for (const job of this.#queue) job.queuedAtMs = nowMs
    return true
  }

  #lose(member: Member<Request, Reply>, why: string): void {
    const at = this.#members.indexOf(member)
    if (at < 0) return
    this.#members.splice(at, 1)
    member.watchdog?.cancel()
    void member.worker.stop()
    if (member.job !== undefined && !member.job.finished) member.job.reject(new SpeechUnavailable(why))
    if (member.ready) {
      this.#replaced++
      return this.#advance()
    }
    // A worker that died before it was ready would die again, so the pool continues with the others or fails the waiting work.
    this.#workerLimit = Math.max(1, this.#members.length)
    if (this.#members.length > 0) return
    this.#refuseAll(cannotStart())
    this.#decided()
  }

  #refuseAll(error: Error): void {
    for (const job of this.#queue.splice(0)) job.reject(error)
  }
}

function cannotStart(): SpeechUnavailable {
  return new SpeechUnavailable('The speech worker could not be started; its packages may be damaged or incomplete.')
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('The speech is no longer needed.')
}
