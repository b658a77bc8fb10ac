/** A node on a PostgreSQL as a distribution ships it, with its default settings; the other sections use the embedded one. */
import { round, throughput } from './dialer.ts'
import { numberLimitFigures } from './number-limits.ts'
import { startStockPostgres } from './stock-postgres.ts'
import { type BenchWorld, type Figure, openBenchWorld, processTreeCpuSeconds } from './world.ts'

/** What was to be done at the start is done by then. */
const SETTLED_MS = 15_000
const MEASURED_MS = 30_000

export async function sharedBench(): Promise<Figure[]> {
  const server = await startStockPostgres()
  if (server === null) {
    process.stdout.write('  skipped: no PostgreSQL is installed in /usr/lib/postgresql\n')
    return []
  }
  try {
    const world = await openBenchWorld({ database: server })
    try {
      const figures = [
        await atRest(server.pid),
        ...(await callsOn(world, 10_000, 0)),
        ...(await callsOn(world, 5_000, 50)),
        ...(await numberLimitFigures(world)),
      ]
      return figures.map((figure) => ({ ...figure, method: `${figure.method}; ${server.description}` }))
    } finally {
      await world.close()
    }
  } finally {
    await server.stop()
  }
}

/** A heartbeat a second, and the other looks of a node that has nothing to do. */
async function atRest(pid: number): Promise<Figure> {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  const before = processTreeCpuSeconds(pid)
  await new Promise((resolve) => setTimeout(resolve, MEASURED_MS))
  const msPerSecond = ((processTreeCpuSeconds(pid) - before) / (MEASURED_MS / 1000)) * 1000
  return {
    figure: 'CPU of the database, one node with nothing to do',
    value: round(msPerSecond, 1),
    unit: 'ms/s',
    target: '<= 5',
    method: `all processes of the server over ${MEASURED_MS / 1000} s`,
  }
}

async function callsOn(world: BenchWorld, rows: number, callMs: number): Promise<Figure[]> {
  await throughput(world, 1000, callMs)
  const figures = await throughput(world, rows, callMs)
  return figures.map((figure) => ({ ...figure, method: figure.method.replace('embedded PostgreSQL', 'own server') }))
}
