/** The whole program as an operator has it: listening on loopback, spoken to by HTTP alone. */
import { freePort } from '../free-port.ts'
import {
  type Answer,
  type Extra,
  type Member,
  type Method,
  memberWith,
  type TestApp,
  testApp,
} from '../interface/app.ts'

export interface Program {
  readonly url: string
  readonly operator: Member
  readonly inside: TestApp
  /** Ends it as SIGTERM does, and starts another on the same address and database. */
  restart(): Promise<void>
  /** One more node beside it, with the same PUBLIC_URL and agents of its own. */
  another(): Promise<OtherNode>
}

export interface OtherNode {
  readonly port: number
  readonly operator: Member
  stop(): Promise<void>
}

export async function startProgram(environment: Record<string, string> = {}): Promise<Program> {
  const port = Number(environment.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const options = {
    environment: { PORT: String(port), PUBLIC_URL: url, ...environment },
    openAgents: 'real' as const,
  }
  const inside = await testApp(options)
  await inside.app.start()
  let running = inside.app
  return {
    url,
    operator: memberWith(inside.a, requesterOf(url)),
    inside,
    async restart() {
      await running.stop(0)
      running = await inside.again(options)
      await running.start()
    },
    async another() {
      const otherPort = await freePort()
      const other = await inside.again({
        ...options,
        environment: { PUBLIC_URL: url, ...environment, PORT: String(otherPort), AUDIOSOCKET_PORT: '0' },
      })
      await other.start()
      return {
        port: otherPort,
        operator: memberWith(inside.a, requesterOf(`http://127.0.0.1:${otherPort}`)),
        stop: () => other.stop(0),
      }
    },
  }
}

function requesterOf(base: string) {
  return async <T>(method: Method, path: string, body?: unknown, extra: Extra = {}): Promise<Answer<T>> => {
    const payload = extra.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(base + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...extra.headers },
      ...(payload === undefined ? {} : { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const headers = Object.fromEntries(response.headers)
    return { status: response.status, body: (isJson ? JSON.parse(text) : null) as T, text, headers }
  }
}

const LOOK_EVERY_MS = 50

/** What `look` finds, as soon as it finds something; fails after the bound, saying what was waited for. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  withinMs = 60_000,
): Promise<T> {
  const deadlineMs = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > deadlineMs) throw new Error(`waited in vain for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
