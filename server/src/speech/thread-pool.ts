import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { SpeechOverloaded, SpeechUnavailable } from './availability.ts'

/**
 * Speech work on threads of its own. Not on libuv's pool: with four recognitions there, a file read waited up to
 * 650 ms behind them (measured on two cores), and its threads cannot be told to give way.
 */
export interface ThreadPoolOptions {
  /** The compiled module of the thread. */
  url: () => URL
  workerData: unknown
  /** Threads are started one by one, when work waits. */
  threads: number
  queueLimit: number
}

/** What a thread posts: once `ready`, then one answer per request. */
export type ThreadMessage<Reply> = { ready: true } | { reply: Reply } | { failure: string }

interface Job<Request, Reply> {
  request: Request
  transfer: ArrayBuffer[]
  resolve(reply: Reply): void
  reject(error: Error): void
  finished: boolean
}

interface Thread<Request, Reply> {
  worker: Worker
  ready: boolean
  job: Job<Request, Reply> | undefined
  /** Called when the thread has nothing to do, or is gone. */
  rested?: () => void
}

/** Below everything else of the program. Making speech comes before understanding it: somebody is waiting to hear it. */
export const NICENESS = { synthesizer: 3, recognizer: 10 } as const

/**
 * Called by a thread on itself: give way to the main loop. On Linux process id 0 names the calling thread alone;
 * elsewhere it would slow the whole program, so there nothing is done. Measured: 99th percentile of the main
 * loop's lag under two busy recognizers 2.9 ms without, 0.5 ms at a niceness of 10.
 */
export function giveWayToMainThread(niceness: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, niceness)
  } catch {
    // A sandbox may forbid it; the work is then merely less polite.
  }
}

export class ThreadPool<Request, Reply> {
  readonly #options: ThreadPoolOptions
  readonly #threads: Thread<Request, Reply>[] = []
  readonly #queue: Job<Request, Reply>[] = []
  #threadLimit: number
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    this.#threadLimit = options.threads
  }

  /** Buffers in `transfer` are moved, not copied: the caller may not use them again. */
  run(request: Request, signal?: AbortSignal, transfer: ArrayBuffer[] = []): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      if (this.#closed) return reject(new SpeechUnavailable('Speech has been shut down.'))
      if (signal?.aborted) return reject(abortReason(signal))
      if (this.#queue.length >= this.#options.queueLimit) {
        return reject(new SpeechOverloaded('Too much speech is waiting to be worked on.'))
      }
      const job = this.#job(request, transfer, resolve, reject, signal)
      this.#queue.push(job)
      this.#advance()
    })
  }

  /** Starts the first thread ahead of the first request. */
  warm(): void {
    if (!this.#closed && this.#threads.length === 0) this.#start()
  }

  async close(): Promise<void> {
    this.#closed = true
    const gone = new SpeechUnavailable('Speech has been shut down.')
    for (const job of this.#queue.splice(0)) job.reject(gone)
    const threads = this.#threads.splice(0)
    for (const thread of threads) thread.job?.reject(gone)
    // A thread stopped inside its native code (loading a model, decoding) takes the whole program down with it.
    await Promise.all(threads.map((thread) => this.#rest(thread).then(() => thread.worker.terminate())))
  }

  #rest(thread: Thread<Request, Reply>): Promise<void> {
    if (thread.ready && thread.job === undefined) return Promise.resolve()
    return new Promise((resolve) => {
      thread.rested = resolve
      thread.worker.once('exit', () => resolve())
      thread.worker.ref()
    })
  }

  #job(
    request: Request,
    transfer: ArrayBuffer[],
    resolve: (reply: Reply) => void,
    reject: (error: Error) => void,
    signal: AbortSignal | undefined,
  ): Job<Request, Reply> {
    const finish = () => {
      job.finished = true
      signal?.removeEventListener('abort', abort)
    }
    const job: Job<Request, Reply> = {
      request,
      transfer,
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
    // Work already on a thread runs to its end and is thrown away; what waits is never begun.
    const abort = () => {
      const at = this.#queue.indexOf(job)
      if (at >= 0) this.#queue.splice(at, 1)
      job.reject(abortReason(signal as AbortSignal))
    }
    signal?.addEventListener('abort', abort, { once: true })
    return job
  }

  #advance(): void {
    for (const thread of this.#threads) {
      if (!thread.ready || thread.job !== undefined) continue
      const job = this.#queue.shift()
      if (job === undefined) break
      thread.job = job
      thread.worker.ref()
      thread.worker.postMessage(job.request, job.transfer)
    }
    const starting = this.#threads.filter((thread) => !thread.ready).length
    if (this.#queue.length > starting && this.#threads.length < this.#threadLimit) this.#start()
  }

  #start(): void {
    let worker: Worker
    try {
      // Flags of the parent (a test runner's loaders) are of no use to compiled code.
      worker = new Worker(this.#options.url(), { workerData: this.#options.workerData, execArgv: [] })
    } catch (error) {
      return this.#refuseAll(error instanceof SpeechUnavailable ? error : cannotStart())
    }
    const thread: Thread<Request, Reply> = { worker, ready: false, job: undefined }
    this.#threads.push(thread)
    worker.on('message', (message: ThreadMessage<Reply>) => this.#hear(thread, message))
    worker.on('error', () => this.#lose(thread))
    worker.on('exit', () => this.#lose(thread))
  }

  #hear(thread: Thread<Request, Reply>, message: ThreadMessage<Reply>): void {
    if ('ready' in message) {
      thread.ready = true
    } else {
      const job = thread.job
      thread.job = undefined
      if (job !== undefined && !job.finished) {
        if ('reply' in message) job.resolve(message.reply)
        else job.reject(new SpeechUnavailable(message.failure))
      }
    }
    thread.rested?.()
    // An idle thread must not keep the program from ending.
    thread.worker.unref()
    this.#advance()
  }

  #lose(thread: Thread<Request, Reply>): void {
    const at = this.#threads.indexOf(thread)
    if (at < 0) return
    this.#threads.splice(at, 1)
    void thread.worker.terminate()
    const died = new SpeechUnavailable('A speech thread ended unexpectedly.')
    if (thread.job !== undefined && !thread.job.finished) thread.job.reject(died)
    if (thread.ready) return this.#advance()
    // A thread that died before it was ready would die again: make do with the others, or fail what waits.
    this.#threadLimit = Math.max(1, this.#threads.length)
    if (this.#threads.length === 0) this.#refuseAll(cannotStart())
  }

  #refuseAll(error: Error): void {
    for (const job of this.#queue.splice(0)) job.reject(error)
  }
}

function cannotStart(): SpeechUnavailable {
  return new SpeechUnavailable('The speech thread could not be started; its packages may be damaged or incomplete.')
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('The speech is no longer wanted.')
}
