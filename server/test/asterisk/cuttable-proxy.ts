/** A wire that can be cut: a TCP proxy on loopback. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tie } from './tied-sockets.ts'

export interface CuttableProxy {
  readonly port: number
  /** From now on nothing comes through from the other side, though every connection seems to stand. */
  mute(): void
  /** Breaks every connection and refuses new ones. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function startProxy(targetPort: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let whole = true
  let muted = false
  const server: Server = createServer((client) => {
    if (!whole) return void client.destroy()
    const target = connect(targetPort, '127.0.0.1')
    tie(sockets, client, target)
    client.on('data', (data) => target.write(data))
    target.on('data', (data) => {
      if (!muted) client.write(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const cut = (): void => {
    whole = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    mute() {
      muted = true
    },
    cut,
    mend() {
      muted = false
      whole = true
    },
    close() {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
