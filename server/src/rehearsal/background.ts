/** A rehearsal that continues after its request was answered, and stores its progress. */
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import {
  beginRehearsal,
  countRehearsed,
  type RehearsalState,
  type RehearsedCampaign,
  reportRehearsal,
} from './queries.ts'
import { REHEARSAL_LIMITS, type RehearsalProgress, rehearse } from './rehearse.ts'

/** Interval at which progress is stored, even if there is none: it shows that the node is still working. */
const REPORT_EVERY_MS = 2_000

export interface RehearsalDeps {
  db: Database
  /** Connections for statements that read much data. */
  reads: Database
  clock: Clock
  log: Log
}

/** Rehearsals in progress on this node. */
const running = new Set<Promise<void>>()

/** Resolves when the rehearsal has begun; its result is stored at the end. */
export async function startRehearsal(deps: RehearsalDeps, campaign: RehearsedCampaign): Promise<void> {
  if (running.size >= REHEARSAL_LIMITS.atOnceMax) throw new ApiError('rehearsal_busy')
  const rows = await countRehearsed(deps.reads, campaign.id)
  const run = await beginRehearsal(deps.db, campaign, rows, new Date(deps.clock.now()))
  if (run === null) throw new ApiError('rehearsal_running')
  // Never rejects: a failure is stored and logged.
  const work = runToEnd(deps, campaign, run, rows).finally(() => running.delete(work))
  running.add(work)
}

async function runToEnd(
  { db, reads, clock, log }: RehearsalDeps,
  campaign: RehearsedCampaign,
  run: number,
  rows: number,
): Promise<void> {
  let latest: RehearsalProgress = { rowsDone: 0, oddRows: 0, defaultRows: 0, findings: [] }
  const report = (state: RehearsalState) => {
    // People may have been added or finished since the rows were counted.
    const total = state === 'ended' ? latest.rowsDone : Math.max(rows, latest.rowsDone)
    const given = { ...latest, state, rows: total }
    return reportRehearsal(db, { campaignId: campaign.id, run }, given, new Date(clock.now())).catch((err: unknown) =>
      log.error({ err, campaign_id: campaign.id }, 'failed to store the progress of a rehearsal'),
    )
  }
  let written: Promise<void> = Promise.resolve()
  const tick = () => {
    written = report('running')
    timer = clock.after(REPORT_EVERY_MS, tick)
  }
  let timer = clock.after(REPORT_EVERY_MS, tick)
  const state = await rehearse(
    {
      db: reads,
      now: new Date(clock.now()),
      progressed: (progress) => {
        latest = progress
      },
    },
    campaign,
  )
    .then((result): RehearsalState => {
      latest = result
      return 'ended'
    })
    .catch((err: unknown): RehearsalState => {
      log.error({ err, campaign_id: campaign.id }, 'failed to rehearse a campaign')
      return 'failed'
    })
  timer.cancel()
  await written
  await report(state)
}
