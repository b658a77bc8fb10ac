import { createServer } from 'node:net'

/** Systems take ports for outgoing connections from above: one of those may be gone before the program that shall have it starts. */
const [FIRST, LAST] = [12_000, 31_999]
/** Test files run side by side in several processes: each begins at its own place. */
const PORTS_PER_PROCESS = 200
let given = 0

/** A port of loopback that is free at the moment, and that no other test file is given before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + ((process.pid * PORTS_PER_PROCESS + given++) % (LAST - FIRST + 1))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
