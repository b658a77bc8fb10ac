/**
 * A do-not-call registry as large as this machine allows in minutes, imported through the interface: rows a second, bytes a number,
 * memory, and how fast a contact list is held against it. REGISTRY_ROWS changes its length.
 */
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { canonicalNumber } from '../src/addresses/rules/canonical-number.ts'
import { seededRng } from '../src/kernel/rng.ts'
import { findNumbers, SortedNumbers } from '../src/registries/find-numbers.ts'
import { readyGenerations } from '../src/registries/queries.ts'
import { type BenchWorld, type Figure, KEY, openBenchWorld } from './world.ts'

const ROWS = Number(process.env.REGISTRY_ROWS ?? 25_000_000)
/** Numbers of the United States that can exist: 8 first digits of the area code and of the exchange. */
const POSSIBLE = 6_400_000_000
const LIST_ROWS = 100_000
const LINES_AT_ONCE = 20_000
const SAMPLE_MS = 200

export async function registryBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const before = process.memoryUsage().rss
    const { seconds, peakBytes } = await watched(() => importFile(world))
    const [generation] = await readyGenerations(world.app.db, 1)
    if (!generation) throw new Error('no registry is in force')
    const { rows } = await world.pool.query<{ stored: number; table: number }>(
      `select (select sum(length(distances)) from registry_blocks)::float8 as stored,
              pg_total_relation_size('registry_blocks')::float8 as table`,
    )
    const { stored, table } = rows[0] as { stored: number; table: number }
    const { numbers } = generation
    const cpu = `${ROWS.toLocaleString('en')} lines as the FTC publishes them, in random order, over HTTP on loopback`
    return [
      {
        figure: 'import',
        value: Math.round(ROWS / seconds),
        unit: 'rows/s',
        method: `${cpu}; ${Math.round(seconds)} s`,
      },
      {
        figure: 'bytes per number, stored',
        value: Math.round((stored / numbers) * 100) / 100,
        unit: 'bytes',
        method: `${numbers} different numbers`,
      },
      {
        figure: 'bytes per number on disk, with index',
        value: Math.round((table / numbers) * 100) / 100,
        unit: 'bytes',
        method: 'size of the table and its index',
      },
      {
        figure: 'memory of the process, more than before',
        value: Math.round((peakBytes - before) / 1024 ** 2),
        unit: 'MB',
        method: `largest of samples every ${SAMPLE_MS} ms; ${Math.round(before / 1024 ** 2)} MB before`,
      },
      ...(await lookUps(world, generation.id)),
    ]
  } finally {
    await world.close()
  }
}

async function watched(work: () => Promise<void>): Promise<{ seconds: number; peakBytes: number }> {
  let peakBytes = 0
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
  }, SAMPLE_MS)
  const startedMs = performance.now()
  await work()
  clearInterval(timer)
  return { seconds: (performance.now() - startedMs) / 1000, peakBytes }
}

/** As dense as 250 million numbers are among those that can exist, so that distances are those of the real list. */
function* lines(): Generator<Buffer> {
  const rng = seededRng(1)
  const range = Math.floor(POSSIBLE * (ROWS / 250_000_000))
  for (let done = 0; done < ROWS; ) {
    const count = Math.min(LINES_AT_ONCE, ROWS - done)
    let text = ''
    for (let index = 0; index < count; index++) text += lineOf(Math.floor(rng.next() * range))
    done += count
    yield Buffer.from(text)
  }
}

/** The `index`th possible number: area code and exchange begin with 2 to 9. */
function tenDigits(index: number): string {
  const line = index % 10_000
  const exchange = 200 + (Math.floor(index / 10_000) % 800)
  const area = 200 + (Math.floor(index / 8_000_000) % 800)
  return `${area}${exchange}${String(line).padStart(4, '0')}`
}

function lineOf(index: number): string {
  const number = tenDigits(index)
  return `${number.slice(0, 3)},${number.slice(3)}\n`
}

async function importFile({ app }: BenchWorld): Promise<void> {
  const { port } = app.server.server.address() as AddressInfo
  const path = '/api/v1/registries/import?registry=bench&layout=area_code_and_number'
  const headers = { 'x-api-key': KEY, 'content-type': 'text/csv' }
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers })
  const answered = new Promise<void>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece as Buffer)
      const text = Buffer.concat(pieces).toString()
      if (response.statusCode === 200) resolve()
      else reject(new Error(`import: ${response.statusCode} ${text}`))
    })
  })
  await pipeline(Readable.from(lines()), sent)
  await answered
}

async function lookUps({ app }: BenchWorld, generationId: number): Promise<Figure[]> {
  const rng = seededRng(2)
  const range = Math.floor(POSSIBLE * (ROWS / 250_000_000))
  const wanted = new SortedNumbers()
  for (let index = 0; index < LIST_ROWS; index++)
    wanted.add(canonicalNumber(`+1${tenDigits(Math.floor(rng.next() * range))}`))
  const startedMs = performance.now()
  let found = 0
  for await (const numbers of findNumbers(app.db, generationId, wanted)) found += numbers.length
  const seconds = (performance.now() - startedMs) / 1000
  const singleMs = performance.now()
  const singles = 200
  for (let index = 0; index < singles; index++) {
    const one = new SortedNumbers()
    one.add(`+1${tenDigits(Math.floor(rng.next() * range))}`)
    for await (const numbers of findNumbers(app.db, generationId, one)) found += numbers.length
  }
  return [
    {
      figure: 'look-ups of a list',
      value: Math.round(LIST_ROWS / seconds),
      unit: '/s',
      method: `${LIST_ROWS.toLocaleString('en')} numbers spread evenly; ${found} were on the registry`,
    },
    {
      figure: 'look-up of one number',
      value: Math.round(((performance.now() - singleMs) / singles) * 100) / 100,
      unit: 'ms',
      method: `average of ${singles}, one after the other`,
    },
  ]
}
