/** The line between a browser and the program, which a test can cut or leave open and dead, as a sleeping laptop does. */
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

export interface Line {
  url: string
  /** Nothing passes any more and nobody is told; new connections are taken and get no answer. They stay so for ever. */
  freeze(): void
  /** Every connection breaks, and no new one is taken. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function openLine(target: string): Promise<Line> {
  const port = Number(new URL(target).port)
  const sockets = new Set<Socket>()
  const frozen = new Set<Socket>()
  let state: 'whole' | 'frozen' | 'cut' = 'whole'
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => {}).on('close', () => sockets.delete(near))
    if (state === 'cut') return near.destroy()
    if (state === 'frozen') return void frozen.add(near)
    const far = dial(port, '127.0.0.1')
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.on('data', (piece) => frozen.has(near) || far.write(piece))
    far.on('data', (piece) => frozen.has(near) || near.write(piece))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze() {
      state = 'frozen'
      for (const socket of sockets) frozen.add(socket)
    },
    cut() {
      state = 'cut'
      breakAll()
    },
    mend() {
      state = 'whole'
    },
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
