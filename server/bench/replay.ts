/** Past conversations against a version of their workflow: whether the same version takes the same ways, and how long it takes. */
import type { WorkflowDefinition } from '../src/workflows/rules/definition.ts'
import { converse, PEOPLE_NAMES, storePastCall } from '../test/agent/past-calls.ts'
import { type BenchWorld, type Figure, openBenchWorld } from './world.ts'

const CALLS = 5000
/** Conversations are held so often, each with other words, and stored again and again. */
const SEEDS = 20

interface Replay {
  calls: number
  same: number
  changed: number
  not_replayable: number
}

export async function replayBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const figures: Figure[] = []
    for (const name of ['Appointment reminder (sample)', 'Payment reminder (sample)', 'Satisfaction survey (sample)'])
      figures.push(...(await replayOf(world, name)))
    return figures
  } finally {
    await world.close()
  }
}

async function replayOf(world: BenchWorld, name: string): Promise<Figure[]> {
  const { body: all } = await world.request('GET', '/api/v1/workflow/fetch')
  const found = (all as Array<{ id: number; name: string }>).find((each) => each.name === name)
  if (!found) throw new Error(`no sample is called ${name}`)
  const { body } = await world.request('GET', `/api/v1/workflow/fetch/${found.id}`)
  const workflow = body as { workflow_definition: WorkflowDefinition; current_definition_id: number }
  const { rows } = await world.pool.query('select organization_id from workflows where id = $1', [found.id])
  const of = {
    organizationId: Number(rows[0].organization_id),
    workflowId: found.id,
    definitionId: workflow.current_definition_id,
  }
  const records = []
  for (let seed = 0; seed < SEEDS; seed += 1)
    for (const person of PEOPLE_NAMES) records.push(await converse(workflow.workflow_definition, person, seed))
  for (let call = 0; call < CALLS; call += 1)
    await storePastCall(world.app.db, of, records[call % records.length] as (typeof records)[number])
  const startedMs = performance.now()
  const answer = await world.request('POST', `/api/v1/workflow/${found.id}/replay`, { limit: CALLS })
  const seconds = (performance.now() - startedMs) / 1000
  if (answer.status !== 200) throw new Error(`replay: ${answer.status}`)
  const report = answer.body as Replay
  const method = `${CALLS} stored calls of "${name}" (${records.length} conversations of ${PEOPLE_NAMES.length} simulated people, each stored several times), the same version, by the interface`
  return [
    { figure: `${name}: the same way again`, value: (report.same / CALLS) * 100, unit: '%', target: '>= 100', method },
    { figure: `${name}: ${CALLS} calls`, value: Math.round(seconds * 10) / 10, unit: 's', target: '<= 60', method },
  ]
}
