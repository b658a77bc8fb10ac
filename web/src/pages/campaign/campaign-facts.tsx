import { Link } from '@tanstack/react-router'
import type { Campaign } from '../../api/campaigns.ts'
import { hoursChangeMs, zoneOf } from '../../components/campaign-words.ts'
import { SPEND_ALARM_SHARE } from '../../components/spend-alarm.ts'
import { paths } from '../../paths.ts'
import { duration, money } from '../../ui/format.ts'
import { shortMoment, timeSince, zoneName } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { campaignWords as w } from '../../words/campaign.ts'
import type { CampaignProps } from './campaign-page.tsx'

/** Facts about the campaign in one line: workflow, carrier, calling hours, start. */
export function CampaignFacts({ campaign, progress }: CampaignProps) {
  const now = useNow(30_000)
  const zone = zoneOf(campaign)
  const { started_at, completed_at, telephony_configuration_id, telephony_configuration_name } = campaign
  const changesAt = hoursChangeMs(progress)
  const changes = changesAt === null ? null : shortMoment(changesAt, zone, now)
  const hours = () => {
    if (campaign.schedule_config?.enabled !== true || !progress || completed_at) return null
    if (progress.window_open) return changes ? w.openUntil(`${changes} ${zoneName(zone)}`) : w.open
    return changes ? w.closedUntil(`${changes} ${zoneName(zone)}`) : w.neverOpen
  }
  const facts = [
    <Link key="workflow" className="link" to={paths.workflow(campaign.workflow_id)}>
      {campaign.workflow_name}
      {campaign.workflow_version_number !== null && w.version(campaign.workflow_version_number)}
    </Link>,
    isOutdated(campaign) && (
      <span key="newer" className="warn">
        {w.newer(campaign.workflow_current_version_number)}
      </span>
    ),
    telephony_configuration_id !== null && (
      <Link key="carrier" className="link" to={paths.telephonyConfiguration(telephony_configuration_id)}>
        {telephony_configuration_name}
      </Link>
    ),
    hours(),
    campaign.keep_open && !completed_at && w.keptOpenFact,
    (Number(campaign.spent) > 0 || campaign.max_spend !== null) && <Spent key="spent" campaign={campaign} />,
    started_at &&
      !completed_at &&
      w.started(shortMoment(Date.parse(started_at), zone, now), timeSince(Date.parse(started_at), now)),
    started_at &&
      completed_at &&
      w.completed(
        shortMoment(Date.parse(completed_at), zone, now),
        duration((Date.parse(completed_at) - Date.parse(started_at)) / 1000),
      ),
  ].filter(Boolean)
  return (
    <>
      {facts.map((fact, index) => (
        <span key={index}>{fact}</span>
      ))}
    </>
  )
}

/** Shown as a warning from 80 % of the limit on, because the campaign is paused at the limit. */
function Spent({ campaign: { spent, max_spend, currency } }: Pick<CampaignProps, 'campaign'>) {
  const isNear = max_spend !== null && Number(spent) >= Number(max_spend) * SPEND_ALARM_SHARE
  return (
    <span className={isNear ? 'warn' : ''}>
      {w.cost(money(spent, currency))}
      {max_spend !== null && w.ofAtMost(money(max_spend, currency))}
    </span>
  )
}

/** Whether the campaign still has people to call and the workflow was changed after its start. */
const isOutdated = ({ state, workflow_version_number: pinned, workflow_current_version_number: current }: Campaign) =>
  (state === 'running' || state === 'paused') && pinned !== null && pinned !== current
