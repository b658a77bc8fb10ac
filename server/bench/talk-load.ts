/** The whole program while people talk: what a conversation costs, and what fifty of them do to the dialer. */

import { forgetFreed, idleOf, type Watch, watcher } from './watch.ts'
import { type Figure, openBenchWorld, percentile } from './world.ts'

const TALKERS = 50
const TALKS = 100
const SILENT = 2500

export async function talkLoadBench(): Promise<Figure[]> {
  const watch = watcher()
  const world = await openBenchWorld({ watch })
  try {
    const quiet = await idle(world, watch)
    const talking = await world.simulator({ people_speak: true, shortest_ring_seconds: 1, longest_ring_seconds: 6 })
    // Everybody agrees: the third-last digit is 0.
    const people = Array.from({ length: TALKS }, (_, index) => `+1303${String(index).padStart(4, '0')}000`)
    const source = await world.uploadNumbers(people)
    // Agents are loaded and the prompts are cached before anything is measured.
    const first = await world.campaign(
      await world.uploadNumbers(people.slice(0, 4).map((n) => n.replace('+1303', '+1404'))),
      talking,
      {},
    )
    await world.start(first)
    await world.completed(first)

    const alone = await talk(world, source, talking, async () => {})
    let busy: number[] = []
    await talk(world, source, talking, async () => {
      busy = await idle(world, watch)
    })
    const before = percentile(quiet, 0.99)
    const during = percentile(busy, 0.99)
    const method = `${TALKS} conversations, ${TALKERS} at once, sample workflow, offline ears and synthesizer, simulated people; program and database`
    return [
      { figure: 'conversations answered', value: alone.answered, unit: '', target: `>= ${TALKS}`, method },
      { figure: 'of them confirmed, as all meant', value: alone.confirmed, unit: '', method },
      {
        figure: 'reply gap p50, own measure',
        value: Math.round(percentile(alone.gaps, 0.5)),
        unit: 'ms',
        method: `${method}; end of speech to our first sound, median per call`,
      },
      { figure: 'CPU per conversation', value: round(alone.cpuSeconds / TALKS, 3), unit: 's', method },
      {
        figure: 'conversations per core',
        value: Math.round(alone.talkSeconds / alone.cpuSeconds),
        unit: '',
        target: '>= 40',
        method: `${method}; seconds talked over seconds of CPU`,
      },
      {
        figure: 'slot freed to next dial p99, nobody talking',
        value: round(before, 2),
        unit: 'ms',
        method: `${SILENT} silent calls of 0.5 to 1.5 s, 100 slots`,
      },
      {
        figure: `slot freed to next dial p99, ${TALKERS} talking`,
        value: round(during, 2),
        unit: 'ms',
        method: 'the same, beside the conversations',
      },
      {
        figure: 'the second against the first',
        value: round(during / before, 2),
        unit: '×',
        target: '<= 2',
        method: 'ratio',
      },
    ]
  } finally {
    await world.close()
  }
}

type World = Awaited<ReturnType<typeof openBenchWorld>>

async function idle(world: World, watch: Watch): Promise<number[]> {
  const configuration = await world.simulator({ shortest_talk_seconds: 0.5, longest_talk_seconds: 1.5 })
  const campaign = await world.campaign(await world.upload(SILENT), configuration, {})
  forgetFreed(watch)
  await world.start(campaign)
  await world.completed(campaign)
  return idleOf(watch)
}

async function talk(world: World, source: string, configuration: number, meanwhile: () => Promise<void>) {
  const campaign = await world.campaign(source, configuration, {
    max_concurrency: TALKERS,
    retry_config: { enabled: false },
  })
  const before = world.cpuSeconds()
  await world.start(campaign)
  await meanwhile()
  await world.completed(campaign)
  const cpuSeconds = world.cpuSeconds() - before
  const { rows } = await world.pool.query<{
    seconds: number
    disposition: string | null
    gap: number | null
    outcome: string
  }>(
    `select extract(epoch from c.ended_at - c.answered_at)::float8 as seconds, r.disposition, c.outcome,
            (r.latencies ->> 'reply_gap_p50_ms')::float8 as gap
       from calls c left join call_records r on r.call_id = c.id where c.campaign_id = $1`,
    [campaign],
  )
  return {
    cpuSeconds,
    talkSeconds: rows.reduce((sum, row) => sum + (row.seconds ?? 0), 0),
    answered: rows.filter((row) => row.outcome === 'answered').length,
    confirmed: rows.filter((row) => row.disposition === 'confirmed').length,
    gaps: rows.flatMap((row) => row.gap ?? []),
  }
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
