/** Part of the answers that count the waiting contacts of a campaign. */
export interface WaitingCount {
  waiting_counted: boolean
  waiting_counted_at: string | null
}

const COUNTING_MS = 5_000

/** Interval of a query for such an answer: it is read again until the contacts are counted. */
export const untilCounted = ({ state }: { state: { data?: WaitingCount | undefined } }): number | false =>
  state.data?.waiting_counted === false ? COUNTING_MS : false
