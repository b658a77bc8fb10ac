/** A second program on the data directory of a benchmark. */
import { openBenchWorld } from './world.ts'

const world = await openBenchWorld({ dataDir: process.argv[2] as string })
process.send?.('ready')
process.on('SIGTERM', () => void world.close().then(() => process.exit(0)))
