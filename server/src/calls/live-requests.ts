/** Requests of an operator to a live conversation. The code in `agent/` carries them out. */

/** Receives frames of 16-bit little-endian samples at 8 kHz: the person left, the agent right. Null: the audio has ended. */
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
  /** Calls the operator's phone. Null: no refusal. */
  takeOver(callId: number, request: TakeOverRequest): TakeOverRefusal | null
}
