// npm run proof -- upgrade [commit]: the real program of an older commit serves a campaign; the new version takes over under load, goes
// back, and takes over again. From a commit before RETURNABLE there is no way back in place: rollback refuses, and a node of the old
// version that is started all the same places no call. Fails if a contact is called twice or not at all, or a call ends in another way than answered without
// being one that a stopped node left behind. OUTDIAL_OLD names a checkout of the old version that is built already; otherwise it is
// fetched from git, installed and built, which takes minutes.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { build, root } from './build.mjs'

const FIRST_COMMIT = '8b8f196'
/** The newest migration of the oldest version that can dial again after a newer one has run. */
const RETURNABLE = '0027-list-removals'
const CONTACTS = 2000
const PER_STEP = 250
const STEP_MS_MAX = 180_000
/** About a thousand calls of three seconds, 20 at a time, and those that stopped nodes left: three minutes on a quiet machine. */
const END_MS_MAX = 900_000
/** Longer than SHUTDOWN_GRACE_SECONDS of the nodes; then a supervisor kills the process. */
const STOP_MS_MAX = 60_000
const KEY = `od_${randomBytes(32).toString('base64url')}`
const load = (name) => import(pathToFileURL(join(root, 'server/dist/src', `${name}.js`)).href)
const say = (line) => console.log(`  proof: ${line}`)

export async function proveUpgrade(commit = FIRST_COMMIT) {
  if (build() !== 0) return 1
  const folder = await mkdtemp(join(tmpdir(), 'outdial-upgrade-'))
  await chmod(folder, 0o711)
  const old = process.env.OUTDIAL_OLD ?? (await checkout(commit, join(folder, 'old')))
  const database = await startDatabase(join(folder, 'database'))
  try {
    await walk({ old, folder, database })
    return 0
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkout(commit, folder) {
  const steps = [
    ['sh', ['-c', `mkdir -p "$1" && git archive "$2" | tar -x -C "$1"`, 'sh', folder, commit], root],
    ['npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], folder],
    [process.execPath, ['scripts/build.mjs'], folder],
  ]
  for (const [command, args, cwd] of steps) {
    const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}`)
  }
  return folder
}

async function startDatabase(dataDir) {
  const [{ startEmbeddedPostgres }, { openPool }, { systemClock }, { silentLog }] = await Promise.all(
    ['storage/embedded-postgres', 'storage/database', 'kernel/clock', 'kernel/log'].map(load),
  )
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, clock: systemClock })
  const { user, port, host, database } = server.connection
  const pool = openPool({ ...server.connection, max: 2 })
  return {
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    query: async (text, values) => (await pool.query(text, values)).rows,
    stop: async () => {
      await pool.end()
      await server.stop()
    },
  }
}

async function walk({ old, folder, database }) {
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_KEY: KEY,
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_PER_MINUTE: '0',
    SHUTDOWN_GRACE_SECONDS: '30',
  }
  const running = new Set()
  const left = new Map()
  const serve = async (checkoutOf) => {
    const nodeIds = await nodesOf(database)
    const node = await startNode(checkoutOf, environment)
    running.add(node)
    return { ...node, stop: (successor) => stop(node, nodeIds, successor) }
  }
  const walked = { database, left, serve, role: (...args) => runRole(args, environment), newest: await newestOf(old) }
  try {
    await steps(walked, old)
  } finally {
    await Promise.all([...running].map((node) => node.stop()))
  }

  /** The simulated carrier lives in the node: calls under way when it ends are lost to the network, as in a power cut at a carrier. */
  async function stop(node, nodesBefore, nodesAfter) {
    const own = (nodesAfter ?? (await nodesOf(database))).filter((id) => !nodesBefore.includes(id))
    const liveOfNode = () => database.query(`select id from calls where live and node_id = any($1)`, [own])
    const before = await liveOfNode()
    const isEnded = await node.stop()
    running.delete(node)
    const calls = isEnded ? await liveOfNode() : before
    for (const { id } of calls) left.set(id, own.join())
    say(`stopped a node, which left ${calls.length} calls under way`)
  }
}

/** None before the first node has made the tables. */
async function nodesOf(database) {
  const [{ exists }] = await database.query(`select to_regclass('calls') is not null as exists`)
  const rows = exists ? await database.query('select distinct node_id from calls') : []
  return rows.map(({ node_id }) => node_id)
}

/** The newest migration that the program of this checkout knows. */
async function newestOf(checkoutOf) {
  const files = await readdir(join(checkoutOf, 'server/src/storage/migrations'))
  return files.sort().at(-1).replace(/\.ts$/, '')
}

async function steps({ database, left, serve, role, newest }, old) {
  const ended = async () => Number((await database.query(`select count(*) from calls where state = 'ended'`))[0].count)
  const more = async (what) => {
    const before = await ended()
    await until(`${PER_STEP} more calls ${what}`, async () => (await ended()) >= Math.min(before + PER_STEP, CONTACTS))
    say(`${await ended()} calls ended ${what}`)
  }

  let node = await serve(old)
  const campaign = await beginCampaign(node)
  await more('on the old version')
  await role('upgrade')
  await more('on the old version, with the new schema')
  const nodesOfOld = await nodesOf(database)
  const successor = await serve(root)
  await node.stop(nodesOfOld)
  await more('on the new version')
  await successor.stop()
  if (newest >= RETURNABLE) {
    await role('rollback')
    node = await serve(old)
    await more('on the old version again')
    await node.stop()
    await role('upgrade')
  } else await refuseToReturn({ database, serve, role, newest }, old)
  node = await serve(root)
  await until(
    'the end of the campaign',
    async () => (await node.ask('GET', `/campaign/${campaign}`)).state === 'completed',
    END_MS_MAX,
  )
  await judge(database, left)
}

/** A version that does not know the promises of the schema must not dial; its own program does not look at the schema. */
async function refuseToReturn({ database, serve, role, newest }, old) {
  const refusal = await role('rollback', '--to', newest).catch((error) => error.message)
  if (!refusal?.includes('Restore a backup made before the upgrade'))
    throw new Error(`rollback did not refuse: ${refusal}`)
  say(`outdial rollback --to ${newest} refuses: Restore a backup made before the upgrade instead.`)
  const lastCall = async () => (await database.query('select max(id) as id from calls'))[0].id
  const before = await lastCall()
  const node = await serve(old)
  // Each heartbeat of the old node fails; without a lease it may not dial.
  await until('the third failed heartbeat of the old version', async () => node.said().split('keep-lease').length > 3)
  await node.stop()
  if ((await lastCall()) !== before) throw new Error('the old version placed calls')
  say('the old version was started all the same, got no lease and placed no call')
}

/** Retries are off and everybody answers: each contact has one call, and it was answered unless a stopped node left it behind. */
async function judge(database, left) {
  const [row] = await database.query(`
    select count(*) as contacts, count(*) filter (where calls = 1) as once, count(*) filter (where calls > 1) as twice
      from (select k.id, count(c.id) as calls from contacts k left join calls c on c.contact_id = k.id group by k.id) each`)
  const outcomes = await database.query(`select outcome, cause, count(*) from calls group by 1, 2 order by 1, 2`)
  say(
    `${row.contacts} contacts, ${row.once} called once, ${row.twice} called twice; ${left.size} calls left by stopped nodes`,
  )
  for (const { outcome, cause, count } of outcomes) say(`  ${outcome}${cause ? ` (${cause})` : ''}: ${count}`)
  const held = Number(row.contacts) === CONTACTS && Number(row.once) === CONTACTS
  if (!held) throw new Error('a contact was called twice or not at all')
  const others = await database.query(`
    select id, node_id, outcome, cause, claimed_at, placed_at, ended_at from calls
     where outcome is distinct from 'answered' order by id`)
  const unexplained = others.filter(({ id }) => !left.has(id))
  for (const call of unexplained) say(`not answered, and not left by a stopped node: ${JSON.stringify(call)}`)
  if (unexplained.length > 0) throw new Error(`${unexplained.length} calls ended without an answer for no known reason`)
}

/** Starts a campaign in which everybody answers and nobody is called again. */
export async function beginCampaign(node, contacts = CONTACTS) {
  const { id: workflow_id } = await node.ask('POST', '/workflow/create/definition', {
    name: 'Proof',
    workflow_definition: {
      nodes: [
        { id: 'start', type: 'startCall', position: { x: 0, y: 0 }, data: { name: 'Greeting', greeting: 'Hello.' } },
        { id: 'end', type: 'endCall', position: { x: 0, y: 200 }, data: { name: 'End', say: 'Good-bye.' } },
      ],
      edges: [{ id: 'start-end', source: 'start', target: 'end', data: { label: 'Then' } }],
    },
  })
  const config = {
    provider: 'simulator',
    shortest_ring_seconds: 1,
    longest_ring_seconds: 2,
    shortest_talk_seconds: 1,
    longest_talk_seconds: 2,
    calls_per_second: 100,
    people_speak: false,
  }
  const carrier = await node.ask('POST', '/organizations/telephony-configs', { name: 'Proof', config })
  const rows = Array.from({ length: contacts }, (_, at) => {
    const exchange = 200 + Math.floor(at / 100)
    return `+1202${exchange}${String(at % 100).padStart(2, '0')}00,Person`
  })
  const { source_id } = await node.ask(
    'POST',
    '/contact-lists?filename=people.csv',
    `phone_number,first_name\n${rows.join('\n')}\n`,
  )
  const { id } = await node.ask('POST', '/campaign/create', {
    name: 'Proof',
    source_type: 'csv',
    source_id,
    workflow_id,
    telephony_configuration_id: carrier.id,
    max_concurrency: 20,
    retry_config: { enabled: false },
  })
  await node.ask('POST', `/campaign/${id}/start`)
  return id
}

/** Before there was a bundle, the program was the compiled source itself. */
const programs = (checkoutOf) =>
  ['server/dist/program/main.js', 'server/dist/src/main.js'].map((file) => join(checkoutOf, file))

async function startNode(checkoutOf, environment) {
  const port = await freePort()
  const program = programs(checkoutOf).find(existsSync)
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const gone = new Promise((resolve) => child.once('close', resolve))
  await new Promise((resolve, reject) => {
    const hear = (piece) => {
      said = (said + piece).slice(-8000)
      if (said.includes('Outdial is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    gone.then(() => reject(new Error(`a node of ${checkoutOf} ended: ${said}`)))
  })
  return {
    ask: askerOf(port, KEY),
    said: () => said,
    /** Stops the node; returns false if it had to be killed. */
    async stop() {
      child.kill('SIGTERM')
      const ended = await Promise.race([gone.then(() => true), pause(STOP_MS_MAX, false, { ref: false })])
      if (ended) return true
      say(`a node of ${checkoutOf} did not end by itself and is killed; its last words: ${said.slice(-1500)}`)
      child.kill('SIGKILL')
      await gone
      return false
    },
  }
}

/** Asks the interface of the node on this port. */
export function askerOf(port, key) {
  return async (method, path, body) => {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

/** Without blocking: the nodes of this proof are children of this process and write to it. */
async function runRole(args, environment) {
  const child = spawn(process.execPath, [join(root, 'server/dist/program/main.js'), ...args], { env: environment })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      said += piece
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`outdial ${args.join(' ')} ended with ${code}: ${said}`)
  say(`outdial ${args.join(' ')}: ${said.trim().split('\n').at(-1)}`)
}

async function until(what, isDone, msMax = STEP_MS_MAX) {
  const endMs = performance.now() + msMax
  while (!(await isDone())) {
    if (performance.now() > endMs) throw new Error(`waited too long for ${what}`)
    await pause(200)
  }
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
