/** The message for an event. Pure. */

export interface SourceEvent {
  id: number
  at: Date
  type: string
  campaign_id: number | null
  contact_id: number | null
  call_id: number | null
  data: unknown
}

export interface EventMessage {
  messageId: string
  lane: string
  payload: string
}

/** The same id and body for every attempt, so that a receiver can detect duplicates. */
export function messageOfEvent(event: SourceEvent): EventMessage {
  const at = event.at.toISOString()
  return {
    messageId: `evt_${event.id}`,
    lane: laneOf(event),
    payload: JSON.stringify({ type: event.type, timestamp: at, data: { ...event, at } }),
  }
}

function laneOf({ contact_id, campaign_id, call_id }: SourceEvent): string {
  if (contact_id !== null) return `contact ${contact_id}`
  if (campaign_id !== null) return `campaign ${campaign_id}`
  return call_id === null ? 'organization' : `call ${call_id}`
}
