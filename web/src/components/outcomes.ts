/** The possible results of a contact, with the same word, mark and order everywhere. */
import type { CampaignProgress, Run } from '../api/campaigns.ts'
import type { MarkName } from '../ui/mark.tsx'
import { shared } from '../words/shared.ts'

export type Part =
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
] as const satisfies Part[]
export const PARTS: readonly Part[] = [...OUTCOMES, 'live', 'waiting', 'held']

export const WORDS: Record<Part, string> = shared.outcomes

export const MEANINGS: Record<Part, string> = shared.meanings

const BY_API: Record<string, Part> = {
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

export const partOf = (outcome: string): Part => BY_API[outcome] ?? 'failed'

export type Tally = Record<Part, number>

/** The parts of a campaign; they always sum to its number of contacts. */
export function tallyOf(progress: CampaignProgress): Tally {
  const tally = Object.fromEntries(PARTS.map((part) => [part, 0])) as Tally
  for (const [outcome, number] of Object.entries(progress.outcomes)) tally[partOf(outcome)] += Number(number)
  tally.live = progress.live_calls
  // Computed instead of read from `pending_rows`, so that the parts always sum to the total.
  const pending = Math.max(0, progress.total_rows - doneOf(tally) - progress.live_calls)
  tally.held = Math.min(pending, heldOf(progress))
  tally.waiting = pending - tally.held
  return tally
}

/** Number of contacts that a rule holds while the campaign runs; a pause, which holds all contacts, does not count. */
function heldOf({ state, window_open, held_rows, retries_not_due }: CampaignProgress): number {
  if (state !== 'running') return retries_not_due
  return window_open ? held_rows : Number.POSITIVE_INFINITY
}

export const doneOf = (tally: Tally): number => OUTCOMES.reduce((sum, part) => sum + tally[part], 0)
export const totalOf = (tally: Tally): number => PARTS.reduce((sum, part) => sum + tally[part], 0)
export const waitingOf = (tally: Tally): number => tally.waiting + tally.held

/** The mark of a call: its state while live, its result afterwards. */
export function markOfCall(call: Pick<Run, 'is_completed' | 'outcome' | 'state'>): {
  mark: MarkName
  tone: MarkName
  word: string
} {
  if (call.is_completed) {
    const part = partOf(call.outcome ?? 'failed')
    const word =
      call.outcome === 'canceled'
        ? shared.outcomes.canceled
        : call.outcome === 'lost'
          ? shared.outcomes.lost
          : WORDS[part]
    return { mark: call.outcome === 'canceled' ? 'canceled' : part, tone: part, word }
  }
  if (call.state === 'answered') return { mark: 'talking', tone: 'live', word: shared.outcomes.talking }
  if (call.state === 'ringing') return { mark: 'ringing', tone: 'live', word: shared.outcomes.ringing }
  return { mark: 'waiting', tone: 'waiting', word: shared.outcomes.dialing }
}
