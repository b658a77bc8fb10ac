/** Audio on its way between a carrier and the agent, in one shape whatever the carrier speaks. */

export interface AudioFormat {
  encoding: 'mulaw' | 'alaw' | 'l16'
  sampleRateHz: 8000 | 16000 | 24000
}

/**
 * One answered call's audio, both ways: where there is a stream, there is somebody to hear it. `l16` is signed 16-bit little-endian mono at this border; a provider whose
 * wire is big-endian swaps bytes itself.
 */
export interface MediaStream {
  readonly format: AudioFormat
  /** Begins delivery. Called once; what arrived before is kept and delivered first. */
  listen(listener: MediaListener): void
  /** Queues audio for playing. Any length; the provider cuts it as its wire wants. */
  send(audio: Uint8Array): void
  /** Asks to be told, through `marked`, when everything sent so far has been played (or dropped by `clear`). */
  mark(name: string): void
  /** Drops what was sent and is not yet played. Marks waiting in the queue come back with `played: false`. */
  clear(): void
  /** Ends the audio. Whether the call ends with it is the carrier's habit; use `hangUp` to be sure. */
  close(): void
}

export interface MediaListener {
  audio(frame: Uint8Array): void
  digit(digit: string): void
  marked(name: string, played: boolean): void
  /** Once, at the end, whoever ended it. Nothing follows. */
  closed(): void
}
