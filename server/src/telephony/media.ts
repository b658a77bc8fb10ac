/** Audio between a carrier and the agent, in one format for all carriers. */

export interface AudioFormat {
  encoding: 'mulaw' | 'alaw' | 'l16'
  sampleRateHz: 8000 | 16000 | 24000
}

/**
 * The audio of one answered call, in both directions; a stream exists only once a person can hear it. `l16` is signed 16-bit
 * little-endian mono; a provider with big-endian audio swaps bytes itself.
 */
export interface MediaStream {
  readonly format: AudioFormat
  /** Begins delivery. Called once; earlier audio is buffered and delivered first. */
  listen(listener: MediaListener): void
  /** Queues audio of any length for playback; the provider splits it as its protocol requires. */
  send(audio: Uint8Array): void
  /** Requests a call of `marked` when everything sent so far has been played (or dropped by `clear`). */
  mark(name: string): void
  /** Drops audio that was sent and is not yet played. Pending marks are reported with `played: false`. */
  clear(): void
  /** Ends the audio. Whether this ends the call depends on the carrier; use `hangUp` to be sure. */
  close(): void
}

export interface MediaListener {
  audio(frame: Uint8Array): void
  digit(digit: string): void
  marked(name: string, played: boolean): void
  /** Called once at the end, regardless of which side ended the audio. No other call follows. */
  closed(): void
}
