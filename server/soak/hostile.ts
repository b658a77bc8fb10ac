/** Clients that no program should fear: malformed websocket frames, broken and endless HTTP requests. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PROBE_PATH } from '../src/calls/probe-public-url.ts'
import { pickRandom, randomIntBetween } from '../src/kernel/rng.ts'
import { FRAMES, upgradeRequest } from '../test/interface/hostile-frames.ts'
import { count, fault, type Soak, sleep } from './load.ts'

const PATHS = [PROBE_PATH, PROBE_PATH.replace('probe', '1.2.3'), '/api/v1/events', '/api/v1/health', '/api/v1/%zz', '/']
const REQUESTS: Record<string, Buffer> = {
  noise: Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 73) % 256)),
  'a header of 200 kB': Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(200_000)}\r\n\r\n`),
  'two lengths': Buffer.from(
    'POST /api/v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 9\r\n\r\nabcd',
  ),
  'a chunk of a wrong length': Buffer.from(
    'POST /api/v1/workflow/validate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabcd\r\n',
  ),
  'half a request': Buffer.from(
    'POST /api/v1/campaign/create HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{"name":',
  ),
}
const ATTACKS_BEFORE_LOOK = 10
const LINGER_MS_MAX = 2000

/** At the node that is never restarted: whatever it is sent, it still answers. */
export async function runHostileClients(soak: Soak, port: number): Promise<void> {
  const { rng } = soak
  for (let turn = 1; !soak.stopping(); turn++) {
    await sleep(randomIntBetween(rng, 20, 200))
    if (turn % 2 === 0)
      await sent(port, [upgradeRequest(pickRandom(rng, PATHS)), pickRandom(rng, Object.values(FRAMES))], 50)
    else await sent(port, [pickRandom(rng, Object.values(REQUESTS))], randomIntBetween(rng, 10, LINGER_MS_MAX))
    count(soak, turn % 2 === 0 ? 'malformed frames' : 'malformed requests')
    if (turn % ATTACKS_BEFORE_LOOK === 0) await lookedAt(soak, port)
  }
}

/** The second piece follows the answer to the first, or comes with it if there is none. */
async function sent(port: number, [first, second]: readonly Buffer[], lingerMs: number): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(first as Buffer)
  if (second) {
    await Promise.race([once(socket, 'data').catch(() => null), gone, sleep(LINGER_MS_MAX)])
    socket.write(second)
  }
  socket.resume()
  await Promise.race([gone, sleep(lingerMs)])
  socket.destroy()
  await gone
}

async function lookedAt(soak: Soak, port: number): Promise<void> {
  const status = await fetch(`http://127.0.0.1:${port}/api/v1/health`, { signal: AbortSignal.timeout(30_000) }).then(
    (answer) => answer.status,
    (error: Error) => error.message,
  )
  if (status !== 200) fault(soak, `after malformed requests the node answers: ${status}`)
}
