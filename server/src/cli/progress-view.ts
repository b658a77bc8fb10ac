/** A campaign's progress as a few lines: finished, live, and what the rest waits for. */
import type { Schemas } from '@outdial/sdk'
import { progressBar } from './terminal.ts'

export type Progress = Schemas['CampaignProgress']

const BAR_WIDTH = 40

export function progressLines(progress: Progress): string[] {
  const { total_rows: total, processed_rows: done, live_calls: live, pending_rows: waiting } = progress
  const outcomes = Object.entries(progress.outcomes).map(([outcome, count]) => `${outcome} ${count}`)
  const rate = progress.answer_rate === null ? '' : `, ${Math.round(progress.answer_rate * 100)} % answered`
  return [
    `Campaign ${progress.campaign_id}  ${progress.state}`,
    `${progressBar(total === 0 ? 0 : done / total, BAR_WIDTH)} ${Math.floor(progress.progress_percentage)} %  ${done} of ${total} done, ${live} live, ${waiting} waiting`,
    `${progress.calls_per_minute} calls a minute${rate}${outcomes.length > 0 ? `  |  ${outcomes.join('  ')}` : ''}`,
    ...(progress.estimated_end_at ? [`Ends about ${progress.estimated_end_at}`] : []),
    ...progress.waiting_because.map(({ message, until }) => `Waits: ${message}${until ? ` (until ${until})` : ''}`),
  ]
}

/** Whether two readings of the progress are displayed identically. */
export function isProgressDisplayedAlike(left: Progress | null, right: Progress): boolean {
  return left !== null && progressLines(left).join('\n') === progressLines(right).join('\n')
}
