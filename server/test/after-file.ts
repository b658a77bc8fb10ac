/**
 * What a test file opened is closed when the file is done, the newest first: a program before its database. Files share the loaded
 * modules of their worker, so a hook in a module of test support would be registered by the first file alone; test/setup.ts
 * runs before every file.
 */
type Close = () => unknown

const open: Close[] = []

export function afterFile(close: Close): void {
  open.push(close)
}

/** One that cannot be closed keeps no other from it. */
export async function closeAll(): Promise<void> {
  const faults: unknown[] = []
  for (const close of open.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}
