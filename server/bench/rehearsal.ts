/** 10,000 people with 50 planted bad cells, rehearsed over the interface: what is found, what is flagged in vain, how long it takes. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { seededRng } from '../src/kernel/rng.ts'
import { COLUMNS, type ListRow, plantedList, TODAY } from '../test/rehearsal/planted-list.ts'
import { type BenchWorld, type Figure, KEY, openBenchWorld } from './world.ts'

const ROWS = 10_000
const BAD_CELLS = 50
const SEED = 11
const POLL_MS = 50
const SAID =
  'Hello {{first_name | there}} {{last_name}} from {{city}}. {{doctor}} expects you on {{say_date(appointment_date)}} at {{appointment_time}}. The fee is {{say_money(amount, USD)}}, your reference is {{say_digits(reference)}}.'

interface Result {
  state: string
  rows: number
  findings: Array<{ examples: Array<{ phone_number: string }> }>
}

export async function rehearsalBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const { rows, bad } = plantedList(seededRng(SEED), ROWS, BAD_CELLS)
    const id = await campaignOf(world, rows.map(moved))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const startedMs = performance.now()
    const result = await rehearsed(world, id)
    const seconds = (performance.now() - startedMs) / 1000
    delay.disable()
    if (result.rows !== ROWS) throw new Error(`rehearsed ${result.rows} of ${ROWS} rows`)
    const named = new Set(result.findings.flatMap(({ examples }) => examples.map((each) => each.phone_number)))
    const planted = new Set([...bad.keys()].map((at) => rows[at]?.phone_number))
    const found = [...planted].filter((number) => named.has(number as string)).length
    const good = ROWS - BAD_CELLS
    const method = `${ROWS} people, ${BAD_CELLS} planted bad cells (seed ${SEED}), by POST and GET …/rehearsal on an embedded PostgreSQL`
    return [
      { figure: 'planted bad cells found', value: found, unit: 'of 50', target: '>= 49', method },
      { figure: 'good rows flagged', value: ((named.size - found) / good) * 100, unit: '%', target: '<= 1', method },
      { figure: '10,000 people', value: Math.round(seconds * 10) / 10, unit: 's', target: '<= 300', method },
      { figure: 'longest wait of the thread', value: Math.round(delay.max / 1e6), unit: 'ms', method },
    ]
  } finally {
    await world.close()
  }
}

/** Good dates of the list lie after its own today; the server goes by the clock. */
function moved(row: ListRow): ListRow {
  const days = Math.floor((Date.now() - Date.parse(TODAY)) / 86_400_000)
  const at = Date.parse(`${row.appointment_date}T00:00:00Z`)
  if (days <= 0 || Number.isNaN(at) || !/^\d{4}-\d{2}-\d{2}$/u.test(row.appointment_date)) return row
  return { ...row, appointment_date: new Date(at + days * 86_400_000).toISOString().slice(0, 10) }
}

async function campaignOf(world: BenchWorld, rows: readonly ListRow[]): Promise<number> {
  const definition = {
    nodes: [
      { id: 'start', type: 'startCall', position: { x: 0, y: 0 }, data: { name: 'Start', greeting: SAID } },
      { id: 'end', type: 'endCall', position: { x: 0, y: 100 }, data: { name: 'End', say: 'Goodbye.' } },
    ],
    edges: [{ id: 'e', source: 'start', target: 'end', data: { label: 'done', condition: 'The person answered.' } }],
  }
  const body = { name: 'rehearsal', workflow_definition: definition }
  const workflow = (await world.request('POST', '/api/v1/workflow/create/definition', body)).body as { id: number }
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const lines = rows.map((row) => COLUMNS.map((column) => quoted(row[column])).join(','))
  const uploaded = await world.app.server.inject({
    method: 'POST',
    url: '/api/v1/contact-lists?filename=rehearsal.csv',
    headers: { 'x-api-key': KEY, 'content-type': 'text/csv' },
    payload: [COLUMNS.join(','), ...lines].join('\n'),
  })
  const { source_id } = uploaded.json() as { source_id: string }
  return world.campaign(source_id, await world.simulator({}), { workflow_id: workflow.id })
}

async function rehearsed(world: BenchWorld, id: number): Promise<Result> {
  await world.request('POST', `/api/v1/campaign/${id}/rehearsal`)
  for (;;) {
    const { body } = await world.request('GET', `/api/v1/campaign/${id}/rehearsal?examples=1000`)
    const result = body as Result
    if (result.state === 'ended') return result
    if (result.state !== 'running') throw new Error(`the rehearsal has ${result.state}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
