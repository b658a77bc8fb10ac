import type { Socket } from 'node:net'

/** Two ends of one wire: when either is gone, so is the other. `sockets` has both as long as they live. */
export function tie(sockets: Set<Socket>, one: Socket, other: Socket): void {
  for (const [socket, far] of [
    [one, other],
    [other, one],
  ] as const) {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      far.destroy()
    })
  }
}
