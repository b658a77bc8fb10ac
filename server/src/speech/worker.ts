/**
 * A speech worker: a thread or a process. A process can be stopped at any time, and a crash in its native code does not affect
 * the program; a thread is lighter, but stopping it inside native code ends the whole program.
 */
import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Messages of a worker: `ready` once, then one answer per request. */
export type WorkerMessage<Reply> = { ready: true } | { reply: Reply } | { failure: string }

export interface SpeechWorker {
  /** Whether the worker can be stopped while it works; false: only while idle. */
  readonly stopsAtAnyTime: boolean
  post(request: unknown, transfer: ArrayBuffer[]): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once when the worker has ended for any reason. */
  onGone(listener: () => void): void
  /** A working worker keeps the program alive; an idle one does not. */
  ref(): void
  unref(): void
  stop(): Promise<void>
}

export type OpenWorker = () => SpeechWorker

/**
 * Priorities below all other work of the program. Synthesis comes before recognition, because a person waits to hear it; a rough
 * transcript comes before a precise one, because the model's answer waits for the rough one.
 */
export const WORKER_NICENESS = { synthesizer: 3, roughRecognizer: 6, recognizer: 10 } as const

/**
 * Called by a worker for itself: lowers its priority below the main loop. On Linux process id 0 means the calling thread alone;
 * elsewhere it would slow down the whole program if the worker is a thread, so nothing is done there. Measured: 99th percentile
 * of the main loop's lag under two busy recognizers 2.9 ms without, 0.5 ms at a niceness of 10.
 */
export function giveWayToMainThread(niceness: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, niceness)
  } catch {
    // A sandbox may forbid changing the priority; the work then keeps its own.
  }
}

/** No flags: those of the parent (a test runner's loaders) do not apply to compiled code. */
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

/** `settings` are passed to the process as its only argument, in JSON. */
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
    // Sending to a process that is just ending fails; its end is reported separately.
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
      // An idle worker does not keep the program alive, but waiting for its end must.
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}
