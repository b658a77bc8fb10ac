import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { type Figure, openBenchWorld } from './world.ts'

const SECONDS = 8
const CONNECTIONS = 20

/** `GET` of one configuration with authentication; the load comes from a process of its own on the same machine. */
export async function httpBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const id = await world.simulator({})
    const address = world.app.server.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const result = await load(`http://127.0.0.1:${port}/api/v1/organizations/telephony-configs/${id}`)
    const method = `${CONNECTIONS} connections for ${SECONDS} s, load generator on the same machine`
    return [
      {
        figure: 'GET of one configuration',
        value: Math.round(result.requests.average),
        unit: '1/s',
        target: '>= 3000',
        method,
      },
      { figure: 'GET of one configuration, p99', value: result.latency.p99, unit: 'ms', target: '<= 20', method },
    ]
  } finally {
    await world.close()
  }
}

interface LoadResult {
  requests: { average: number }
  latency: { p99: number }
  non2xx: number
}

async function load(url: string): Promise<LoadResult> {
  const program = createRequire(import.meta.url).resolve('autocannon')
  const args = [
    program,
    '--json',
    '-c',
    String(CONNECTIONS),
    '-d',
    String(SECONDS),
    '-H',
    `X-API-Key=od_${'b'.repeat(43)}`,
    url,
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  for await (const piece of child.stdout) text += piece
  const result = JSON.parse(text) as LoadResult
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests failed`)
  return result
}
