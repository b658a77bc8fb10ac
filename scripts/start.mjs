// Builds what is stale, then serves.
import { build } from './build.mjs'

const PARENT_CHECK_MS = 500
const parent = process.ppid

const failed = build()
if (failed) process.exit(failed)
if (process.env.npm_lifecycle_event === 'start') endWithParent()
process.argv = [process.argv[0], process.argv[1], 'serve', ...process.argv.slice(2)]
await import('../server/dist/program/main.js')

/**
 * npm runs this script through a shell. On SIGTERM npm and the shell end without passing the signal on, so the program
 * and its database would keep running. A changed parent is the sign: end as if the signal had reached us.
 */
function endWithParent() {
  // A second signal would end the program without waiting for live conversations.
  let isEnding = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.once(signal, () => {
      isEnding = true
      // The program does not listen yet: end as without this listener.
      if (process.listenerCount(signal) === 0) process.exit(1)
    })
  }
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    if (!isEnding) process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}
