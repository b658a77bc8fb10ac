import type { Campaign, CampaignProgress } from '../../api/campaigns.ts'
import { hoursChangeMs, zoneOf } from '../../components/campaign-words.ts'
import { tallyOf, waitingCount } from '../../components/outcomes.ts'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { shortMoment } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { overviewWords as w } from '../../words/overview.ts'

interface Coming {
  at: number
  about: boolean
  zone: string
  what: string
  detail: string
}

const SHOWN = 6

/** Upcoming events from the progress of running campaigns: hours that open or close, ends, retries. */
export function UpcomingEvents({
  running,
  progresses,
}: {
  running: readonly Campaign[]
  progresses: ReadonlyMap<number, CampaignProgress>
}) {
  const now = useNow(5_000)
  const coming = running
    .flatMap((campaign) => {
      const progress = progresses.get(campaign.id)
      return progress ? comingOf(campaign, progress) : []
    })
    .filter(({ at }) => at > now)
    .sort((a, b) => a.at - b.at)
    .slice(0, SHOWN)
  return (
    <Section title={w.next}>
      {coming.length === 0 ? (
        <p className="mute">{w.nothingDue}</p>
      ) : (
        <ul className="agenda">
          {coming.map(({ at, about, zone, what, detail }) => (
            <li key={`${at}${what}${detail}`}>
              <time>
                {about ? '~' : ''}
                {shortMoment(at, zone, now)}
              </time>
              <div>
                {what}
                <small>{detail}</small>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function comingOf(campaign: Campaign, progress: CampaignProgress): Coming[] {
  const zone = zoneOf(campaign)
  const waiting = waitingCount(tallyOf(progress))
  const found: Coming[] = []
  const put = (at: number | null, about: boolean, what: string, detail: string) => {
    if (at !== null) found.push({ at, about, zone, what, detail })
  }
  const add = (iso: string | null, about: boolean, what: string, detail: string) =>
    put(iso === null ? null : Date.parse(iso), about, what, detail)
  const changes = hoursChangeMs(progress)
  if (progress.window_open) put(changes, false, w.hoursClose, w.waitNow(campaign.name, count(waiting)))
  else put(changes, false, w.hoursOpen(count(waiting)), campaign.name)
  add(progress.estimated_end_at, true, w.ends(campaign.name), w.atPace)
  if (progress.window_open && progress.waiting_for_retry > 0 && progress.pending_rows === progress.waiting_for_retry)
    add(progress.next_retry_at, false, w.nextRetry, w.areLeft(campaign.name, count(progress.waiting_for_retry)))
  return found
}
