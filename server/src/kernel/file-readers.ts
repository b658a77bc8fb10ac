/**
 * Reads files of tenants in isolation: in a separate process, with limits on time, memory and number. A thread would not
 * suffice: its limits exclude ArrayBuffers, which contain nearly all of a large file.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ApiError } from './errors.ts'
import { FairQueue } from './fair-queue.ts'
import { compiledFile } from './project-paths.ts'
import { type ReaderBudget, readerBudget } from './reader-budget.ts'

const READERS_AT_ONCE_OF_ORGANIZATION = 1
const FILES_WAITING_MAX = 20
/** The last output of a process that ended, for the log. */
const LAST_WORDS_CHARACTERS_MAX = 2_000

export interface ReadLimits {
  msMax: number
  /** Memory limit of the whole process: heap, buffers and stacks. Node.js itself takes about 150 MB of it. */
  memoryMbMax: number
}

/** The file exceeded the time or memory limit. */
export class FileTooCostly extends Error {
  /** How the process crashed, for the log; null: a limit ended it. */
  readonly crash: string | null

  constructor(message: string, crash: string | null = null) {
    super(message)
    this.crash = crash
  }
}

/** The file cannot be used. The message says why and what to do. */
export class FileRefused extends Error {
  /** The original error, for the log, if the program itself may be at fault. */
  readonly reason: unknown

  constructor(message: string, reason: unknown = null) {
    super(message)
    this.reason = reason
  }
}

/** The single answer of a reader; see file-reader-process.ts. */
export type ReaderAnswer<Result> =
  | { result: Result }
  | { refused: string; reason: string | null }
  | { failed: string; outOfMemory: boolean }

/** All reader processes of a node: documents, recordings and spreadsheets share one limit on their number and memory. */
export class FileReaders {
  readonly #queue: FairQueue
  readonly #memoryMbMax: number

  constructor({ atOnce, memoryMbMax }: ReaderBudget = readerBudget()) {
    this.#queue = new FairQueue({ atOnce, ofOne: READERS_AT_ONCE_OF_ORGANIZATION })
    this.#memoryMbMax = memoryMbMax
  }

  /** Waits for a free process, then runs work that starts at most one at a time itself, such as `convertFileInProcess`. */
  async reserve<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
    if (this.#queue.waitingOf(organizationId) >= FILES_WAITING_MAX) throw new ApiError('too_many_uploads')
    return this.#queue.run(organizationId, work)
  }

  /**
   * Waits for a free process, then reads. `request` is called only then, so that the file stays on disk until that time. Throws
   * FileRefused, FileTooCostly, or any other error if the program is at fault.
   */
  async read<Result>(
    organizationId: number,
    reader: { path: string; limits: ReadLimits },
    request: () => Promise<unknown>,
  ): Promise<Result> {
    return this.reserve(organizationId, async () =>
      readFileInProcess<Result>(reader.path, await request(), {
        ...reader.limits,
        memoryMbMax: Math.min(reader.limits.memoryMbMax, this.#memoryMbMax),
      }),
    )
  }
}

/** `path` below `src`: a module that calls `answerAsReader`. */
export async function readFileInProcess<Result>(path: string, request: unknown, limits: ReadLimits): Promise<Result> {
  const compiled = compiledFile(path)
  if (compiled === null) throw new Error(`${path}.js has not been compiled; build the server first`)
  const child = openLimited(fileURLToPath(compiled), limits)
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new FileTooCostly('It took too long.')), limits.msMax)
    })
    const answer = await Promise.race([answerFrom<Result>(child, request as object), late])
    return resultOf(answer)
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** Where the process finds the file: after the three standard streams and the channel of messages. */
export const CONVERTED_FILE_FD = 4

/**
 * Converts an open file in a separate process. Yields the output at the pace of the caller and returns the last message of the
 * process; `msMax` limits the time until the next piece. `path` below `src`: a module that calls `serveConversion`.
 */
export async function* convertFileInProcess<Result>(
  path: string,
  fd: number,
  request: object,
  limits: ReadLimits,
): AsyncGenerator<Uint8Array, Result> {
  const compiled = compiledFile(path)
  if (compiled === null) throw new Error(`${path}.js has not been compiled; build the server first`)
  const child = openLimited(fileURLToPath(compiled), limits, ['ignore', 'pipe', 'pipe', 'ipc', fd])
  const answer = answerFrom<Result>(child, request)
  answer.catch(() => {})
  const inTime = async <T>(awaited: Promise<T>): Promise<T> => {
    const limit = new AbortController()
    const late = pause(limits.msMax, undefined, { signal: limit.signal }).then(() => {
      throw new FileTooCostly('It took too long.')
    })
    late.catch(() => {})
    try {
      return await Promise.race([awaited, late])
    } finally {
      limit.abort()
    }
  }
  try {
    const pieces = (child.stdout as Readable)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    for (;;) {
      const piece = await inTime(pieces.next())
      if (piece.done) return resultOf(await inTime(answer))
      yield piece.value
    }
  } finally {
    child.kill('SIGKILL')
  }
}

function answerFrom<Result>(child: ChildProcess, request: object): Promise<ReaderAnswer<Result>> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as ReaderAnswer<Result>))
    child.on('error', reject)
    let lastWords = ''
    child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      lastWords = (lastWords + words).slice(-LAST_WORDS_CHARACTERS_MAX)
    })
    child.once('close', (code, signal) => reject(whyEnded(code, signal, lastWords)))
    child.send(request, (error) => error && reject(error))
  })
}

function resultOf<Result>(answer: ReaderAnswer<Result>): Result {
  if ('result' in answer) return answer.result
  if ('refused' in answer) throw new FileRefused(answer.refused, answer.reason)
  if (answer.outOfMemory) throw new FileTooCostly('It took too much memory.')
  throw new Error(`the file reader failed: ${answer.failed}`)
}

const OUT_OF_MEMORY = /out of memory|allocation failed|cannot allocate/i

/**
 * V8 aborts or crashes when memory runs out, and the system kills a process that uses the last of it. A crash may also have
 * another cause, so it is reported.
 */
function whyEnded(code: number | null, signal: NodeJS.Signals | null, lastWords: string): Error {
  const crash = `the file reader ended with ${signal ?? `code ${code}`}: ${lastWords}`
  if (OUT_OF_MEMORY.test(lastWords) || signal === 'SIGKILL') return new FileTooCostly('It took too much memory.')
  return signal === null ? new Error(crash) : new FileTooCostly('It crashed the reader.', crash)
}

const SHELL = '/bin/sh'
/** On Linux `-d` limits every private allocation: heap, buffers, WebAssembly. Other systems limit only the heap. */
const LIMITED = 'ulimit -c 0; ulimit -d "$1" && shift && exec "$@"'

type Channels = NonNullable<SpawnOptions['stdio']>

function openLimited(
  file: string,
  { memoryMbMax }: ReadLimits,
  stdio: Channels = ['ignore', 'ignore', 'pipe', 'ipc'],
): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${memoryMbMax}`, file]
  const isBounded = process.platform === 'linux' && existsSync(SHELL)
  const [command, ...given] = isBounded ? [SHELL, '-c', LIMITED, 'sh', String(memoryMbMax * 1024), ...node] : node
  return spawn(command as string, given, {
    stdio,
    serialization: 'advanced',
    // An empty environment: a process that reads tenants' files must not see the program's secrets.
    env: {},
  })
}
