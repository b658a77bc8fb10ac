/**
 * What a test file opened is closed when the file is done, the newest first: a program before its database. Files share the loaded
 * modules of their worker, so a hook in a module of test support would be registered by the first file alone; test/setup.ts
 * runs before every file.
 */
type Close = () => unknown

/** What is known about something that does not close. */
type Describe = () => string | Promise<string>

/** Less than half of the hook's own time: what hangs is named, and something else may hang too. */
const CLOSE_MS_MAX = 80_000

const open: { close: Close; describe: Describe }[] = []

export function afterFile(close: Close, describe: Describe = () => close.toString()): void {
  open.push({ close, describe })
}

/** One that cannot be closed keeps no other from it. */
export async function closeAll(): Promise<void> {
  const faults: unknown[] = []
  for (const { close, describe } of open.splice(0).reverse()) {
    try {
      await inTime(close, describe)
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

async function inTime(close: Close, describe: Describe): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), CLOSE_MS_MAX)
  })
  const outcome = await Promise.race([close(), late])
  clearTimeout(timer)
  if (outcome === 'late') throw new Error(`not closed within ${CLOSE_MS_MAX / 1000} s: ${await describe()}`)
}
