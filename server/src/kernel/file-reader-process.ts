/** The part of a file reader that runs in the separate process: reads one file, then ends. */
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { CONVERTED_FILE_FD, FileRefused, type ReaderAnswer } from './file-readers.ts'

/** A lower priority than that of conversations. */
const NICENESS = 10

export function serveReadRequests<Request, Result>(read: (request: Request) => Promise<Result> | Result): void {
  lowerPriority()
  process.once('message', (request: Request) => {
    Promise.resolve()
      .then(() => read(request))
      .then(
        (result) => answer({ result }),
        (error: unknown) => answer(answerOf(error)),
      )
  })
  // The parent program has ended.
  process.once('disconnect', () => process.exit(0))
}

/** For `convertFileInProcess`: `convert` yields the output and returns the last message. */
export function serveConversion<Request, Result>(
  convert: (request: Request, fd: number) => AsyncGenerator<Uint8Array, Result>,
): void {
  serveReadRequests(async (request: Request) => {
    const steps = convert(request, CONVERTED_FILE_FD)
    for (;;) {
      const step = await steps.next()
      if (step.done) {
        await new Promise<void>((resolve) => process.stdout.end(resolve))
        return step.value
      }
      if (!process.stdout.write(step.value)) await once(process.stdout, 'drain')
    }
  })
}

function lowerPriority(): void {
  try {
    setPriority(NICENESS)
  } catch {
    // A sandbox may forbid changing the priority; the work then keeps its own.
  }
}

function answer<Result>(what: ReaderAnswer<Result>): void {
  process.send?.(what)
}

function answerOf(error: unknown): ReaderAnswer<never> {
  if (error instanceof FileRefused) {
    const { reason } = error
    return { refused: error.message, reason: reason === null ? null : describe(reason) }
  }
  const outOfMemory =
    error instanceof RangeError && /allocation failed|invalid (array|string) length/i.test(error.message)
  return { failed: describe(error), outOfMemory }
}

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
