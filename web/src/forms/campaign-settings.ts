/** The settings of a campaign's hours and pace, and their display as text. */
import type { Campaign } from '../api/campaigns.ts'
import { count, duration } from '../ui/format.ts'
import { homeZone } from '../ui/time.ts'
import { formWords as w } from '../words/forms.ts'
import { hoursInWords, type Slot, slotsFromApi, slotsToApi, WEEKDAYS_9_TO_18 } from './week.ts'

export interface CampaignSettings {
  max_concurrency: number | null
  retry: Campaign['retry_config']
  /** Calling hours; null: calls at any hour. */
  hours: { timezone: string; slots: Slot[] } | null
  breaker: Campaign['circuit_breaker']
  /** The campaign stays running when all contacts are finished, for people who are added later. */
  keepOpen: boolean
}

/** Default settings; a function, because the organization's zone is known only after sign-in. */
export const defaultCampaignSettings = (): CampaignSettings => ({
  max_concurrency: 10,
  retry: {
    enabled: true,
    max_retries: 2,
    retry_delay_seconds: 7200,
    retry_on_busy: true,
    retry_on_no_answer: true,
    retry_on_voicemail: false,
  },
  hours: { timezone: homeZone(), slots: WEEKDAYS_9_TO_18 },
  breaker: { enabled: true, failure_threshold: 0.5, window_seconds: 120, min_calls_in_window: 10 },
  keepOpen: false,
})

export function settingsOf(campaign: Campaign): CampaignSettings {
  const schedule = campaign.schedule_config
  const open = !schedule?.enabled || schedule.slots.length === 0
  return {
    max_concurrency: campaign.max_concurrency,
    retry: campaign.retry_config,
    hours: open ? null : { timezone: schedule.timezone, slots: slotsFromApi(schedule.slots) },
    breaker: campaign.circuit_breaker,
    keepOpen: campaign.keep_open,
  }
}

export function settingsBody({ max_concurrency, retry, hours, breaker, keepOpen }: CampaignSettings) {
  return {
    max_concurrency: max_concurrency ?? 10,
    retry_config: retry,
    // An object instead of null, because null would keep the existing hours of a changed campaign.
    schedule_config: hours
      ? { enabled: true, timezone: hours.timezone, slots: slotsToApi(hours.slots) }
      : { enabled: false, timezone: homeZone(), slots: [] },
    circuit_breaker: breaker,
    keep_open: keepOpen,
  }
}

/** The names of the settings that differ. */
export function changedSettings(before: CampaignSettings, after: CampaignSettings): (keyof CampaignSettings)[] {
  return (Object.keys(before) as (keyof CampaignSettings)[]).filter(
    (part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]),
  )
}

/**
 * Merges the user's settings with those that another user saved in the meantime: parts that only the other changed are adopted;
 * parts that both changed keep this user's value and are listed, so that nothing is overwritten unnoticed.
 */
export function mergeConcurrentSettings(
  base: CampaignSettings,
  mine: CampaignSettings,
  theirs: CampaignSettings,
): { settings: CampaignSettings; clashes: (keyof CampaignSettings)[] } {
  const changedByMe = changedSettings(base, mine)
  const changedByThem = changedSettings(base, theirs)
  const taken = changedByThem.filter((part) => !changedByMe.includes(part))
  const settings = { ...mine, ...Object.fromEntries(taken.map((part) => [part, theirs[part]])) }
  const clashes = changedByThem.filter(
    (part) => changedByMe.includes(part) && JSON.stringify(mine[part]) !== JSON.stringify(theirs[part]),
  )
  return { settings, clashes }
}

export const SETTING_NAMES: Record<keyof CampaignSettings, string> = w.parts

const pauseWords = (seconds: number): string => (seconds === 0 ? w.noPause : duration(seconds))

export function retryWords({ enabled, max_retries, retry_delay_seconds, ...on }: CampaignSettings['retry']): string {
  const pauseAfter = (reason: 'busy' | 'no_answer' | 'voicemail') => on.retry_delays?.[reason] ?? retry_delay_seconds
  const reasons = [
    on.retry_on_busy && { word: w.results.busy, seconds: pauseAfter('busy') },
    on.retry_on_no_answer && { word: w.results.no_answer, seconds: pauseAfter('no_answer') },
    on.retry_on_voicemail && { word: w.results.voicemail, seconds: pauseAfter('voicemail') },
  ].filter((one) => one !== false)
  if (!enabled || max_retries === 0 || reasons.length === 0) return w.once
  const times = w.times(max_retries)
  const pauses = new Set(reasons.map(({ seconds }) => seconds))
  const [first = 0] = pauses
  const words =
    pauses.size > 1
      ? w.againEach(times, reasons.map(({ word, seconds }) => w.pauseOf(pauseWords(seconds), word)).join(', '))
      : w.againAfter(reasons.map(({ word }) => word).join(w.or), times, first === 0 ? null : duration(first))
  return [words, on.retry_other_time_of_day && w.threeHours, on.prefer_reached_hours && w.waitsForHour]
    .filter(Boolean)
    .join(' ')
}

export function breakerWords({
  enabled,
  failure_threshold,
  window_seconds,
  min_calls_in_window,
}: CampaignSettings['breaker']): string {
  if (!enabled) return w.neverStops
  return w.stops(Math.round(failure_threshold * 100), count(min_calls_in_window), duration(window_seconds))
}

export const keepOpenWords = (keepOpen: boolean): string => (keepOpen ? w.staysOpen : w.completes)

export function hoursWords({ hours }: CampaignSettings): string {
  return hours ? `${hoursInWords(hours.slots)}, ${hours.timezone}` : w.atAnyHour
}
