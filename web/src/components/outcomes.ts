/** The possible results of a contact, with the same word, mark and order everywhere. */
import type { CampaignProgress, Run } from '../api/campaigns.ts'
import type { StatusMarkName } from '../ui/status-mark.tsx'
import { shared } from '../words/shared.ts'

export type OutcomePart =
  | 'answered'
  | 'voicemail'
  | 'no-answer'
  | 'busy'
  | 'declined'
  | 'failed'
  | 'suppressed'
  | 'live'
  | 'waiting'
  | 'held'

export const OUTCOMES = [
  'answered',
  'voicemail',
  'no-answer',
  'busy',
  'declined',
  'failed',
  'suppressed',
] as const satisfies OutcomePart[]
export const OUTCOME_PARTS: readonly OutcomePart[] = [...OUTCOMES, 'live', 'waiting', 'held']

export const OUTCOME_WORDS: Record<OutcomePart, string> = shared.outcomes

export const OUTCOME_MEANINGS: Record<OutcomePart, string> = shared.meanings

const BY_API: Record<string, OutcomePart> = {
  answered: 'answered',
  // The person called back, which is a conversation too.
  inbound: 'answered',
  voicemail: 'voicemail',
  no_answer: 'no-answer',
  lost: 'no-answer',
  busy: 'busy',
  declined: 'declined',
  failed: 'failed',
  canceled: 'suppressed',
  suppressed: 'suppressed',
}

export const outcomePartOf = (outcome: string): OutcomePart => BY_API[outcome] ?? 'failed'

export type Tally = Record<OutcomePart, number>

/** The parts of a campaign; they always sum to its number of contacts. */
export function tallyOf(progress: CampaignProgress): Tally {
  const tally = Object.fromEntries(OUTCOME_PARTS.map((part) => [part, 0])) as Tally
  for (const [outcome, number] of Object.entries(progress.outcomes)) tally[outcomePartOf(outcome)] += Number(number)
  tally.live = progress.live_calls
  // Computed instead of read from `pending_rows`, so that the parts always sum to the total.
  const pending = Math.max(0, progress.total_rows - doneCount(tally) - progress.live_calls)
  tally.held = Math.min(pending, heldOf(progress))
  tally.waiting = pending - tally.held
  return tally
}

/** Number of contacts that a rule holds while the campaign runs; a pause, which holds all contacts, does not count. */
function heldOf({ state, window_open, held_rows, retries_not_due }: CampaignProgress): number {
  if (state !== 'running') return retries_not_due
  return window_open ? held_rows : Number.POSITIVE_INFINITY
}

export const doneCount = (tally: Tally): number => OUTCOMES.reduce((sum, part) => sum + tally[part], 0)
export const totalCount = (tally: Tally): number => OUTCOME_PARTS.reduce((sum, part) => sum + tally[part], 0)
export const waitingCount = (tally: Tally): number => tally.waiting + tally.held

/** The mark of a call: its state while live, its result afterwards. */
export function markOfCall(call: Pick<Run, 'is_completed' | 'outcome' | 'state'>): {
  mark: StatusMarkName
  tone: StatusMarkName
  word: string
} {
  if (call.is_completed) {
    const part = outcomePartOf(call.outcome ?? 'failed')
    const word =
      call.outcome === 'canceled'
        ? shared.outcomes.canceled
        : call.outcome === 'lost'
          ? shared.outcomes.lost
          : OUTCOME_WORDS[part]
    return { mark: call.outcome === 'canceled' ? 'canceled' : part, tone: part, word }
  }
  const word = liveWord(call.state)
  if (call.state === 'answered') return { mark: 'talking', tone: 'live', word }
  if (call.state === 'ringing') return { mark: 'ringing', tone: 'live', word }
  return { mark: 'waiting', tone: 'waiting', word }
}

/** The state of a call that has not ended. */
const liveWord = (state: string | null): string =>
  state === 'answered'
    ? shared.outcomes.talking
    : state === 'ringing'
      ? shared.outcomes.ringing
      : shared.outcomes.dialing

/** How a contact ended, or where it stands. */
export const contactWord = ({ outcome, state }: { outcome: string | null; state: string }): string =>
  outcome ? OUTCOME_WORDS[outcomePartOf(outcome)] : state === 'in_call' ? OUTCOME_WORDS.live : OUTCOME_WORDS.waiting

/** How an attempt ended, or its state while it has not ended. */
export const attemptWords = ({ outcome, state }: { outcome: string | null; state: string | null }): string =>
  outcome ? OUTCOME_WORDS[outcomePartOf(outcome)] : liveWord(state)
