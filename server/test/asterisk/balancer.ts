/** One address before several nodes: each new connection goes to the next of them, or to whom it is said. */
import { connect, createServer, type Socket } from 'node:net'
import { tie } from './tied-sockets.ts'

export interface Balancer {
  readonly port: number
  /** How many connections each has got, by port. */
  readonly taken: ReadonlyMap<number, number>
  /** The nodes, by port; connections go to them in turn. */
  among(...ports: number[]): void
  /** Where the next connections go, before the turns go on. */
  next(...ports: number[]): void
  close(): Promise<void>
}

export async function startBalancer(): Promise<Balancer> {
  const sockets = new Set<Socket>()
  const taken = new Map<number, number>()
  let nodes: number[] = []
  let said: number[] = []
  let turn = 0
  const server = createServer((client) => {
    const port = said.shift() ?? nodes[turn++ % nodes.length]
    if (port === undefined) return void client.destroy()
    taken.set(port, (taken.get(port) ?? 0) + 1)
    const node = connect(port, '127.0.0.1')
    tie(sockets, client, node)
    client.pipe(node).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    taken,
    among(...ports) {
      nodes = ports
      taken.clear()
    },
    next(...ports) {
      said = ports
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
