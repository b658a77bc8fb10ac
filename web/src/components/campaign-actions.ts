/**
 * The actions that a campaign allows in each state: the same table as the server's `campaigns/rules/transitions.ts`. Buttons,
 * menus and the palette use it, and show why an action is not possible.
 */
import type { Campaign, CampaignProgress } from '../api/campaigns.ts'
import { serverSentence } from '../api/error-words.ts'
import type { StatusMarkName } from '../ui/status-mark.tsx'
import { shared } from '../words/shared.ts'

export type CampaignState = Campaign['state']
export type CampaignAction = 'edit' | 'start' | 'pause' | 'resume' | 'redial' | 'delete' | 'enrol' | 'close' | 'finish'

export const ALLOWED_STATES: Record<CampaignAction, { from: readonly CampaignState[]; otherwise: string }> = {
  edit: { from: ['draft', 'paused'], otherwise: shared.whyNot.edit },
  start: { from: ['draft', 'paused', 'failed'], otherwise: shared.whyNot.start },
  pause: { from: ['running'], otherwise: shared.whyNot.pause },
  resume: { from: ['paused'], otherwise: shared.whyNot.resume },
  redial: { from: ['completed'], otherwise: shared.whyNot.redial },
  delete: { from: ['draft', 'paused', 'completed', 'failed'], otherwise: shared.whyNot.delete },
  enrol: { from: ['draft', 'running', 'paused'], otherwise: shared.whyNot.enrol },
  close: { from: ['draft', 'running', 'paused'], otherwise: shared.whyNot.close },
  finish: { from: ['paused'], otherwise: shared.whyNot.finish },
}

/** Why an action is not possible, as a sentence; null: it is possible. */
export function whyActionNotAllowed(
  action: CampaignAction,
  campaign: Pick<Campaign, 'state' | 'redialed_campaign_id'>,
): string | null {
  if (!ALLOWED_STATES[action].from.includes(campaign.state)) return ALLOWED_STATES[action].otherwise
  if (action === 'redial' && campaign.redialed_campaign_id !== null) return shared.whyNot.redialed
  return null
}

export const isAllowed = (
  action: CampaignAction,
  campaign: Pick<Campaign, 'state' | 'redialed_campaign_id'>,
): boolean => whyActionNotAllowed(action, campaign) === null

/** The displayed state; finer than the server's states, because the reason matters. */
export type CampaignDisplayState =
  | 'draft'
  | 'running'
  | 'waits-for-hours'
  | 'paused'
  | 'stopped-itself'
  | 'cannot-go-on'
  | 'completed'

export interface DisplayStateStyle {
  word: string
  mark: StatusMarkName
  tone?: StatusMarkName | 'ink'
  /** CSS class of the badge: outlined only for states that change without user action. */
  className: string
  /** Position in lists: campaigns that need attention come first. */
  rank: number
}

export const DISPLAY_STATES: Record<CampaignDisplayState, DisplayStateStyle> = {
  'stopped-itself': { word: shared.faces['stopped-itself'], mark: 'failed', className: 'stopped', rank: 0 },
  'cannot-go-on': { word: shared.faces['cannot-go-on'], mark: 'failed', className: 'stopped', rank: 0 },
  running: { word: shared.faces.running, mark: 'live', className: 'running', rank: 1 },
  'waits-for-hours': { word: shared.faces['waits-for-hours'], mark: 'held', tone: 'ink', className: '', rank: 2 },
  paused: { word: shared.faces.paused, mark: 'paused', className: '', rank: 3 },
  draft: { word: shared.faces.draft, mark: 'draft', className: 'plain', rank: 4 },
  completed: { word: shared.faces.completed, mark: 'done', className: 'plain', rank: 5 },
}

/** The log entries since the last start, which say why and by whom the campaign was stopped. */
function sinceStart(campaign: Campaign): Campaign['logs'] {
  const start = campaign.logs.findLastIndex(({ event }) => event === 'campaign_started' || event === 'campaign_resumed')
  return campaign.logs.slice(start + 1)
}

/** Log events with which the server stops a campaign; `abandonment_high` can also be only a warning. */
export const STOP_EVENTS: ReadonlySet<string> = new Set([
  'circuit_breaker_tripped',
  'carrier_account_refused',
  'agent_missing',
  'dials_fail_alike',
  'no_caller_number_left',
  'spend_limit_reached',
  'abandonment_high',
  'campaign_failed',
])

/** Why the campaign stopped automatically; null if a user stopped it, or it did not stop. */
export function stopReason(campaign: Campaign): string | null {
  if (campaign.state !== 'paused' && campaign.state !== 'failed') return null
  const logs = sinceStart(campaign)
  if (campaign.state === 'paused' && logs.some(({ event }) => event === 'campaign_paused')) return null
  // Calls that were in progress at the stop can add warnings after its entry; they are not the reason.
  const entry = logs.findLast(({ event }) => STOP_EVENTS.has(event)) ?? logs.findLast(({ level }) => level !== 'info')
  if (entry) return serverSentence(entry.message)
  return campaign.state === 'failed' ? shared.cannotGoOn : null
}

/** Who paused the campaign: "API key 1". */
export function pausedBy(campaign: Campaign): string | null {
  const entry = sinceStart(campaign).findLast(({ event }) => event === 'campaign_paused')
  return typeof entry?.details.by === 'string' ? entry.details.by : null
}

export function displayStateOf(
  campaign: Campaign,
  progress?: Pick<CampaignProgress, 'window_open'>,
): CampaignDisplayState {
  switch (campaign.state) {
    case 'draft':
    case 'completed':
      return campaign.state
    case 'failed':
      return 'cannot-go-on'
    case 'paused':
      return stopReason(campaign) === null ? 'paused' : 'stopped-itself'
    case 'running':
      return progress && !progress.window_open ? 'waits-for-hours' : 'running'
  }
}

export const needsAttention = (face: CampaignDisplayState): boolean => DISPLAY_STATES[face].rank === 0
