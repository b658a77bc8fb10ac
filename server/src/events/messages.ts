/** Events and live changes as server-sent messages, encoded once for all streams. */
import type { CallStateChange } from './live-calls.ts'
import type { StoredEvent } from './queries.ts'

export interface Message {
  /** The event id that becomes the client's cursor; null: the message does not move the cursor. */
  id: number | null
  campaignId: number | null
  text: string
}

export class Batch {
  readonly #messages: readonly Message[]
  #whole: Buffer | null = null

  constructor(messages: readonly Message[]) {
    this.#messages = messages
  }

  /** The events after this cursor that concern this campaign; null: none. */
  after(cursor: number | null, campaignId: number | null): Buffer | string | null {
    const first = this.#messages[0]
    if (!first) return null
    const isNew = ({ id }: Message) => id === null || cursor === null || id > cursor
    if (campaignId === null && isNew(first)) {
      this.#whole ??= Buffer.from(this.#messages.map(({ text }) => text).join(''))
      return this.#whole
    }
    const wanted = this.#messages.filter((each) => isNew(each) && (campaignId ?? each.campaignId) === each.campaignId)
    return wanted.length === 0 ? null : wanted.map(({ text }) => text).join('')
  }
}

export function batchOfEvents(events: readonly StoredEvent[]): Batch {
  return new Batch(events.map((event) => ({ id: event.id, campaignId: event.campaign_id, text: eventMessage(event) })))
}

export function batchOfStateChanges(moves: readonly CallStateChange[]): Batch {
  return new Batch(moves.map((move) => ({ id: null, campaignId: move.campaignId, text: liveMessage(move) })))
}

export function eventMessage(event: StoredEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`
}

function liveMessage({ type, atMs, campaignId, contactId, callId, data }: CallStateChange): string {
  const event = {
    id: null,
    at: new Date(atMs),
    type,
    campaign_id: campaignId,
    contact_id: contactId,
    call_id: callId,
    data,
  }
  return `event: live\ndata: ${JSON.stringify(event)}\n\n`
}
