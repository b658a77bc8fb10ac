/** The real program with its own database, and a real Chromium in front of it. Nothing of ours is mocked. */

import { chmodSync, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type OutdialClient } from '@outdial/sdk'
import pg from 'pg'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { kill, run, type Serving, serve } from '../../../server/test/child-program.ts'
import { SETTINGS, type Shared } from './shared-program.ts'

export const SAMPLE = 'Appointment reminder (sample)'

export interface Console {
  url: string
  key: string
  /** The address printed at the first start; it signs in once. */
  welcome: string
  client: OutdialClient
  /** Ids by name. */
  workflows: Record<string, number>
  /** A fresh browser profile. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** Signed in, at this address. */
  signedIn(path?: string, options?: BrowserContextOptions): Promise<Page>
  /** Another organization on the same server; answers its key. */
  newOrganization(name: string): Promise<string>
  /** For what only many real conversations would bring about. */
  query(sql: string, values: unknown[]): Promise<void>
  /** Stops the program as a power cut would, or starts it again at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
}

/**
 * The program and the browser that all files share, with an organization of this file's own: what others do there is not
 * seen here. Tests of a first start, or that stop the program, have one of their own.
 */
export function openConsole({ own = false } = {}): Console {
  const shared = inject('shared')
  let directory = shared.directory
  let program: Serving | null = null
  let browser: Browser | null = null
  const faults: string[] = []
  const self: Console = {
    url: shared.url,
    key: '',
    welcome: '',
    client: undefined as unknown as OutdialClient,
    workflows: {},
    async open(options) {
      const context = await (browser as Browser).newContext({ viewport: { width: 1280, height: 800 }, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(40_000)
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        // A refused policy or a warning of React is a fault of ours; a request that the test itself made fail is not.
        if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
          faults.push(message.text())
      })
      return page
    },
    async signedIn(path = '/', options) {
      const page = await self.open(options)
      await signIn(page, self.key, `${self.url}/sign-in?to=${encodeURIComponent(path)}`)
      return page
    },
    async newOrganization(name) {
      const { out } = await run(['keys', 'create', '--organization', name, '--name', 'test', '--new'], {
        DATA_DIR: directory,
      })
      return out.trim()
    },
    async query(sql, values) {
      const host = join(directory, 'postgres/cluster/socket')
      const database = new pg.Client({ host, port: 5432, user: 'outdial', database: 'outdial' })
      await database.connect()
      await database.query(sql, values).finally(() => database.end())
    },
    async stop() {
      await kill(program as Serving, 'SIGKILL')
    },
    async start() {
      program = await serve({ ...SETTINGS, DATA_DIR: directory, PORT: new URL(self.url).port })
    },
  }

  beforeAll(async () => {
    browser = await chromium.connect(shared.browser)
    if (own) {
      directory = await mkdtemp(join(tmpdir(), 'outdial-browser-'))
      chmodSync(directory, 0o711)
      program = await serve({ ...SETTINGS, DATA_DIR: directory }, { greeting: 'API key' })
      self.url = `http://127.0.0.1:${program.port}`
      self.welcome = /http:\S+\/welcome\?token=\S+/.exec(program.out())?.[0] ?? ''
      setKey(self, /od_[\w-]{43}/.exec(program.out())?.[0] ?? '')
      await readWorkflows(self)
    } else await moveIn(self, shared)
  })

  // Live calls, versions and names of the try before would be found by the next one.
  beforeEach(async ({ task }) => {
    if (!own && task.result?.retryCount) await moveIn(self, shared)
  })

  afterEach(async ({ task }) => {
    const contexts = browser?.contexts() ?? []
    if (task.result?.state === 'fail') await tellPages(contexts.flatMap((context) => context.pages()))
    for (const context of contexts) await context.close()
    const found = faults.splice(0)
    if (found.length > 0) throw new Error(`The page had faults: ${found.join('; ')}`)
  })

  afterAll(async () => {
    await browser?.close()
    if (!program) return
    await end(program, directory)
    await rm(directory, { recursive: true, force: true })
  })
  return self
}

/** A new organization with the samples. */
async function moveIn(self: Console, shared: Shared): Promise<void> {
  setKey(self, await self.newOrganization(`Tests ${process.pid}-${Date.now()}`))
  await copySamples(self, createClient({ baseUrl: self.url, apiKey: shared.key }))
  await readWorkflows(self)
}

function setKey(self: Console, key: string): void {
  self.key = key
  self.client = createClient({ baseUrl: self.url, apiKey: key })
}

async function readWorkflows(self: Console): Promise<void> {
  const { data } = await self.client.GET('/api/v1/workflow/summary')
  self.workflows = Object.fromEntries(data!.map(({ id, name }) => [name, id]))
}

/** Where the pages of a failed test stood: what was open, what had the focus, and what the page said. */
async function tellPages(pages: Page[]): Promise<void> {
  for (const page of pages) {
    const said = await page
      .evaluate(() => ({
        focus: document.activeElement?.outerHTML.slice(0, 200),
        said: [...document.querySelectorAll('[role=dialog], [role=alert], [role=combobox], .toasts')].map(
          (element) => (element as HTMLInputElement).value ?? element.textContent,
        ),
      }))
      .catch(String)
    console.error(page.url(), said)
  }
}

/** What a first start brings, for an organization that came later. */
async function copySamples({ client }: Console, first: OutdialClient): Promise<void> {
  for (const { id } of (await first.GET('/api/v1/workflow/summary')).data!) {
    const { data } = await first.GET('/api/v1/workflow/fetch/{workflow_id}', { params: { path: { workflow_id: id } } })
    const { name, workflow_definition } = data!
    await client.POST('/api/v1/workflow/create/definition', {
      body: { name, workflow_definition } as never,
    })
  }
}

const PATIENCE_MS = 5_000

/** Politely, so that its database stops with it; then not. */
export async function end(program: Serving, directory: string): Promise<void> {
  program.process.kill('SIGTERM')
  const late = setTimeout(() => program.process.kill('SIGKILL'), PATIENCE_MS)
  await program.ended
  clearTimeout(late)
  await endDatabase(directory)
}

/** A program that was killed leaves its database running; the next start would find it, but here there is none. */
async function endDatabase(directory: string): Promise<void> {
  const file = join(directory, 'postgres/cluster/postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  process.kill(pid, 'SIGQUIT')
  for (const tick of Array.from({ length: 100 }).keys()) {
    if (!existsSync(file)) return
    await new Promise((resolve) => setTimeout(resolve, 50 + tick))
  }
}

export async function signIn(page: Page, key: string, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('main').waitFor()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/**
 * People who answer, are busy, do not pick up: the last two digits decide, on the simulated carrier. A list whose calls
 * outlive its test takes a `first` of its own: a number in a live call is not rung by another campaign.
 */
export function people(count: number, ending = '00', first = 900): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `+44770${String(first + at).padStart(4, '0')}${ending},Person ${at + 1}`,
  )
  return `phone_number,first_name\n${rows.join('\n')}\n`
}

export interface Wanted {
  name: string
  csv: string
  /** How much faster than life phones ring and talk. */
  speed?: number
  talkSeconds?: number
  atOnce?: number
  retries?: number
  start?: boolean
}

let carriers = 0

/** What the sample workflow says and a list must bring along. */
function withFacts(csv: string): string {
  const [header, ...rows] = csv.trim().split('\n')
  const columns = `${header},appointment_date,appointment_time,front_desk_number`
  return `${[columns, ...rows.map((row) => `${row},Friday,at ten,555 0100`)].join('\n')}\n`
}

/** A campaign over the interface, for tests that are about what comes after. */
export async function makeCampaign({ client, workflows }: Console, wanted: Wanted): Promise<number> {
  const { speed = 50, talkSeconds = 5, atOnce = 10, retries = 0 } = wanted
  const list = await client.uploadContacts(withFacts(wanted.csv), { filename: 'people.csv' })
  carriers += 1
  const { data: carrier } = await client.POST('/api/v1/organizations/telephony-configs', {
    body: {
      name: `Carrier ${carriers}`,
      config: {
        provider: 'simulator',
        account: `test-${carriers}`,
        people_speak: false,
        speed,
        shortest_talk_seconds: talkSeconds,
        longest_talk_seconds: talkSeconds,
      },
    } as never,
  })
  const { data: campaign } = await client.POST('/api/v1/campaign/create', {
    body: {
      name: wanted.name,
      workflow_id: workflows[SAMPLE]!,
      source_type: 'csv',
      source_id: list.source_id,
      telephony_configuration_id: carrier!.id,
      max_concurrency: atOnce,
      retry_config: { enabled: retries > 0, max_retries: retries, retry_delay_seconds: 1 },
    },
  })
  if (wanted.start)
    await client.POST('/api/v1/campaign/{campaign_id}/start', { params: { path: { campaign_id: campaign!.id } } })
  return campaign!.id
}
