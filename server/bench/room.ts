/** More slots than the machine can talk on: whoever answers must hear the agent all the same, because the others are not dialed. */
import { type Figure, openBenchWorld } from './world.ts'

const SLOTS = 300
const PEOPLE = 600
const WITHIN_MS = 2000

export async function roomBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const talking = await world.simulator({ people_speak: true, shortest_ring_seconds: 1, longest_ring_seconds: 6 })
    const people = Array.from({ length: PEOPLE }, (_, index) => `+1303${String(index).padStart(4, '0')}000`)
    // Agents are loaded before anything is measured.
    const few = people.slice(0, 4).map((number) => number.replace('+1303', '+1404'))
    const first = await world.campaign(await world.uploadNumbers(few), talking, {})
    await world.start(first)
    await world.completed(first)
    const settings = { max_concurrency: SLOTS, retry_config: { enabled: false } }
    const campaign = await world.campaign(await world.uploadNumbers(people), talking, settings)
    await world.start(campaign)
    await world.completed(campaign)
    const { rows } = await world.pool.query<{ outcome: string; cause: string | null; first: number | null }>(
      `select c.outcome, c.cause, (r.latencies ->> 'first_audio_ms')::float8 as first
         from calls c left join call_records r on r.call_id = c.id where c.campaign_id = $1 and c.answered_at is not null`,
      [campaign],
    )
    const heard = rows.filter(({ first: ms }) => ms !== null && ms <= WITHIN_MS).length
    const unattended = rows.filter(({ cause }) => cause === 'no_agent' || cause?.startsWith('agent_failed')).length
    const method = `${PEOPLE} people who answer and talk, ${SLOTS} slots asked, sample workflow, offline ears and synthesizer; program and database on the same cores`
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
