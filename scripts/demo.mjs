// The program with an organization of its own in a temporary folder, filled so that every page has something to show. All
// outcomes come from the dialer on the simulated carrier, so figures on different pages agree. Needs a build.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const PROGRAM = join(root, 'server/dist/program/main.js')
const STOP_MS = 60_000
/** For one request, on a busy machine. */
const PATIENCE_MS = 180_000

const FIRST = 'Margaret,Priya,Tom,Elias,Joanna,Amara,Henry,Sofia,Daniel,Ruth,Owen,Leila,Marcus,Nora,Felix,Grace'.split(
  ',',
)
const LAST = 'Hale,Shah,Okafor,Lindqvist,Marsh,Diallo,Whitfield,Costa,Novak,Abrams,Pryce,Haddad,Bell'.split(',')
/** What the simulated carrier does with a number: by its last two digits. Mostly people who answer. */
const ENDINGS = ['01', '12', '23', '34', '45', '60', '51', '70', '02', '80', '13', '24', '71', '35', '90', '46', '94']

/** `first`: numbers of different lists must differ, since a number is in one live call at most. */
export function peopleAsCsv(count, first) {
  const rows = Array.from({ length: count }, (_, at) => {
    const number = `+44770${String(first + at).padStart(4, '0')}${ENDINGS[at % ENDINGS.length]}`
    const name = `${FIRST[at % FIRST.length]},${LAST[(at * 5) % LAST.length]}`
    return `${number},${name},26 November,${9 + (at % 8)}:30,+44 20 7946 0100`
  })
  return `phone_number,first_name,last_name,appointment_date,appointment_time,front_desk_number\n${rows.join('\n')}\n`
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Answers its address and key once it is ready. */
async function startProgram() {
  const directory = await mkdtemp(join(tmpdir(), 'outdial-demo-'))
  await chmod(directory, 0o711)
  const port = await freePort()
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: directory,
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '0',
    SHUTDOWN_GRACE_SECONDS: '0',
  }
  const program = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const key = await new Promise((resolve, reject) => {
    let text = ''
    const look = (piece) => {
      text += piece
      const found = /od_[\w-]{43}/.exec(text)?.[0]
      if (found && text.includes('Outdial is ready')) resolve(found)
    }
    program.stdout.on('data', look)
    program.stderr.on('data', look)
    program.once('close', () => reject(new Error(`the program ended: ${text}`)))
  })
  const stop = async () => {
    const ended = once(program, 'close')
    program.kill('SIGTERM')
    const late = setTimeout(() => program.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(late)
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  return { url: `http://127.0.0.1:${port}`, key, stop }
}

/** A program with campaigns in every state. `stop` ends it and removes its folder. */
export async function startDemo() {
  const { createClient } = await import(pathToFileURL(join(root, 'sdk/dist/index.js')).href)
  const program = await startProgram()
  const client = createClient({ baseUrl: program.url, apiKey: program.key, timeoutMs: PATIENCE_MS })
  try {
    return { ...program, client, ids: await fill(client) }
  } catch (error) {
    await program.stop()
    throw error
  }
}

/** As `initiate-call` wants them, and the sample workflow says them. */
const ADA = {
  first_name: 'Ada',
  last_name: 'Moreau',
  appointment_date: 'Friday',
  appointment_time: 'ten',
  front_desk_number: '+44 20 7946 0100',
}

async function fill(client) {
  await client.PATCH('/api/v1/organization', { body: { listening_allowed: true, time_zone: 'Europe/London' } })
  const { data: workflows } = await client.GET('/api/v1/workflow/summary')
  const workflow = workflows.find(({ name }) => name.startsWith('Appointment reminder')).id
  await record(client, workflow)
  const carrier = async (name, config) =>
    (await client.POST('/api/v1/organizations/telephony-configs', { body: { name, config } })).data.id
  // One pace for all campaigns, so that the forecast of a running one fits what its calls do.
  const live = await carrier('Simulated', {
    provider: 'simulator',
    account: 'live',
    people_speak: false,
    speed: 2,
    shortest_talk_seconds: 20,
    longest_talk_seconds: 80,
  })
  const spoken = await carrier('Simulated, spoken', { provider: 'simulator', account: 'spoken' })
  // Before the others: a conversation in real time wants the machine for itself, and no other page counts its line.
  const call = await talk(client, { workflow_id: workflow, telephony_configuration_id: spoken })
  const campaign = async (name, csv, telephony_configuration_id, max_concurrency) => {
    const { source_id } = await client.uploadContacts(csv, { filename: `${name}.csv` })
    const retry_config = { enabled: false }
    const body = {
      name,
      workflow_id: workflow,
      source_type: 'csv',
      source_id,
      telephony_configuration_id,
      max_concurrency,
      retry_config,
    }
    return (await client.POST('/api/v1/campaign/create', { body })).data.id
  }
  const done = await campaign('Appointment reminders, week 47', peopleAsCsv(120, 1000), live, 60)
  await client.campaigns.start(done)
  await client.waitUntilCompleted(done)
  const running = await campaign('Appointment reminders, week 48', peopleAsCsv(300, 3000), live, 20)
  await client.campaigns.start(running)
  const draft = await campaign('Recall letters, December', peopleAsCsv(24, 5000), live, 10)
  const paused = await campaign('Satisfaction survey', peopleAsCsv(40, 6000), live, 6)
  await client.campaigns.start(paused)
  await client.campaigns.pause(paused)
  await client.POST('/api/v1/suppressions', { body: { phone_number: '+447701000412', reason: 'asked by letter' } })
  return { workflow, done, running, draft, paused, call }
}

const LOOK_MS = 1_000

/** One conversation to its end. */
async function talk(client, way) {
  const body = { ...way, phone_number: '+12025550100', variables: ADA }
  const { data: call } = await client.POST('/api/v1/telephony/initiate-call', { body })
  const path = { params: { path: { call_id: call.id } } }
  for (;;) {
    const { data } = await client.GET('/api/v1/calls/{call_id}', path)
    if (data.is_completed) return call.id
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Turns recording on in the workflow, so that the page of a call shows a recording. */
async function record(client, workflow_id) {
  const path = { params: { path: { workflow_id } } }
  const { data } = await client.GET('/api/v1/workflow/fetch/{workflow_id}', path)
  const settings = {
    ...data.workflow_definition.settings,
    recording: true,
    recording_consent: 'This call is recorded.',
  }
  await client.PUT('/api/v1/workflow/{workflow_id}', {
    ...path,
    body: { workflow_definition: { ...data.workflow_definition, settings } },
  })
}
