/** The workflow step of each live call. */
import type { OutdialEvent, OutdialLiveEvent } from '@outdial/sdk'

export type Told = OutdialEvent | OutdialLiveEvent

const steps = new Map<number, string>()

export const stepOf = (id: number): string | undefined => steps.get(id)

export const isOver = ({ type }: Told): boolean => type === 'call_ended' || type === 'call_returned'

/** Notes the steps of calls, also of calls that no open list shows; ended calls are dropped. */
export function noteSteps(events: readonly Told[]): void {
  for (const event of events) {
    if (event.call_id === null) continue
    if (event.type === 'call_step') steps.set(event.call_id, String(event.data.name ?? ''))
    else if (isOver(event)) steps.delete(event.call_id)
  }
}
