/** Stands between a program and PostgreSQL, and can fall silent as a host does that vanished: nothing passes, nothing is closed. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  readonly port: number
  silent: boolean
  /** Resolves when something has been swallowed since it fell silent. */
  swallowed(): Promise<void>
  close(): Promise<void>
}

export async function startSilentProxy(to: { host: string; port: number }): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  let told: () => void = () => {}
  const proxy = { silent: false, port: 0, swallowed, close }
  function swallowed(): Promise<void> {
    return new Promise((resolve) => {
      told = resolve
    })
  }
  const server = createServer((near) => {
    const far = to.host.startsWith('/') ? connect(`${to.host}/.s.PGSQL.${to.port}`) : connect(to.port, to.host)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!proxy.silent) into.destroy()
      })
      from.on('data', (piece) => {
        if (!proxy.silent) into.write(piece)
        else if (from === near) told()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.port = (server.address() as AddressInfo).port
  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return proxy
}
