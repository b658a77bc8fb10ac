/** Counts by kind. */
export type Tally = Readonly<Record<string, number>>

interface Finished {
  processedRows: number
  outcomes: Tally
  attempts: Tally
}

/** Counts a contact of the campaign that has its final outcome after this many calls. */
export function countFinished(campaign: Finished, outcome: string, dials: number): void {
  campaign.processedRows++
  campaign.outcomes = oneMore(campaign.outcomes, outcome)
  campaign.attempts = oneMore(campaign.attempts, String(dials))
}

/** Undoes the count of a contact's final outcome. */
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
