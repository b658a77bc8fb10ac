/**
 * A speech worker: a thread or a process. A process can be stopped at any moment and a crash in its native code ends it alone;
 * a thread is lighter, but stopping it inside native code ends the whole program.
 */
import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Messages of a worker: `ready` once, then one answer per request. */
export type WorkerMessage<Reply> = { ready: true } | { reply: Reply } | { failure: string }

export interface SpeechWorker {
  /** False: only while idle. */
  readonly stopsAtAnyTime: boolean
  post(request: unknown, transfer: ArrayBuffer[]): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, however it ended. */
  onGone(listener: () => void): void
  /** While it works it keeps the program from ending; while idle it does not. */
  ref(): void
  unref(): void
  stop(): Promise<void>
}

export type OpenWorker = () => SpeechWorker

/** Below all other work of the program. Synthesis comes before recognition: a person is waiting to hear it. */
export const NICENESS = { synthesizer: 3, recognizer: 10 } as const

/**
 * Called by a worker for itself: lowers its priority below the main loop. On Linux process id 0 means the calling thread alone;
 * elsewhere it would slow the whole program if this is a thread of it, so nothing is done there. Measured: 99th percentile of
 * the main loop's lag under two busy recognizers 2.9 ms without, 0.5 ms at a niceness of 10.
 */
export function giveWayToMainThread(niceness: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, niceness)
  } catch {
    // A sandbox may forbid it; the work then keeps its priority.
  }
}

/** Flags of the parent (a test runner's loaders) do not apply to compiled code. */
const NO_FLAGS: string[] = []

export function openThread(url: URL, workerData?: unknown): SpeechWorker {
  const worker = new Worker(url, { workerData, execArgv: NO_FLAGS })
  return {
    stopsAtAnyTime: false,
    post: (request, transfer) => worker.postMessage(request, transfer),
    onMessage: (listener) => void worker.on('message', listener),
    onGone(listener) {
      worker.once('error', listener)
      worker.once('exit', listener)
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    stop: async () => void (await worker.terminate()),
  }
}

/** `settings` reach the process as its one argument, in JSON. */
export function openProcess(url: URL, settings: unknown): SpeechWorker {
  const child = fork(fileURLToPath(url), [JSON.stringify(settings)], {
    execArgv: NO_FLAGS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return {
    stopsAtAnyTime: true,
    // A process that is just ending cannot be written to; its end is reported in a moment.
    post: (request) => void child.send(request as object, () => {}),
    onMessage: (listener) => void child.on('message', listener),
    onGone: (listener) => void gone.then(listener),
    ref() {
      child.ref()
      child.channel?.ref()
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      // While idle it keeps nothing open; waiting for its end must keep the program alive.
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}
