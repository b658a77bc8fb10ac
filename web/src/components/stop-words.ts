/** Text about the effect on its contacts when a campaign stopped automatically. */
import type { CampaignProgress } from '../api/campaigns.ts'
import { count } from '../ui/format.ts'
import { shared as w } from '../words/shared.ts'
import { peopleText } from './campaign-words.ts'
import { tallyOf, waitingCount } from './outcomes.ts'

/** The reason, then who will still be called, then who will not be called again, because a failed call is final. */
export function stopWords(reason: string | null, progress: CampaignProgress | undefined): string {
  const tally = progress && tallyOf(progress)
  return [
    reason?.replace(/\.?$/, '.'),
    tally && w.stillToCall(peopleText(waitingCount(tally))),
    tally && tally.failed > 0 && w.notAgain(count(tally.failed)),
  ]
    .filter(Boolean)
    .join(' ')
}
