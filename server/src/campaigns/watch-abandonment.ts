/**
 * Recurring job: warns when too many people of a running campaign answer and hear no agent, and pauses the campaign if so
 * configured.
 */
import type { Clock } from '../kernel/clock.ts'
import { eachSeparately } from '../kernel/each-separately.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { campaignsToWatch, countAbandoned, findLimits } from './abandonment-queries.ts'
import { ABANDONMENT_DAYS, abandonmentOf, judgeAbandonment } from './rules/abandonment.ts'
import type { CampaignStore } from './store.ts'

const EVERY_MS = 5 * 60_000
const DAY_MS = 24 * 3_600_000

export function watchAbandonment({
  db,
  clock,
  log,
  campaigns,
}: {
  db: Database
  clock: Clock
  log: Log
  campaigns: Pick<CampaignStore, 'transaction'>
}) {
  const name = 'watch-abandonment'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce(): Promise<Record<string, number>> {
      const done = { warned: 0, paused: 0 }
      const watched = await campaignsToWatch(db)
      const fieldsOf = ({ id, organizationId }: (typeof watched)[number]) => {
        return { organization_id: organizationId, campaign_id: id }
      }
      const failed = await eachSeparately(watched, { log, job: name, fieldsOf }, async (campaign) => {
        const { id, organizationId, warnedAt } = campaign
        const now = new Date(clock.now())
        const since = new Date(now.getTime() - ABANDONMENT_DAYS * DAY_MS)
        const found = abandonmentOf(await countAbandoned(db, id, since))
        const verdict = judgeAbandonment(found, await findLimits(db, organizationId))
        // At most one warning a day.
        const isTold = warnedAt !== null && now.getTime() - warnedAt.getTime() < DAY_MS
        if (verdict === null || (verdict === 'warn' && isTold)) return
        await campaigns.transaction(async (tx) => {
          if ((await tx.lock(organizationId, id))?.state !== 'running') return
          if (verdict === 'pause') await tx.setPaused(id, now)
          const rate = `${found.abandoned} of ${found.answered} people who answered heard no agent in time (${found.rate_percent} %).`
          const message = verdict === 'pause' ? `Paused: ${rate} Test the agent, then resume.` : rate
          const details = { by: 'abandonment', ...found, days: ABANDONMENT_DAYS, paused: verdict === 'pause' }
          await tx.log({ id, organizationId }, { now, level: 'warning', event: 'abandonment_high', message, details })
          done[verdict === 'pause' ? 'paused' : 'warned']++
        })
      })
      return { ...done, failed }
    },
  }
}
