import { createServer } from 'node:net'

/** Systems take ports for outgoing connections from above: one of those may be gone before the program that shall have it starts. */
const [FIRST, LAST] = [12_000, 31_999]

/** A port of loopback that nobody holds at the moment, and that nobody is given without asking for it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1))
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
