import type { Campaign, CampaignProgress } from '../../api/campaigns.ts'
import { Switchboard } from '../../components/switchboard.tsx'
import { useLiveCalls } from '../../components/use-live-calls.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { count, share } from '../../ui/format.ts'

interface NowBandProps {
  running: readonly Campaign[]
  progresses: ReadonlyMap<number, CampaignProgress>
}

/** Is it running? The lines, the pace, and how many answer. */
export function NowBand({ running, progresses }: NowBandProps) {
  const calls = useLiveCalls()
  const organization = useOrganization()
  const own = running.map((campaign) => progresses.get(campaign.id)).filter((progress) => progress !== undefined)
  const lines = organization.max_concurrency
  const perMinute = own.reduce((sum, progress) => sum + progress.calls_per_minute, 0)
  const done = own.reduce((sum, progress) => sum + progress.processed_rows, 0)
  const answered = own.reduce(
    (sum, progress) => sum + Number((progress.outcomes as Record<string, number>).answered ?? 0),
    0,
  )
  return (
    <section className="now-band" aria-label="Now">
      <div className="live">
        <div className="display">{count(calls.length)}</div>
        <div className="strong">{calls.length === 1 ? 'live call' : 'live calls'}</div>
        {lines > 0 && (
          <div className="small mute mt-0.5">
            {organization ? `of ${count(lines)} lines` : `of ${count(lines)} that running campaigns may use`}
          </div>
        )}
      </div>
      <Switchboard calls={calls} lines={lines} />
      <div>
        <div className="figure">
          {count(perMinute)} <small>calls/min</small>
        </div>
        <div className="small mute mt-1">ended in the last minute</div>
      </div>
      <div>
        <div className="figure">{share(answered, done)}</div>
        <div className="strong">answered</div>
        <div className="small mute mt-0.5">
          {count(answered)} of {count(done)} people done in running campaigns
        </div>
      </div>
    </section>
  )
}
