// Builds what is stale, then serves.
import { build } from './build.mjs'

const failed = build()
if (failed) process.exit(failed)
process.argv = [process.argv[0], process.argv[1], 'serve', ...process.argv.slice(2)]
await import('../server/dist/program/main.js')
