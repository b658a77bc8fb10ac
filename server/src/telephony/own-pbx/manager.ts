/** Asterisk's manager interface (AMI): one short connection per request, on loopback. */
import { connect } from 'node:net'
import { MANAGER_USER } from './configuration.ts'

export type ManagerMessage = Readonly<Record<string, string>>

const ANSWER_TIMEOUT_MS = 5_000
const ANSWER_CHARACTERS_MAX = 1024 * 1024

/** Sends the actions and collects the answers until the manager closes the connection. Null: it was not reachable. */
export function sendManagerCommand(
  port: number,
  secret: string,
  actions: ReadonlyArray<ManagerMessage>,
): Promise<ManagerMessage[] | null> {
  const login = { Action: 'Login', Username: MANAGER_USER, Secret: secret }
  const text = [login, ...actions, { Action: 'Logoff' }].map(written).join('')
  return new Promise((resolve) => {
    let told = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy())
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      told += chunk
      if (told.length > ANSWER_CHARACTERS_MAX) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      const messages = told.split('\r\n\r\n').map(read)
      resolve(messages.some(({ Response }) => Response === 'Goodbye') ? messages : null)
    })
  })
}

function written(message: ManagerMessage): string {
  return `${Object.entries(message)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
}

function read(block: string): ManagerMessage {
  const pairs = block.split('\r\n').map((line) => /^([\w-]+): ?(.*)$/.exec(line)?.slice(1) ?? [])
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2))
}
