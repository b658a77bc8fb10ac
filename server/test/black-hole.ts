/** A host that drops packets, on loopback: a listener that accepts nothing, and whose queue is full. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const LISTENER = `require('net').createServer().listen(0, '127.0.0.1', 1, function () { console.log(this.address().port) })`
/** More than the kernel takes for a backlog of one. */
const FILLING = 8

export interface BlackHole {
  url: string
  close(): void
}

export async function openBlackHole(): Promise<BlackHole> {
  const child = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(said.toString())
  // From here on nobody accepts: the kernel fills the queue, then leaves every further packet unanswered.
  child.kill('SIGSTOP')
  const sockets: Socket[] = []
  for (let index = 0; index < FILLING; index++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    sockets.push(socket)
  }
  await once(sockets[0] as Socket, 'connect')
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}
