/** The line between a browser and the program, which a test can cut or leave open and dead, as a sleeping laptop does. */
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

const STREAM = '/api/v1/events/stream'

export interface Line {
  url: string
  /** Nothing passes any more and nobody is told; new connections are taken and get no answer. */
  freeze(): void
  /** Every connection breaks, and no new one is taken. */
  cut(): void
  /** For new connections. A stream that was frozen stays so; what else was open the browser drops, as it does after hours. */
  mend(): void
  close(): Promise<void>
}

export async function openLine(target: string): Promise<Line> {
  const port = Number(new URL(target).port)
  const sockets = new Set<Socket>()
  const frozen = new Set<Socket>()
  const streams = new WeakSet<Socket>()
  let state: 'whole' | 'frozen' | 'cut' = 'whole'
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => {}).on('close', () => sockets.delete(near))
    near.on('data', (piece) => piece.includes(STREAM) && streams.add(near))
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
      for (const socket of frozen) if (!streams.has(socket)) socket.destroy()
    },
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
