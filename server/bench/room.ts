/** More slots than the machine can talk on: whoever answers must hear the agent all the same, because the others are not dialed. */
import { type Figure, openBenchWorld } from './world.ts'

/** A campaign takes at most 100 at once: three of them beside each other. */
const CAMPAIGNS = 3
const SLOTS_EACH = 100
const PEOPLE_EACH = 200
const WITHIN_MS = 2000

export async function roomBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const talking = await world.simulator({ people_speak: true, shortest_ring_seconds: 1, longest_ring_seconds: 6 })
    // Agents are loaded before anything is measured.
    const few = peopleOf(404, 4)
    const first = await world.campaign(await world.uploadNumbers(few), talking, {})
    await world.start(first)
    await world.completed(first)
    await world.pool.query('update organizations set max_concurrency = $1', [CAMPAIGNS * SLOTS_EACH])
    const settings = { max_concurrency: SLOTS_EACH, retry_config: { enabled: false } }
    const campaigns: number[] = []
    for (let index = 0; index < CAMPAIGNS; index++)
      campaigns.push(
        await world.campaign(await world.uploadNumbers(peopleOf(303 + index, PEOPLE_EACH)), talking, settings),
      )
    for (const campaign of campaigns) await world.start(campaign)
    for (const campaign of campaigns) await world.completed(campaign)
    const { rows } = await world.pool.query<{ outcome: string; cause: string | null; first: number | null }>(
      `select c.outcome, c.cause, (r.latencies ->> 'first_audio_ms')::float8 as first
         from calls c left join call_records r on r.call_id = c.id where c.campaign_id = any($1) and c.answered_at is not null`,
      [campaigns],
    )
    const heard = rows.filter(({ first: ms }) => ms !== null && ms <= WITHIN_MS).length
    const unattended = rows.filter(({ cause }) => cause === 'no_agent' || cause?.startsWith('agent_failed')).length
    const method = `${CAMPAIGNS} campaigns of ${PEOPLE_EACH} people who answer and talk, ${CAMPAIGNS * SLOTS_EACH} slots asked, sample workflow, offline recognizer and synthesizer; program and database on the same cores`
    return [
      {
        figure: 'answered, and heard the agent within 2 s',
        value: Math.round((heard / rows.length) * 1000) / 10,
        unit: '%',
        target: '>= 98',
        method,
      },
      { figure: 'answered, and failed for want of an agent', value: unattended, unit: '', target: '<= 0', method },
      { figure: 'answered', value: rows.length, unit: '', method },
    ]
  } finally {
    await world.close()
  }
}

/** Numbers that end in 00 to 59 follow the rates, which are all zero: they answer. */
function peopleOf(area: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `+1${area}${String(index).padStart(4, '0')}000`)
}
