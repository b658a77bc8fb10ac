/** What an operator asks of a live conversation. The agent room carries it out. */

/** Receives frames of 16-bit little-endian samples at 8 kHz, left the person and right the agent; null: the audio is over. */
export type AudioSink = (frame: Uint8Array | null) => void

/** An operator takes a live call over: their phone is called while the conversation continues. */
export interface TakeOverRequest {
  destination: string
  /** Empty: a short standard sentence. */
  announcement: string
  keys?: string | undefined
  ringSeconds?: number | undefined
  /** Name of the operator, for the timeline. */
  by: string
}

export type TakeOverRefusal = 'not_talking' | 'already_under_way'

/** The conversations of one node. */
export interface LiveConversations {
  isTalking(callId: number): boolean
  /** Returns a function that stops listening; null: the conversation is not here, or has too many listeners. */
  listen(callId: number, by: string, sink: AudioSink): (() => void) | null
  /** Null: the operator's phone is being called. */
  takeOver(callId: number, request: TakeOverRequest): TakeOverRefusal | null
}
