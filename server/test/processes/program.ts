/** The real program as child processes, for tests that kill and freeze it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url))

export interface Node {
  readonly port: number
  readonly process: ChildProcess
  readonly output: () => string
  ended: Promise<void>
}

/** Starts `outdial serve` and resolves when it is ready. The build is the test command's business. */
export async function startNode(port: number, environment: Record<string, string>): Promise<Node> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const node: Node = { port, process: child, output: () => output, ended }
  await ready(node)
  return node
}

async function ready(node: Node): Promise<void> {
  for (;;) {
    if (node.process.exitCode !== null) throw new Error(`the program ended: ${node.output()}`)
    const ok = await fetch(`http://127.0.0.1:${node.port}/api/v1/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function kill(node: Node, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  node.process.kill('SIGCONT')
  node.process.kill(signal)
  await node.ended
}

export interface Client {
  request<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>
  upload(csv: string): Promise<string>
}

/** Talks to whichever of the nodes answers. */
export function clientOf(ports: () => readonly number[], key: string): Client {
  async function send(path: string, init: RequestInit): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const [port] = ports().slice(attempt % Math.max(1, ports().length))
      try {
        return await fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(20_000) })
      } catch (error) {
        if (attempt >= 20) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  return {
    async request<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await send(path, {
        method,
        headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
    async upload(csv) {
      const response = await send('/api/v1/contact-lists?filename=people.csv', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'text/csv' },
        body: csv,
      })
      return ((await response.json()) as { source_id: string }).source_id
    },
  }
}
