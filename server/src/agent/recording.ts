import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { recordingKey } from '../calls/recordings.ts'
import { BYTES_PER_STEREO_SAMPLE, WAV_FORMAT, writeFully, writeHeader } from '../calls/wav.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { OpenResampler, Resampler } from '../speech/resample.ts'
import { decodeAudio, littleEndianBytes } from '../speech/wire-audio.ts'
import type { AudioFormat } from '../telephony/media.ts'
import type { Recorder } from './session-options.ts'

export const RECORDING_LIMITS = {
  ...WAV_FORMAT,
  writeEveryMs: 1000,
  /** Audio that arrives later than this is missing in the recording. */
  lateMs: 500,
  /** Longest silence that is written: a clock jump must not fill the disk. */
  longestGapMs: 10 * 60_000,
} as const

export interface RecordingOptions {
  directory: string
  organizationId: number
  callId: number
  clock: Clock
  /** Format of the audio that the agent sends. */
  format: AudioFormat
  openResampler: OpenResampler
  /** Only the parts requested by `keep` are written; the rest of the file is silence. */
  excerptsOnly?: boolean
  onFailure(error: unknown): void
}

export interface Segment {
  /** Position in samples since the beginning. */
  start: number
  samples: Int16Array
}

/**
 * Records a call on this node's disk: 8 kHz, 16 bit, the person left and the agent right, each at the time it was heard. Written
 * once a second; the header gets its lengths at the end, and `repairRecording` adds them to a file whose writer died.
 */
export class Recording implements Recorder {
  readonly path: string
  readonly #options: RecordingOptions
  readonly #startMs: number
  readonly #toTelephone: Resampler
  #person: Segment[] = []
  #agent: Segment[] = []
  #written = 0
  #file: Promise<FileHandle | null>
  #writes: Promise<void> = Promise.resolve()
  #timer: Timer | undefined
  #keeping: boolean
  #keptAnything = false
  #closed = false
  #failed = false

  constructor(options: RecordingOptions) {
    this.#options = options
    this.path = recordingKey(options)
    this.#startMs = Math.floor(options.clock.monotonic())
    this.#keeping = options.excerptsOnly !== true
    this.#keptAnything = this.#keeping
    this.#toTelephone = options.openResampler(options.format.sampleRateHz, RECORDING_LIMITS.sampleRateHz)
    this.#file = this.#open(join(options.directory, this.path))
    this.#schedule()
  }

  keep(on: boolean): void {
    if (this.#options.excerptsOnly === true) this.#keeping = on
    this.#keptAnything ||= on
  }

  person(samples: Int16Array, startMs: number): void {
    if (!this.#closed && this.#keeping) this.#person.push({ start: this.#sampleAt(startMs), samples })
  }

  agent(audio: Uint8Array, startMs: number): void {
    if (this.#closed || !this.#keeping) return
    const samples = this.#toTelephone.push(decodeAudio(audio, this.#options.format.encoding))
    this.#agent.push({ start: this.#sampleAt(startMs), samples })
  }

  agentCut(atMs: number): void {
    const cut = this.#sampleAt(atMs)
    this.#agent = this.#agent
      .filter(({ start }) => start < cut)
      .map(({ start, samples }) => ({ start, samples: samples.subarray(0, Math.max(0, cut - start)) }))
  }

  /** Finishes the file; returns whether there is a recording. */
  async close(): Promise<boolean> {
    if (this.#closed) return false
    this.#timer?.cancel()
    this.#write(this.#sampleAt(this.#options.clock.monotonic()))
    this.#closed = true
    this.#toTelephone.close()
    await this.#writes
    const file = await this.#file
    if (file === null || this.#failed) return false
    if (!this.#keptAnything) return this.#discard(file)
    try {
      await writeHeader(file, this.#written * BYTES_PER_STEREO_SAMPLE)
      return true
    } catch (error) {
      this.#fail(error)
      return false
    } finally {
      await file.close().catch(() => {})
    }
  }

  /** Deletes the file if no consent was asked, because there is nothing to keep. */
  async #discard(file: FileHandle): Promise<false> {
    await file.close().catch(() => {})
    await rm(join(this.#options.directory, this.path), { force: true }).catch((error: unknown) => this.#fail(error))
    return false
  }

  async #open(path: string): Promise<FileHandle | null> {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(path, 'w', 0o600)
      await writeHeader(file, 0)
      return file
    } catch (error) {
      this.#fail(error)
      return null
    }
  }

  #schedule(): void {
    const { clock } = this.#options
    this.#timer = clock.after(RECORDING_LIMITS.writeEveryMs, () => {
      this.#write(this.#sampleAt(clock.monotonic() - RECORDING_LIMITS.lateMs))
      if (!this.#closed) this.#schedule()
    })
  }

  #sampleAt(ms: number): number {
    return Math.round(((ms - this.#startMs) * RECORDING_LIMITS.sampleRateHz) / 1000)
  }

  #write(until: number): void {
    const from = this.#written
    const longest = (RECORDING_LIMITS.longestGapMs * RECORDING_LIMITS.sampleRateHz) / 1000
    const count = Math.min(until - from, longest)
    if (count <= 0 || this.#closed) return
    const moments = new Int16Array(count * RECORDING_LIMITS.channels)
    this.#person = mixIntoChannel(moments, 0, this.#person, from, count)
    this.#agent = mixIntoChannel(moments, 1, this.#agent, from, count)
    this.#written += count
    const position = RECORDING_LIMITS.headerBytes + from * BYTES_PER_STEREO_SAMPLE
    this.#writes = this.#writes.then(async () => {
      const file = await this.#file
      if (file === null) return
      try {
        await writeFully(file, littleEndianBytes(moments), position)
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  /** After an error, the conversation continues without a recording. */
  #fail(error: unknown): void {
    if (this.#failed) return
    this.#failed = true
    this.#options.onFailure(error)
    this.#file = this.#file.then(async (file) => {
      await file?.close().catch(() => {})
      return null
    })
  }
}

/** Copies the audio that belongs to this interval, and returns the later part. */
export function mixIntoChannel(
  moments: Int16Array,
  channel: number,
  segments: Segment[],
  from: number,
  count: number,
): Segment[] {
  for (const { start, samples } of segments) {
    const first = Math.max(0, from - start)
    const last = Math.min(samples.length, from + count - start)
    for (let index = first; index < last; index++) {
      moments[(start + index - from) * RECORDING_LIMITS.channels + channel] = samples[index]!
    }
  }
  return segments.filter(({ start, samples }) => start + samples.length > from + count)
}
