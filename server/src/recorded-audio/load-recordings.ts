/** What a conversation needs of the recordings that its workflow names: their words at once, their audio in the format of the line. */
import { loadResampler, resampleAll } from '../speech/resample.ts'
import { encodeAudio, littleEndianSamples } from '../speech/wire-audio.ts'
import type { Queries } from '../storage/database.ts'
import type { AudioFormat } from '../telephony/media.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { listRecordings, readAudio, type StoredRecording } from './queries.ts'
import { STORED_RATE_HZ } from './rules/limits.ts'
import { piecesOf, wordsOfPieces } from './rules/pauses.ts'
import { recordingsNamed, withTranscripts } from './rules/recorded-steps.ts'

/** A stretch between two pauses. */
export interface RecordedPiece {
  audio: Uint8Array
  text: string
}

/** Null: there is no such recording. */
export type RecordedAudio = (recordingId: string, format: AudioFormat) => readonly RecordedPiece[] | null

export interface WithRecordings {
  /** With the transcripts as the words of recorded steps. */
  definition: WorkflowDefinition
  recorded: RecordedAudio
  /** Recordings that the workflow names and that could not be loaded: their steps are spoken by the voice. */
  missing: readonly string[]
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024
/** A carrier has at most this much of a recording in its buffer when the person interrupts. */
const PIECE_MS_MAX = 4_000

export class RecordingLoader {
  readonly #db: Queries
  /** Audio of a recording never changes, so it is kept by its id. The least recently used goes first. */
  readonly #samples = new Map<string, Int16Array>()

  constructor(db: Queries) {
    this.#db = db
  }

  async load(organizationId: number, definition: WorkflowDefinition): Promise<WithRecordings> {
    const named = recordingsNamed(definition)
    if (named.length === 0) return { definition, recorded: () => null, missing: [] }
    const found = await listRecordings(this.#db, organizationId, named)
    const openResampler = await loadResampler()
    const samplesOf = new Map<string, Int16Array | null>()
    for (const one of found) samplesOf.set(one.recording_id, await this.#samplesOf(organizationId, one))
    const known = new Map(found.map((recording) => [recording.recording_id, recording]))
    const encoded = new Map<string, readonly RecordedPiece[]>()
    const recorded: RecordedAudio = (id, format) => {
      const [samples, recording] = [samplesOf.get(id), known.get(id)]
      if (!samples || recording === undefined) return null
      const key = `${id} ${format.encoding} ${format.sampleRateHz}`
      const pieces = encoded.get(key) ?? encodePieces(samples, recording.transcript, format, openResampler)
      encoded.set(key, pieces)
      return pieces
    }
    const transcripts = new Map(found.map(({ recording_id, transcript }) => [recording_id, transcript]))
    return {
      definition: withTranscripts(definition, transcripts),
      recorded,
      missing: named.filter((id) => !samplesOf.get(id)),
    }
  }

  async #samplesOf(organizationId: number, { recording_id: id }: StoredRecording): Promise<Int16Array | null> {
    const known = this.#samples.get(id)
    this.#samples.delete(id)
    const samples = known ?? (await this.#read(organizationId, id))
    if (samples === null) return null
    this.#samples.set(id, samples)
    let bytes = [...this.#samples.values()].reduce((sum, each) => sum + each.byteLength, 0)
    for (const [oldest, each] of this.#samples) {
      if (bytes <= CACHE_BYTES_MAX || oldest === id) break
      this.#samples.delete(oldest)
      bytes -= each.byteLength
    }
    return samples
  }

  async #read(organizationId: number, id: string): Promise<Int16Array | null> {
    const audio = await readAudio(this.#db, organizationId, id)
    return audio && littleEndianSamples(audio)
  }
}

function encodePieces(
  samples: Int16Array,
  transcript: string,
  format: AudioFormat,
  openResampler: Parameters<typeof resampleAll>[0],
): RecordedPiece[] {
  const pieces = piecesOf(samples, STORED_RATE_HZ, PIECE_MS_MAX)
  const words = wordsOfPieces(transcript, pieces)
  const resampled = resampleAll(openResampler, samples, STORED_RATE_HZ, format.sampleRateHz)
  const at = (ms: number) => Math.round((ms * format.sampleRateHz) / 1000)
  return pieces.map(({ startMs, endMs }, index) => ({
    audio: encodeAudio(resampled.subarray(at(startMs), at(endMs)), format.encoding),
    text: words[index] ?? '',
  }))
}
