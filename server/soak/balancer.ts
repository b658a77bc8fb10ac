/** The door in front of the nodes: takes each connection to one that answers, as a load balancer with no other knowledge. */

import type { AddressInfo } from 'node:net'
import { createConnection, createServer, type Socket } from 'node:net'

export interface Balancer {
  readonly url: string
  close(): void
}

export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((client) => {
    track(client)
    turn++
    reach(
      client,
      [...ports.keys()].map((step) => ports[(turn + step) % ports.length] as number),
    )
  })

  function track(socket: Socket): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A node that is killed takes its connections along; whoever asked will ask again.
    socket.on('error', () => socket.destroy())
  }

  function reach(client: Socket, [port, ...others]: number[]): void {
    if (port === undefined) return void client.destroy()
    const node = createConnection(port, '127.0.0.1')
    node.once('error', () => {
      if (!client.destroyed) reach(client, others)
    })
    node.once('connect', () => {
      node.removeAllListeners('error')
      track(node)
      client.pipe(node).pipe(client)
      client.once('close', () => node.destroy())
      node.once('close', () => client.destroy())
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
