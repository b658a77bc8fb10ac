import { randomBytes } from 'node:crypto'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { newApiKey } from '../../src/organizations/api-key.ts'
import { type Environment, run, runScript, serve } from '../child-program.ts'
import { testDatabase } from '../database.ts'
import { leftOut, oneIn } from '../drawn.ts'
import { forwardProxy, ownCertificates } from '../forward-proxy.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const KEY = /^od_[A-Za-z0-9_-]{43}$/
const secretKey = randomBytes(32)

async function newDirectory(): Promise<string> {
  const directory = await temporaryFolder('roles')
  await chmod(directory, 0o711)
  return directory
}

async function shared() {
  const { connectionString, pool } = await testDatabase()
  const environment: Environment = {
    DATABASE_URL: connectionString,
    SECRET_KEY: secretKey.toString('base64'),
    DATA_DIR: await newDirectory(),
  }
  return { environment, pool }
}

/** A program that opens a websocket through the proxy, by the compiled code: the authority counts from the start of a process. */
const openingSocket = (url: string, proxy: string) => `
  import { WebSocket } from 'ws'
  import { openEgress } from './dist/src/kernel/egress.js'
  import { readProxySettings } from './dist/src/kernel/proxy-rules.js'
  const egress = await openEgress({
    clock: { monotonic: () => performance.now() },
    allow: { allows: () => false },
    proxies: readProxySettings({ HTTPS_PROXY: '${proxy}' }, []),
    look: async () => ({ alone: true, grants: [] }),
  })
  const socket = new WebSocket('${url}', egress.socketOptions('${url}'))
  const end = (word) => process.stdout.write(word, () => process.exit(0))
  socket.on('open', () => end('open')).on('error', (error) => end(error.message))`

const ask = (port: number, path: string, key?: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, key ? { headers: { 'x-api-key': key } } : {})

async function stop(program: Awaited<ReturnType<typeof serve>>) {
  program.process.kill('SIGTERM')
  return program.ended
}

describe('first start', () => {
  test('on a port that is taken says so, and takes no key along; the next start prints it once, and it opens an organization with samples', async () => {
    const { environment } = await shared()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const failed = await run(['serve'], { ...environment, PORT: String(port) })
    await new Promise((resolve) => other.close(resolve))
    expect([failed.code, failed.err]).toEqual([
      1,
      expect.stringContaining(`Another program listens on 127.0.0.1:${port}`),
    ])
    expect(failed.out).not.toContain('od_')
    const first = await serve(environment, { greeting: 'shown this once' })
    const printed = first.out().match(/od_[A-Za-z0-9_-]{43}/g) ?? []
    expect(printed).toHaveLength(1)
    const [key] = printed as [string]
    expect(first.err()).not.toContain(key)
    await expectSignInByOneClick(first)
    await expectSamples(first.port, key)
    expect((await stop(first)).code).toBe(0)
    const second = await serve(environment)
    expect(second.out()).not.toMatch(/od_/)
    expect((await ask(second.port, '/api/v1/user/api-keys', key)).status).toBe(200)
    expect((await stop(second)).code).toBe(0)
  })

  /** On loopback the printed address signs in, once. */
  async function expectSignInByOneClick(program: Awaited<ReturnType<typeof serve>>) {
    expect(program.out()).toContain(`http://127.0.0.1:${program.port}`)
    const [address] = program.out().match(/http:\S+\/welcome\?token=\S+/) as RegExpMatchArray
    const visited = await fetch(address)
    const cookie = visited.headers.get('set-cookie')?.split(';', 1)[0] as string
    const signedIn = await fetch(`http://127.0.0.1:${program.port}/api/v1/organization`, { headers: { cookie } })
    expect([signedIn.status, await signedIn.json()]).toEqual([200, expect.objectContaining({ name: 'Default' })])
    expect((await fetch(address)).headers.get('set-cookie')).toBeNull()
  }

  async function expectSamples(port: number, key: string) {
    expect(await (await ask(port, '/api/v1/organizations/policy', key)).json()).toMatchObject({
      policy: { hours_floor: 'on' },
      version: 1,
    })
    const workflows = (await (await ask(port, '/api/v1/workflow/fetch', key)).json()) as Array<{ id: number }>
    const { contact_lists } = (await (await ask(port, '/api/v1/contact-lists', key)).json()) as {
      contact_lists: Array<{ source_id: string; total_rows: number }>
    }
    expect(contact_lists).toEqual([expect.objectContaining({ total_rows: expect.any(Number) })])
    for (const { id } of workflows) {
      const created = await fetch(`http://127.0.0.1:${port}/api/v1/campaign/create`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'try',
          workflow_id: id,
          source_type: 'csv',
          source_id: contact_lists[0]?.source_id,
        }),
      })
      expect(created.status).toBe(200)
    }
    expect(workflows.length).toBeGreaterThan(0)
  }

  test('BOOTSTRAP_API_KEY is the first key, and is not printed', async () => {
    const { environment } = await shared()
    const key = newApiKey()
    const program = await serve({ ...environment, BOOTSTRAP_API_KEY: key })
    expect((await ask(program.port, '/api/v1/user/api-keys', key)).status).toBe(200)
    const { out, err } = await stop(program)
    expect(out + err).not.toContain(key)
  })

  test.each<[string, Environment, string[]]>([
    ['a BOOTSTRAP_API_KEY that is none', { BOOTSTRAP_API_KEY: 'secret' }, ['BOOTSTRAP_API_KEY']],
    [
      'several faults at once',
      { PORT: 'x', SIMULATOR: 'perhaps', LOG_LEVEL: 'loud' },
      ['PORT', 'SIMULATOR', 'LOG_LEVEL'],
    ],
    ['DATABASE_URL without SECRET_KEY', { DATABASE_URL: 'postgres://localhost/x' }, ['SECRET_KEY']],
    ['a SECRET_KEY too short', { SECRET_KEY: 'c2hvcnQ=' }, ['SECRET_KEY']],
    ['a PUBLIC_URL that is none', { PUBLIC_URL: 'calls' }, ['PUBLIC_URL']],
  ])('%s ends with 1 and says so in plain words', async (_what, environment, named) => {
    const { code, out, err } = await run(['serve'], { DATA_DIR: await newDirectory(), ...environment })
    expect([code, out]).toEqual([1, ''])
    for (const name of named) expect(err).toContain(name)
    expect(err).not.toMatch(/^\s+at /m)
    expect(err).not.toContain('c2hvcnQ=')
  })
})

describe.skipIf(leftOut(2))('keys', () => {
  let environment: Environment
  let pool: Awaited<ReturnType<typeof shared>>['pool']
  beforeAll(async () => {
    ;({ environment, pool } = await shared())
  })
  const keys = (...args: string[]) => run(['keys', ...args], environment)

  test('create makes the organization if it is new, and prints the key alone', async () => {
    const first = await keys('create', '--organization', 'Acme', '--name', 'script')
    expect([first.code, first.err]).toEqual([0, ''])
    expect(first.out.trim()).toMatch(KEY)
    const second = await keys('create', '--organization', 'Acme', '--name', 'other')
    expect(second.out).not.toBe(first.out)
    // A new organization calls nobody at night until it says otherwise; another key changes nothing.
    const { rows } = await pool.query(`select policy->>'hours_floor' as floor, version from policies`)
    expect(rows).toEqual([{ floor: 'on', version: 1 }])
    const { out } = await keys('list', '--organization', 'Acme')
    const lines = out
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
    expect(lines.map(([, prefix, state, name]) => [prefix, state, name])).toEqual([
      [first.out.slice(0, 8), 'active', 'script'],
      [second.out.slice(0, 8), 'active', 'other'],
    ])
    expect(out).not.toContain(first.out.trim())
    const id = String(lines[0]?.[0])
    const archived = await keys('archive', '--organization', 'Acme', '--id', id)
    expect([archived.code, archived.out]).toEqual([0, expect.stringContaining('script')])
    expect((await keys('list', '--organization', 'Acme')).out).toContain('archived')
    const others = await keys('archive', '--organization', 'Acme', '--id', '999999')
    expect([others.code, others.out]).toEqual([1, ''])
  })

  const MISTAKES: [string, string[]][] = [
    ['nothing', []],
    ['no organization', ['create', '--name', 'x']],
    ['no name', ['create', '--organization', 'Acme']],
    ['an empty name', ['create', '--organization', 'Acme', '--name', '']],
    ['an unknown action', ['destroy', '--organization', 'Acme']],
    ['two actions', ['create', 'list', '--organization', 'Acme', '--name', 'x']],
    ['an unknown option', ['list', '--org', 'Acme']],
    ['an unknown organization', ['list', '--organization', 'Nobody']],
    ['an id that is a word', ['archive', '--organization', 'Acme', '--id', 'one']],
    ['an id too large', ['archive', '--organization', 'Acme', '--id', '9'.repeat(30)]],
  ]
  test.each(oneIn(3, MISTAKES))('%s ends with 1 and a sentence on standard error alone', async (_what, args) => {
    const { code, out, err } = await keys(...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/\w/)
    expect(err).not.toMatch(/^\s+at /m)
  })
})

describe.skipIf(leftOut(2))('migrate, organizations, doctor and help', () => {
  test('migrate says what it did', async () => {
    const { environment } = await shared()
    expect(await run(['migrate'], environment)).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' })
  })

  test('a database that cannot be reached ends with 1 and a sentence', async () => {
    for (const role of ['migrate', 'keys', 'doctor', 'serve']) {
      const args = role === 'keys' ? ['keys', 'list', '--organization', 'x'] : [role]
      const environment = {
        DATABASE_URL: 'postgres://127.0.0.1:9/x',
        SECRET_KEY: secretKey.toString('base64'),
        DATA_DIR: await newDirectory(),
      }
      const { code, err } = await run(args, environment)
      expect([role, code]).toEqual([role, 1])
      expect(err).toContain('database')
      expect(err).not.toMatch(/^\s+at /m)
    }
  })

  test('keys create refuses an organization it does not know unless --new says so, and says what a second one means', async () => {
    const { environment } = await shared()
    const create = (...args: string[]) => run(['keys', 'create', '--name', 'k', '--organization', ...args], environment)
    expect((await create('Acme')).code).toBe(0)
    const misspelled = await create('Amce')
    expect([misspelled.code, misspelled.out]).toEqual([1, ''])
    expect(misspelled.err).toContain(
      'There is no organization "Amce". There are: "Acme". To make a new one, add --new.',
    )
    const second = await create('Other', '--new')
    expect([second.code, second.out.trim()]).toEqual([0, expect.stringMatching(/^od_/)])
    expect(second.err).toContain('EGRESS_ALLOW')
    expect((await create('Other', '--new')).code).toBe(1)
  })

  test('organizations lists them and sets their limit', async () => {
    const { environment } = await shared()
    await run(['keys', 'create', '--organization', 'Acme', '--name', 'k'], environment)
    const set = await run(['organizations', 'set', 'Acme', '--max-concurrency', '7'], environment)
    expect([set.code, set.out]).toEqual([0, expect.stringContaining('7')])
    expect((await run(['organizations', 'list'], environment)).out).toMatch(/Acme\t0 live\tat most 7/)
    expect((await run(['organizations', 'suspend', 'Acme', '--reason', 'unpaid'], environment)).code).toBe(0)
    expect((await run(['organizations', 'list'], environment)).out).toMatch(/Acme\t.*suspended: unpaid/)
    expect((await run(['organizations', 'resume', 'Acme'], environment)).code).toBe(0)
    expect((await run(['organizations', 'list'], environment)).out).not.toContain('suspended')
    const unsure = await run(['organizations', 'delete', 'Acme', '--reason', 'left'], environment)
    expect([unsure.code, unsure.err]).toEqual([1, expect.stringContaining('--confirm "Acme"')])
    const nowhere = ['delete', 'Nowhere', '--reason', 'left', '--confirm', 'Nowhere']
    expect((await run(['organizations', ...nowhere], environment)).err).toContain('There is no organization')
    for (const args of oneIn(3, [
      ['suspend', 'Acme'],
      ['suspend', 'Nobody', '--reason', 'x'],
      ['set', 'Nobody', '--max-concurrency', '7'],
      ['set', 'Acme', '--max-concurrency', '0'],
      ['set', 'Acme'],
      ['sell'],
      [],
    ])) {
      const { code, out, err } = await run(['organizations', ...args], environment)
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(/\w/)
    }
  })

  test('doctor: all is well ends with 0; an address that leads nowhere is noted', async () => {
    const { environment } = await shared()
    const { code, out } = await run(['doctor'], { ...environment, HOST: '0.0.0.0' })
    expect(code).toBe(0)
    expect(out).toMatch(/^note {2}settings: PUBLIC_URL is http:\/\/0\.0\.0\.0:8000, which leads nowhere/m)
    for (const subject of ['settings', 'disk', 'speech', 'database', 'clock', 'indexes', 'recordings'])
      expect(out).toMatch(new RegExp(`^ok\\s+${subject}`, 'm'))
  })

  test('doctor: names the voices and recognizers that were put here, and what is wrong with one', async () => {
    const { environment } = await shared()
    const directory = await newDirectory()
    const put = async (folder: string, ...files: string[]) => {
      await mkdir(join(directory, folder), { recursive: true })
      for (const file of files) await writeFile(join(directory, folder, file), '')
    }
    await put('voices/es/carlos', 'model.onnx', 'tokens.txt', 'lexicon.txt')
    await put('recognizers/es/whisper', 'base-encoder.onnx', 'base-decoder.onnx', 'base-tokens.txt')
    const well = await run(['doctor'], { ...environment, SPEECH_DIR: directory })
    expect(well.code).toBe(0)
    expect(well.out).toMatch(/^ok\s+speech: Spanish voice carlos \(vits\)$/m)
    expect(well.out).toMatch(/^ok\s+speech: Spanish recognizer whisper \(whisper\)$/m)
    await put('voices/fr/muet', 'model.onnx')
    const ill = await run(['doctor'], { ...environment, SPEECH_DIR: directory })
    expect(ill.code).toBe(1)
    expect(ill.out).toMatch(/^FAIL\s+speech: .*voices\/fr\/muet: A voice needs tokens\.txt/m)
  })

  test('doctor: a carrier that cannot be reached, or a secret of another key, ends with 1, named, and without the secret', async () => {
    const { environment, pool } = await shared()
    await run(['keys', 'create', '--organization', 'Acme', '--name', 'k'], environment)
    const add = (name: string, key: Buffer) =>
      pool.query(
        `insert into telephony_configurations (organization_id, name, provider, account_id, credentials, created_at, updated_at)
         select id, $1, 'twilio', $1, $2, now(), now() from organizations`,
        [
          name,
          {
            account_sid: `AC${'a'.repeat(32)}`,
            auth_token: openSecretBox([key]).seal('hush-hush-hush'),
            api_base_url: 'http://127.0.0.1:9',
          },
        ],
      )
    await add('unreachable', secretKey)
    await add('sealed elsewhere', randomBytes(32))
    const { code, out, err } = await run(['doctor'], environment)
    expect(code).toBe(1)
    expect(out.match(/^FAIL\s+carrier twilio/gm)).toHaveLength(2)
    expect(out).toContain('SECRET_KEY')
    expect(err).toMatch(/\w/)
    expect(out + err).not.toContain('hush-hush-hush')
  })

  test('doctor: goes through the proxy of the network and believes an own certificate authority, each only if told', async ({
    skip,
  }) => {
    const certificates = await ownCertificates(await newDirectory(), 'DNS:carrier.example,IP:203.0.113.5')
    if (certificates === null) return skip()
    const { environment, pool } = await shared()
    await pool.query(`insert into organizations (name, created_at) values ('Acme', now())`)
    await pool.query(
      `insert into telephony_configurations (organization_id, name, provider, account_id, credentials, created_at, updated_at)
       select id, 'far', 'twilio', 'far', $1, now(), now() from organizations`,
      [
        {
          account_sid: `AC${'a'.repeat(32)}`,
          auth_token: openSecretBox([secretKey]).seal('hush-hush-hush'),
          api_base_url: 'https://carrier.example',
        },
      ],
    )
    const carrier = createTlsServer(certificates, (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"active","type":"Full"}'),
    )
    new WebSocketServer({ server: carrier })
    const proxy = await forwardProxy(carrier)
    const behind = { ...environment, HTTPS_PROXY: proxy.url, PROXY_NAMES: 'on' }
    const strange = await run(['doctor'], behind)
    expect(strange.out).toMatch(/^FAIL {2}carrier twilio.*(UNABLE_TO_VERIFY|SELF_SIGNED|unable to verify|certificate)/m)
    const known = await run(['doctor'], { ...behind, NODE_EXTRA_CA_CERTS: certificates.authority })
    expect(known.out).toMatch(/^ok {4}carrier twilio/m)
    expect(new Set(proxy.asked)).toEqual(new Set(['carrier.example:443']))
    // An address has no name that TLS could ask for; its certificate must fit all the same.
    const script = openingSocket('wss://203.0.113.5/media', proxy.url)
    const socket = await runScript(script, { NODE_EXTRA_CA_CERTS: certificates.authority })
    expect([socket.out, socket.err, proxy.asked.at(-1)]).toEqual(['open', '', '203.0.113.5:443'])
    await proxy.close()
  }, 180_000)

  test.each(['serve', 'migrate', 'keys', 'organizations', 'doctor'])(
    '%s has --help, and refuses what it does not know',
    async (role) => {
      const environment = { DATA_DIR: await newDirectory() }
      const [help, refused] = await Promise.all([
        run([role, '--help'], environment),
        run([role, '--nonsense'], environment),
      ])
      expect([help.code, help.err]).toEqual([0, ''])
      expect(help.out).toContain(`outdial ${role}`)
      const { code, out, err } = refused
      expect([code, out]).toEqual([1, ''])
      expect(err).toContain(`outdial ${role}`)
    },
  )

  test('an unknown role ends with 1 and says which there are', async () => {
    const { code, out, err } = await run(['dance'], {})
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('doctor')
  })
})

test.skipIf(leftOut())(
  'with the database of its own: keys can be made while the server runs and after it has stopped; the secret is for nobody else',
  async () => {
    const environment = { DATA_DIR: await newDirectory() }
    const program = await serve(environment)
    const { code, out } = await run(
      ['keys', 'create', '--organization', 'Acme', '--name', 'script', '--new'],
      environment,
    )
    expect(code).toBe(0)
    expect((await ask(program.port, '/api/v1/user/api-keys', out.trim())).status).toBe(200)
    expect((await stat(join(environment.DATA_DIR, 'secret.key'))).mode & 0o777).toBe(0o600)
    expect((await stop(program)).code).toBe(0)
    expect((await run(['keys', 'list', '--organization', 'Acme'], environment)).out).toContain('script')
  },
  180_000,
)

test('secrets reseal: afterwards the new key alone opens everything; what it cannot read it names and leaves', async () => {
  const { environment, pool } = await shared()
  const [older, newer, lost] = [secretKey, randomBytes(32), randomBytes(32)]
  await run(['keys', 'create', '--organization', 'Acme', '--name', 'k'], environment)
  const insert = async (name: string, key: Buffer) => {
    const credentials = JSON.stringify({
      account_sid: 'AC',
      auth_token: openSecretBox([key]).seal(`secret of ${name}`),
    })
    const { rows } = await pool.query<{ id: number }>(
      `insert into telephony_configurations (organization_id, name, provider, account_id, credentials, created_at, updated_at)
       select id, $1, 'twilio', 'AC', $2, now(), now() from organizations returning id`,
      [name, credentials],
    )
    return rows[0]?.id
  }
  const [one, gone] = [await insert('one', older), await insert('gone', lost)]
  const unbound = (text: string) => openSecretBox([older]).seal(text)
  const headers = { 'X-Key': unbound('of the crm') }
  const definition = {
    nodes: [{ id: 'crm', type: 'webhook', data: { url: 'https://crm.example.com/', headers } }],
    edges: [],
  }
  const { rows: others } = await pool.query<{ organization: number; workflow: number }>(
    `with o as (select id from organizations), m as (
       insert into model_configurations (organization_id, settings, updated_at)
       select id, jsonb_build_object('chat', jsonb_build_object('api_key', $1::text)), now() from o), s as (
       insert into after_calls (organization_id, cursor, secret) select id, 0, $2 from o), w as (
       insert into workflows (organization_id, name, created_at, updated_at) select id, 'told', now(), now() from o returning id, organization_id), d as (
       insert into workflow_definitions (organization_id, workflow_id, version_number, definition, created_at)
       select organization_id, id, 1, $3, now() from w)
     select organization_id as organization, id as workflow from w`,
    [unbound('of the model'), unbound('of the nodes'), JSON.stringify(definition)],
  )
  const keys = `${newer.toString('base64')},${older.toString('base64')}`
  const done = await run(['secrets', 'reseal'], { ...environment, SECRET_KEY: keys })
  expect([done.code, done.out.trim()]).toEqual([1, 'Sealed again: 4.\nLedgers sealed with the new key: 1.'])
  expect(done.err).toContain(`telephony configuration ${gone}`)
  const { rows } = await pool.query<{ id: number; token: string }>(
    `select id, credentials->>'auth_token' as token from telephony_configurations`,
  )
  const token = rows.find((row) => row.id === one)?.token as string
  // And from now on for this row alone.
  const place = `telephony_configurations/${one}/auth_token`
  expect(openSecretBox([newer]).open(token, place)).toBe('secret of one')
  expect(() => openSecretBox([newer]).open(token, place.replace('auth', 'other'))).toThrow()
  const { organization, workflow } = others[0] as { organization: number; workflow: number }
  const { rows: bound } = await pool.query<{ model: string; nodes: string; crm: string }>(
    `select m.settings->'chat'->>'api_key' as model, a.secret as nodes, d.definition #>> '{nodes,0,data,headers,X-Key}' as crm
       from model_configurations m, after_calls a, workflow_definitions d`,
  )
  const places = { model: `model_configurations/${organization}/chat`, nodes: `after_calls/${organization}` }
  const where = { ...places, crm: `workflows/${workflow}/headers` }
  for (const name of ['model', 'nodes', 'crm'] as const) {
    const sealed = bound[0]?.[name] as string
    expect(openSecretBox([newer]).open(sealed, where[name])).toBe(`of the ${name}`)
    expect(() => openSecretBox([newer]).open(sealed, `${where[name]}x`)).toThrow()
  }
})
