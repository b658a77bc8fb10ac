/** The workflow step of each live call. */
import type { OutdialEvent, OutdialLiveEvent } from '@outdial/sdk'

export type StreamEvent = OutdialEvent | OutdialLiveEvent

const steps = new Map<number, string>()

export const currentStepOfCall = (id: number): string | undefined => steps.get(id)

export const isCallEndEvent = ({ type }: StreamEvent): boolean => type === 'call_ended' || type === 'call_returned'

/** Notes the steps of calls, also of calls that no open list shows; ended calls are dropped. */
export function recordCallSteps(events: readonly StreamEvent[]): void {
  for (const event of events) {
    if (event.call_id === null) continue
    if (event.type === 'call_step') steps.set(event.call_id, String(event.data.name ?? ''))
    else if (isCallEndEvent(event)) steps.delete(event.call_id)
  }
}
