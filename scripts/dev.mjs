// `npm run dev`: the server starts anew and the page reloads whenever something is edited. Ends with Ctrl-C.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, compiler, pageIsBuilt, root } from './build.mjs'

const failed = build()
if (failed) process.exit(failed)

const children = []
let ending = false

function start(name, args, { endsItself = false, ...options } = {}) {
  // A group of its own: the compiler is a program behind a script, and ending the script alone would leave it running.
  const stdio = ['ignore', 'inherit', 'inherit']
  const child = spawn(process.execPath, args, { cwd: root, stdio, detached: true, ...options })
  children.push({ pid: endsItself ? child.pid : -child.pid })
  child.once('exit', (code) => {
    if (!ending) console.error(`${name} ended with ${code ?? 'a signal'}`)
    end()
  })
}

function end() {
  if (ending) return
  ending = true
  for (const { pid } of children) {
    try {
      process.kill(pid, 'SIGTERM')
    } catch {
      // It has ended already.
    }
  }
}

for (const project of ['sdk', 'server']) {
  start(`the compiler of ${project}`, [compiler, '-p', project, '--watch', '--preserveWatchOutput'])
}
const program = join(root, 'server/dist/src/main.js')
// A restart after an edit does not wait for conversations. Node's watcher passes the signal on and waits; were the group told,
// the server would be told twice, take it for impatience, and leave its PostgreSQL behind.
start('the server', ['--watch', '--watch-preserve-output', program, 'serve', ...process.argv.slice(2)], {
  endsItself: true,
  env: { SHUTDOWN_GRACE_SECONDS: '0', ...process.env },
})
if (pageIsBuilt()) {
  start('the page', [join(root, 'node_modules/vite/bin/vite.js'), '--clearScreen', 'false', '--host', '127.0.0.1'], {
    cwd: join(root, 'web'),
    env: { OUTDIAL_URL: `http://127.0.0.1:${process.env.PORT ?? 8000}`, ...process.env },
  })
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
