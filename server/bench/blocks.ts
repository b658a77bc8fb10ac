/**
 * The longest block of the main thread for the largest input of every route. Nothing else runs on that thread meanwhile: neither
 * audio nor the dialer of any tenant. Two kinds of input: every part of every example, grown to the limit of the body (most of
 * these are refused, which costs too), and valid requests that are as large as the limits permit.
 */
import { type AddressInfo, connect } from 'node:net'
import type { Route } from '../src/http/route.ts'
import { JSON_BODY_LIMIT_BYTES } from '../src/http/server.ts'
import { EDGES_MAX, EXAMPLES_MAX, NODES_MAX, SAY_LENGTH_MAX } from '../src/workflows/rules/limits.ts'
import { xlsx } from '../test/contacts/xlsx.ts'
import { type BenchWorld, benchNumber, type Figure, KEY, openBenchWorld } from './world.ts'

/** A longer block interrupts the audio of live calls audibly. */
const TARGET_MS = 100
const SHOWN = 25
/** What a socket gives at a time. */
const SOCKET_BYTES = 65_536
/** As the reader of requests counts them. */
const VALUES_MAX = 99_000

interface Input {
  name: string
  method: string
  path: string
  type?: string
  body: Buffer | null
}

interface Measured {
  input: Input
  status: number
  blockMs: number
}

export async function blocksBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const measured: Measured[] = []
    for (const input of [...grownInputs(world.app.routes), ...(await validInputs(world))]) {
      const each = await measure(world, input)
      measured.push(each)
      if (each.blockMs > TARGET_MS) process.stderr.write(`  ${Math.round(each.blockMs)} ms  ${input.name}\n`)
    }
    for (const input of await readingInputs(world)) measured.push(await measure(world, input))
    measured.push(await sayMuch(world))
    const worst = measured.toSorted((a, b) => b.blockMs - a.blockMs)
    return [
      {
        figure: `inputs that block for more than ${TARGET_MS} ms`,
        value: worst.filter(({ blockMs }) => blockMs > TARGET_MS).length,
        unit: '',
        target: '<= 0',
        method: `of ${measured.length}; the ${SHOWN} worst below, each the better of two runs, CPU time of one turn of the event loop`,
      },
      ...worst.slice(0, SHOWN).map(({ input, status, blockMs }) => ({
        figure: input.name.slice(0, 60),
        value: Math.round(blockMs),
        unit: 'ms',
        method: `${input.method} ${input.path}, ${input.body?.length ?? 0} bytes, answered ${status}${readingAlone(input)}`,
      })),
    ]
  } finally {
    await world.close()
  }
}

async function measure(world: BenchWorld, input: Input): Promise<Measured> {
  const first = await once(world, input)
  const second = await once(world, input)
  return { ...second, blockMs: Math.min(first.blockMs, second.blockMs) }
}

/** What a JSON body of this size takes at least: its bytes joined, made a text, and parsed, by Node alone. */
function readingAlone({ type, body }: Input): string {
  if (body === null || type !== undefined) return ''
  const pieces = Array.from({ length: Math.ceil(body.length / SOCKET_BYTES) }, (_, index) =>
    body.subarray(index * SOCKET_BYTES, (index + 1) * SOCKET_BYTES),
  )
  const times = Array.from({ length: 5 }, () => {
    const [wall, cpu] = [performance.now(), process.cpuUsage()]
    JSON.parse(Buffer.concat(pieces).toString('utf8'))
    const spent = process.cpuUsage(cpu)
    return Math.min(performance.now() - wall, (spent.user + spent.system) / 1000)
  })
  return `; Node alone needs ${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms to read it`
}

async function once(world: BenchWorld, input: Input): Promise<Measured> {
  const watch = watchLoop()
  const answer = await send((world.app.server.server.address() as AddressInfo).port, input)
  // What the answer left behind, audit and log, is work of the request too.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
  return { input, status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), blockMs: watch() }
}

/**
 * The longest turn of the event loop. CPU time where it is less than wall time: on a busy machine a turn also waits for its
 * core. Other threads count as CPU too, so wall time where that is less.
 */
function watchLoop(): () => number {
  let [longestMs, isDone] = [0, false]
  let [wall, cpu] = [performance.now(), process.cpuUsage()]
  const turn = () => {
    const spent = process.cpuUsage(cpu)
    const wallMs = performance.now() - wall
    longestMs = Math.max(longestMs, Math.min(wallMs, (spent.user + spent.system) / 1000))
    ;[wall, cpu] = [performance.now(), process.cpuUsage()]
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isDone = true
    return longestMs
  }
}

/** By a plain socket: the client of node would do work of its own on the same thread. */
function send(port: number, { method, path, type = 'application/json', body }: Input): Promise<string> {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: bench',
    `x-api-key: ${KEY}`,
    'connection: close',
    ...(body ? [`content-type: ${type}`, `content-length: ${body.length}`] : []),
  ]
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let start = ''
    socket.on('data', (piece: Buffer) => {
      if (start.length < 300) start += piece.subarray(0, 300).toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(start))
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    if (body) socket.write(body)
  })
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

function grownInputs(routes: readonly Route[]): Input[] {
  return routes
    .filter(({ method, bodyExample }) => method !== 'GET' && bodyExample !== undefined)
    .flatMap((route) => {
      const limit = (route.bodyLimitBytes ?? JSON_BODY_LIMIT_BYTES) - 1000
      const path = route.path.replace(/\{\w+\}/g, '1')
      return pathsIn(route.bodyExample).map((place) => ({
        name: `${route.operation}: ${place.join('.') || 'body'} grown`,
        method: route.method,
        path,
        body: json(grownAt(route.bodyExample, place, limit - JSON.stringify(route.bodyExample).length)),
      }))
    })
}

type Place = readonly string[]

/** Of an array only the first entry: the others are alike. */
function pathsIn(value: unknown, place: Place = []): Place[] {
  if (typeof value === 'string') return [place]
  if (value === null || typeof value !== 'object') return []
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined)
  return [place, ...entries.flatMap(([name, inner]) => pathsIn(inner, [...place, name]))]
}

function grownAt(value: unknown, [name, ...rest]: Place, bytes: number): unknown {
  if (name === undefined) return grown(value, bytes)
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[name] = grownAt(copy[name], rest, bytes)
  return copy
}

function grown(value: unknown, bytes: number): unknown {
  if (typeof value === 'string') return `${value} ${'ab {{c}} '.repeat(bytes / 9 - value.length)}`
  if (Array.isArray(value)) {
    const item: unknown = value[0] ?? 'x'
    const count = Math.min(bytes / (JSON.stringify(item).length + 1), VALUES_MAX / countValues(item))
    return Array<unknown>(Math.floor(count)).fill(item)
  }
  const count = Math.floor(Math.min(bytes / 14, VALUES_MAX))
  return { ...(value as object), ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])) }
}

function countValues(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1
  return Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1)
}

/** All examples that a definition may have. */
function largestDefinition(more = ''): object {
  const ids = Array.from({ length: NODES_MAX - 2 }, (_, index) => `n${index}`)
  const node = (id: string, type: string, data: object) => ({ id, type, position: { x: 0, y: 0 }, data })
  const words = ['appointment', 'tomorrow', 'afternoon', 'please', 'cancel', 'another', 'question', 'doctor']
  const example = (edge: number, index: number) =>
    `${words[(edge + index) % 8]} ${words[(index * 3) % 8]} ${edge} ${index} ${more}`.trim()
  const targets = Array.from({ length: EDGES_MAX - 1 }, (_, index) => index)
  return {
    nodes: [
      node('start', 'startCall', { name: 'Start', greeting: 'Hello {{first_name}}.' }),
      ...ids.map((id) => node(id, 'agentNode', { name: id, say: `This is ${id}, {{first_name}}. Which one?` })),
      node('end', 'endCall', { name: 'End', say: 'Good-bye.' }),
    ],
    edges: [
      { id: 'begin', source: 'start', target: 'n0', data: { label: 'Begin' } },
      ...targets.map((index) => ({
        id: `e${index}`,
        source: ids[index % ids.length],
        target: index < ids.length ? (ids[index + 1] ?? 'end') : 'end',
        data: {
          label: `Edge ${index}`,
          condition: 'They say so.',
          examples: Array.from({ length: index < ids.length ? EXAMPLES_MAX : 30 }, (_, n) => example(index, n)),
        },
      })),
    ],
  }
}

async function validInputs(world: BenchWorld): Promise<Input[]> {
  const definition = largestDefinition()
  const { body: saved } = await world.request('POST', '/api/v1/workflow/create/definition', {
    name: 'largest',
    workflow_definition: definition,
  })
  const { id } = saved as { id: number }
  const list = await world.upload(1)
  const campaign = await world.campaign(list, await world.simulator({}), {})
  const people = Array.from({ length: 10_000 }, (_, index) => ({
    phone_number: benchNumber(1000 + index),
    variables: {
      first_name: `Person ${index}`,
      a: 'x'.repeat(150),
      b: 'y'.repeat(150),
      c: 'z',
      d: 'z',
      e: 'z',
      f: 'z',
    },
  }))
  const rows = Array.from({ length: 200_000 }, (_, index) => `${benchNumber(index)},Ada,Monday,noon,+12025550100`)
  const valid = (name: string, method: string, path: string, body?: Buffer, type?: string): Input => ({
    name: `valid: ${name}`,
    method,
    path,
    body: body ?? null,
    ...(type ? { type } : {}),
  })
  const named = json({ name: 'again', workflow_definition: definition })
  const inThai = largestDefinition('สวัสดีครับ')
  const thai = { name: 'thai', workflow_definition: inThai }
  const named2 = { name: 'imported', workflow_definition: definition }
  const book = xlsx({
    sheets: [{ name: 'People', rows: sheetRows(50_000) }],
    texts: ['phone_number', 'first_name', ...Array.from({ length: 200_000 }, (_, index) => `Name ${index}`)],
  })
  const lines = Array.from({ length: 100 }, () => ({ text: 'an afternoon appointment tomorrow please '.repeat(97) }))
  return [
    valid('workflow validated', 'POST', '/api/v1/workflow/validate', json({ workflow_definition: definition })),
    valid('workflow created', 'POST', '/api/v1/workflow/create/definition', named),
    valid('workflow changed', 'PUT', `/api/v1/workflow/${id}`, named),
    valid('workflow validated, in Thai', 'POST', '/api/v1/workflow/validate', json({ workflow_definition: inThai })),
    valid('workflow created, in Thai', 'POST', '/api/v1/workflow/create/definition', json({ ...thai })),
    valid('workflow imported', 'POST', '/api/v1/workflow/import', json({ source: 'dograh', definition: named2 })),
    valid('agent imported', 'POST', '/api/v1/workflow/import', json({ source: 'retell', definition: flow() })),
    valid('workflow read', 'GET', `/api/v1/workflow/fetch/${id}`),
    valid('versions', 'GET', `/api/v1/workflow/${id}/versions`),
    valid('versions compared', 'GET', `/api/v1/workflow/${id}/versions/1/compare?with=2`),
    valid('try', 'POST', '/api/v1/workflow/try', json({ workflow_definition: definition })),
    valid('dialogue', 'POST', `/api/v1/workflow/${id}/dialogues`, json({ name: 'Long', steps: lines })),
    valid('dialogues run', 'POST', `/api/v1/workflow/${id}/dialogues/run`, json({})),
    valid('enrolment', 'POST', `/api/v1/campaign/${campaign}/contacts`, json({ contacts: people })),
    valid(
      'contact list',
      'POST',
      '/api/v1/contact-lists?filename=l.csv',
      csv('phone_number,a,b,c,d', rows),
      'text/csv',
    ),
    valid('spreadsheet', 'POST', '/api/v1/contact-lists?filename=l.xlsx', book, XLSX_TYPE),
    valid(
      'one endless cell',
      'POST',
      '/api/v1/contact-lists?filename=c.csv',
      csv('phone_number,"', ['x'.repeat(20_000_000)]),
      'text/csv',
    ),
    valid(
      'only quotes',
      'POST',
      '/api/v1/contact-lists?filename=q.csv',
      csv('phone_number,a', ['"'.repeat(20_000_000)]),
      'text/csv',
    ),
    valid(
      'a document',
      'POST',
      '/api/v1/knowledge-base/documents?filename=d.txt',
      Buffer.from('A sentence about opening hours. '.repeat(60_000)),
      'text/plain',
    ),
    valid(
      'a page',
      'POST',
      '/api/v1/knowledge-base/documents?filename=d.html',
      Buffer.from('<div><p>Opening hours '.repeat(80_000)),
      'text/html',
    ),
    valid(
      'a registry',
      'POST',
      '/api/v1/registries/import?registry=us-national-dnc',
      csv(
        '',
        rows.map((row) => row.slice(2, 12)),
      ),
      'text/plain',
    ),
    valid('suppressions', 'POST', '/api/v1/suppressions/import', csv('phone_number,a,b,c,d', rows), 'text/csv'),
    valid('contacts', 'GET', `/api/v1/campaign/${campaign}/contacts?limit=100`),
    valid('forecast', 'POST', `/api/v1/campaign/${campaign}/forecast`, json({})),
    valid('report', 'GET', `/api/v1/campaign/${campaign}/report`),
    valid('OpenAPI', 'GET', '/api/v1/openapi.json'),
  ]
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function sheetRows(count: number): string {
  const cell = (place: string, index: number) => `<c r="${place}" t="s"><v>${index}</v></c>`
  const people = Array.from({ length: count }, (_, index) => {
    const phone = `<c r="A${index + 2}" t="inlineStr"><is><t>${benchNumber(index)}</t></is></c>`
    return `<row r="${index + 2}">${phone}${cell(`B${index + 2}`, index + 2)}</row>`
  })
  return `<row r="1">${cell('A1', 0)}${cell('B1', 1)}</row>${people.join('')}`
}

/** A conversation flow of another program, with as many steps as a workflow may have. */
function flow(): object {
  const nodes = Array.from({ length: NODES_MAX - 2 }, (_, index) => ({
    id: `n${index}`,
    name: `Step ${index}`,
    type: 'conversation',
    instruction: { type: 'prompt', text: 'Ask for the next step. '.repeat(200) },
    edges: [{ id: `e${index}`, destination_node_id: `n${index + 1}`, transition_condition: { prompt: 'They agree.' } }],
  }))
  return { conversation_flow_id: 'f', start_node_id: 'n0', nodes }
}

/** Rows of the list whose answers are measured. */
const LIST_ROWS = 50_000

/** A campaign whose people were called, for reports with the local time of each attempt. */
const CALLED_ROWS = 10_000
const EARLIER_ATTEMPTS = 9

/** Large answers: about a list, about calls, and about what the inputs before these have left. */
async function readingInputs(world: BenchWorld): Promise<Input[]> {
  const list = await world.upload(LIST_ROWS)
  const campaign = await world.campaign(list, await world.simulator({}), {})
  const called = await calledCampaign(world)
  const get = (name: string, path: string): Input => ({
    name: `read: ${name}`,
    method: 'GET',
    path: `/api/v1${path}`,
    body: null,
  })
  const post = (name: string, path: string): Input => ({ ...get(name, path), method: 'POST', body: json({}) })
  return [
    get('suppressions exported', '/suppressions/export'),
    get('list previewed', `/contact-lists/${list}/preview`),
    get('start check', `/campaign/${campaign}/start-check`),
    post('rehearsal', `/campaign/${campaign}/rehearsal`),
    post('forecast', `/campaign/${campaign}/forecast`),
    get('explained', `/campaign/${campaign}/explain`),
    get('left out', `/campaign/${campaign}/left-out`),
    get('results', `/campaign/${campaign}/results.csv`),
    get('report', `/campaign/${campaign}/report`),
    get('report of calls', `/campaign/${called}/report`),
    get('results of calls', `/campaign/${called}/results.csv`),
    get('explained, of calls', `/campaign/${called}/explain`),
    get('contacts of calls', `/campaign/${called}/contacts?limit=1000`),
    get('calls', `/campaign/${called}/runs?limit=1000`),
    get('ledger exported', '/ledger/export'),
    get('ledger verified', '/ledger/verify'),
    get('audit', '/audit-events?limit=100'),
    get('search', '/search?q=Ada'),
    get('metrics', '/../metrics'),
    post('policy preview', '/organizations/policy/preview'),
  ]
}

/**
 * The simulator calls each person once. Nine earlier attempts of each are copies of that call with other times, and every call gets
 * gathered answers. The area code differs from that of the other inputs, which put their numbers on do-not-call lists.
 */
async function calledCampaign(world: BenchWorld): Promise<number> {
  const numbers = Array.from({ length: CALLED_ROWS }, (_, index) => benchNumber(index).replace('+1202', '+1303'))
  const configuration = await world.simulator({ shortest_talk_seconds: 0, longest_talk_seconds: 0 })
  const campaign = await world.campaign(await world.uploadNumbers(numbers), configuration, {})
  await world.start(campaign)
  await world.completed(campaign)
  await world.pool.query(
    `insert into calls (organization_id, campaign_id, contact_id, attempt, workflow_id, definition_id, telephony_configuration_id,
            provider, phone_number, address_type, node_id, state, outcome, live, direction, claimed_at, news_at, deadline_at, ended_at)
     select organization_id, campaign_id, contact_id, attempt, workflow_id, definition_id, telephony_configuration_id, provider,
            phone_number, address_type, node_id, state, outcome, live, direction,
            claimed_at - (id % 100000 + n * 1000) * interval '1 minute', news_at, deadline_at, ended_at
       from calls, generate_series(1, $2) n where campaign_id = $1 order by n desc, id`,
    [campaign, EARLIER_ATTEMPTS],
  )
  await world.pool.query(
    `insert into call_records (call_id, organization_id, gathered, updated_at)
     select id, organization_id, jsonb_build_object('wish', repeat('word ', 40), 'number', id), ended_at from calls
      where campaign_id = $1 on conflict (call_id) do update set gathered = excluded.gathered`,
    [campaign],
  )
  await world.pool.query(
    `insert into zone_sets (name) values ('number|US@America/New_York,America/Chicago,America/Denver') on conflict do nothing`,
  )
  await world.pool.query(
    `update list_contacts set zones_id = (select max(id) from zone_sets)
      where id in (select list_contact_id from contacts where campaign_id = $1)`,
    [campaign],
  )
  await world.pool.query('vacuum analyze calls, call_records')
  return campaign
}

const csv = (head: string, rows: readonly string[]) => Buffer.from([head, ...rows].join('\n'))

/** The longest thing to say, in the largest workflow. */
async function sayMuch(world: BenchWorld): Promise<Measured> {
  const { body } = await world.request('POST', '/api/v1/workflow/try', { workflow_definition: largestDefinition() })
  const text = 'another question for the doctor tomorrow '.repeat(200).slice(0, SAY_LENGTH_MAX)
  return measure(world, {
    name: 'valid: said in a try',
    method: 'POST',
    path: `/api/v1/workflow/try/${(body as { try_id: string }).try_id}/say`,
    body: json({ text }),
  })
}
