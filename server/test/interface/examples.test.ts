/** Every program of `examples/`, run as its README says against one started server. */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { afterFile } from '../after-file.ts'
import { freePort } from '../free-port.ts'
import { type Member, testApp } from './app.ts'
import { made } from './things.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const examples = join(root, 'examples')
const runs = promisify(execFile)
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0
const hasShellTools = spawnSync('sh', ['-c', 'command -v curl jq']).status === 0
/** The list of the examples: two people answer, one is busy. */
const RESULTS = ['+12025550101 answered', '+12025550112 answered', '+12025550160 busy']

let member: Member
let environment: Record<string, string>
/** The TypeScript examples, compiled below the project so that `@outdial/sdk` is found. */
let compiled: string

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { app, a } = await testApp({ environment: { PORT: String(port), PUBLIC_URL: url } })
  await app.start()
  member = a
  const PATH = process.env.PATH ?? ''
  environment = { PATH, OUTDIAL_URL: url, OUTDIAL_API_KEY: a.key, PYTHONPATH: join(root, 'python') }
  environment.PYTHONDONTWRITEBYTECODE = '1'
  compiled = mkdtempSync(join(root, 'server/dist/examples-'))
  afterFile(async () => rmSync(compiled, { recursive: true, force: true }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(examples, 'typescript'), '--outDir', compiled])
})

const sorted = (out: string) => out.trim().replaceAll('\t', ' ').split('\n').sort()

test.runIf(hasShellTools)('curl runs a campaign to its results', async () => {
  const { stdout } = await runs('sh', [join(examples, 'curl/first-campaign.sh')], { env: environment })
  expect(sorted(stdout)).toEqual(RESULTS)
})

test('the SDK example type-checks and runs a campaign to its results', async () => {
  const files = {
    WORKFLOW_FILE: join(examples, 'workflows/yes-or-no.json'),
    CONTACTS_FILE: join(examples, 'curl/contacts.csv'),
  }
  const program = join(compiled, 'typescript/campaign.js')
  const { stdout } = await runs(process.execPath, [program], { env: { ...environment, ...files } })
  expect(sorted(stdout)).toEqual([...RESULTS, '3 of 3 contacts are done.'])
})

test.runIf(hasPython)('the Python example runs a campaign to its results', async () => {
  const { stdout } = await runs('python3', [join(examples, 'python/campaign.py')], { env: environment })
  expect(sorted(stdout)).toEqual(RESULTS)
})

const workflows = readdirSync(join(examples, 'workflows')).filter((name) => name.endsWith('.json'))

describe.runIf(hasShellTools)('workflow files', () => {
  test.each(workflows)('%s is added and takes the course its dialogues say', async (name) => {
    const file = join(examples, 'workflows', name)
    const { stdout } = await runs('sh', [join(examples, 'workflows/add.sh'), file], { env: environment })
    const { dialogues } = JSON.parse(readFileSync(file, 'utf8'))
    const kept = await member.request<{ dialogues: unknown[] }>('GET', `/api/v1/workflow/${stdout.trim()}/dialogues`)
    expect(dialogues.length).toBeGreaterThan(1)
    expect(kept.body.dialogues).toHaveLength(dialogues.length)
  })
})

describe('the webhook receivers', () => {
  const receivers = [
    ['TypeScript', () => spawnReceiver(process.execPath, join(compiled, 'webhook-receiver/receiver.js')), true],
    ['Python', () => spawnReceiver('python3', join(examples, 'webhook-receiver/receiver.py')), hasPython],
  ] as const

  test.each(receivers.filter(([, , available]) => available))(
    '%s: takes a signed message once and refuses a forged one',
    async (_name, begin) => {
      const { url, lines, webhook } = await begin()
      await made(member.request('POST', `/api/v1/webhooks/${webhook.id}/test`))
      expect(JSON.parse(await next(lines))).toMatchObject({ type: 'webhook_test' })
      const send = async (id: string, secret: string) => {
        const body = '{"type":"webhook_test","data":{}}'
        const at = String(Math.floor(Date.now() / 1000))
        const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
        const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
        const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
        return (await fetch(url, { method: 'POST', headers, body })).status
      }
      const other = Buffer.from('the secret of a stranger').toString('base64')
      expect([
        await send('evt_1', webhook.secret),
        await send('evt_1', webhook.secret),
        await send('evt_2', other),
        await send('evt_3', webhook.secret),
      ]).toEqual([204, 204, 400, 204])
      const shown = [await next(lines), await next(lines)].map((line) => JSON.parse(line).id)
      expect(shown).toEqual(['evt_1', 'evt_3'])
    },
  )

  const next = async (lines: AsyncIterator<string>) => (await lines.next()).value as string

  async function spawnReceiver(command: string, file: string) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const webhook = await made<{ id: number; secret: string }>(
      member.request('POST', '/api/v1/webhooks', { url, event_types: ['webhook_disabled'] }),
    )
    const child: ChildProcess = spawn(command, [file], {
      env: { ...environment, PORT: String(port), OUTDIAL_WEBHOOK_SECRET: webhook.secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    afterFile(async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    })
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
    expect(await next(lines)).toBe('ready')
    return { url, lines, webhook }
  }
})

test('the files that compose mounts exist, and it gives conversations time to end', () => {
  const folder = join(examples, 'asterisk')
  const { services } = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'))
  for (const mounted of services.asterisk.volumes) {
    const [from, to] = mounted.split(':')
    expect(statSync(join(folder, from)).isFile()).toBe(true)
    expect(to).toBe(from.replace('./etc/', '/etc/asterisk/'))
  }
  expect(services.asterisk.volumes).toHaveLength(readdirSync(join(folder, 'etc')).length)
  const { environment: given, stop_grace_period } = services.outdial
  expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(Number(given.SHUTDOWN_GRACE_SECONDS))
})
