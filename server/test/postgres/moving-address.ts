/** The address under which a database is known, as a virtual IP or a balancer gives it: it can be cut, fall silent, and move. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface MovingAddress {
  readonly port: number
  /** Who connects from now on is led there; connections to where it led before are reset, as the new host would. */
  moveTo(port: number): void
  /** Nobody answers any more, and nothing is closed. */
  fallSilent(): void
  close(): Promise<void>
}

export async function startMovingAddress(first: number): Promise<MovingAddress> {
  let target = first
  let silent = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    if (silent) return void hold(near)
    const far = connect(target, '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      hold(from)
      from.on('close', () => into.destroy())
      from.on('data', (piece) => {
        if (!silent) into.write(piece)
      })
    }
  })
  function hold(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = port
      silent = false
      for (const socket of sockets) socket.resetAndDestroy()
    },
    fallSilent() {
      silent = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
