/** Sentences about a campaign used by several pages. */
import type { Campaign, CampaignProgress } from '../api/campaigns.ts'
import { capitalized, duration } from '../ui/format.ts'
import { dayWord, homeZone, relativeTime, shortMoment } from '../ui/time.ts'
import { campaignsWords as w } from '../words/campaigns.ts'
import { shared } from '../words/shared.ts'
import { type CampaignDisplayState, pausedBy, stopReason } from './campaign-actions.ts'

/** The campaign's time zone if it has calling hours, else the organization's. */
export const zoneOf = (campaign: Pick<Campaign, 'schedule_config'>): string =>
  campaign.schedule_config?.enabled ? campaign.schedule_config.timezone : homeZone()

export function campaignSubtitle(
  campaign: Campaign,
  face: CampaignDisplayState,
): { text: string; by?: string; bad: boolean } {
  const reason = stopReason(campaign)
  if (reason) return { text: reason, bad: true }
  const by = face === 'paused' ? pausedBy(campaign) : null
  if (by) return { text: w.pausedBy, by, bad: false }
  return {
    text: [campaign.workflow_name, campaign.telephony_configuration_name].filter(Boolean).join(' · '),
    bad: false,
  }
}

const MINUTE_MS = 60_000

/**
 * When the calling hours open or close next. The dialer stops some seconds before they close, so that no phone rings after
 * them: shown is the minute that the operator has set.
 */
export function hoursChangeMs(progress: Pick<CampaignProgress, 'window_changes_at'> | undefined): number | null {
  if (!progress?.window_changes_at) return null
  return Math.ceil(Date.parse(progress.window_changes_at) / MINUTE_MS) * MINUTE_MS
}

/** A time and its meaning: when the campaign ends, opens, or last changed. */
export function campaignTimeText(
  campaign: Campaign,
  face: CampaignDisplayState,
  progress: CampaignProgress | undefined,
  now: number,
): [string, string] {
  const zone = zoneOf(campaign)
  const at = (iso: string) => Date.parse(iso)
  if (face === 'waits-for-hours') {
    const opens = progress?.window_changes_at
    return opens ? [capitalized(shortMoment(at(opens), zone, now)), w.hoursOpen] : [w.noHours, w.neverOpen]
  }
  if (face === 'running') {
    const ends = progress?.estimated_end_at
    if (!ends) return [shortMoment(at(campaign.started_at ?? campaign.created_at), zone, now), w.started]
    return [w.about(shortMoment(at(ends), zone, now)), w.ends(dayWord(at(ends), zone, now))]
  }
  if (face === 'completed' && campaign.completed_at && campaign.started_at) {
    const took = duration((at(campaign.completed_at) - at(campaign.started_at)) / 1000)
    return [shortMoment(at(campaign.completed_at), zone, now), w.took(took)]
  }
  if (face === 'draft') return [shortMoment(at(campaign.created_at), zone, now), w.created]
  const last = at(campaign.logs.at(-1)?.ts ?? campaign.created_at)
  return [shortMoment(last, zone, now), relativeTime(last, now)]
}

/** How many contacts of a completed campaign were not reached and can be redialed. */
export function redialableCounts(progress: CampaignProgress | undefined): {
  voicemail: number
  noAnswer: number
  busy: number
  all: number
} {
  const outcomes = (progress?.outcomes ?? {}) as Record<string, number>
  const voicemail = outcomes.voicemail ?? 0
  const noAnswer = (outcomes.no_answer ?? 0) + (outcomes.lost ?? 0)
  const busy = outcomes.busy ?? 0
  return { voicemail, noAnswer, busy, all: voicemail + noAnswer + busy }
}

export const peopleText = (number: number): string => shared.people(number)
