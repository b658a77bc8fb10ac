/** Counts by kind. */
export type Tally = Readonly<Record<string, number>>

interface Finished {
  processedRows: number
  outcomes: Tally
  attempts: Tally
}

/** A contact of the campaign has its final outcome, after this many calls. */
export function countFinished(campaign: Finished, outcome: string, dials: number): void {
  campaign.processedRows++
  campaign.outcomes = oneMore(campaign.outcomes, outcome)
  campaign.attempts = oneMore(campaign.attempts, String(dials))
}

/** Takes back the final outcome of a contact. */
export function uncountFinished(campaign: Finished, outcome: string, dials: number): void {
  campaign.processedRows--
  campaign.outcomes = oneLess(campaign.outcomes, outcome)
  campaign.attempts = oneLess(campaign.attempts, String(dials))
}

function oneLess(tally: Tally, key: string): Tally {
  const { [key]: count = 0, ...others } = tally
  return count > 1 ? { ...others, [key]: count - 1 } : others
}

function oneMore(tally: Tally, key: string): Tally {
  return { ...tally, [key]: (tally[key] ?? 0) + 1 }
}
