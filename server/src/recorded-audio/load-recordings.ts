/** Loads the recordings that a workflow names, for its conversations: their words, and their audio in the format of the line. */
import { loadResampler, resampleAll } from '../speech/resample.ts'
import { encodeAudio, littleEndianSamples } from '../speech/wire-audio.ts'
import type { Queries } from '../storage/database.ts'
import type { AudioFormat } from '../telephony/media.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { listRecordings, readAudio, type StoredRecording } from './queries.ts'
import { STORED_RATE_HZ } from './rules/limits.ts'
import { distributeWords, splitAtPauses } from './rules/pauses.ts'
import { referencedRecordings, withTranscripts } from './rules/recorded-steps.ts'

/** A piece of a recording between two pauses. */
export interface RecordedPiece {
  audio: Uint8Array
  text: string
}

/** The pieces of a recording; null: there is no such recording. */
export type RecordedAudio = (recordingId: string, format: AudioFormat) => readonly RecordedPiece[] | null

export interface WorkflowWithRecordings {
  /** The workflow with the transcripts as the texts of recorded steps. */
  definition: WorkflowDefinition
  recorded: RecordedAudio
  /** Recordings that could not be loaded; the synthesized voice speaks their steps. */
  missing: readonly string[]
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024
/** Longest piece of a recording: this much may still be in a carrier's buffer when the person interrupts. */
const PIECE_MS_MAX = 4_000

/** A cached recording. Its audio never changes; its transcript may be corrected. */
interface Kept {
  samples: Int16Array
  transcript: string
  /** Encoded pieces by encoding and sample rate. */
  encoded: Map<string, readonly RecordedPiece[]>
}

export class RecordingLoader {
  readonly #db: Queries
  /** Cached recordings by id. The least recently used is dropped first. */
  readonly #kept = new Map<string, Kept>()

  constructor(db: Queries) {
    this.#db = db
  }

  async load(organizationId: number, definition: WorkflowDefinition): Promise<WorkflowWithRecordings> {
    const named = referencedRecordings(definition)
    if (named.length === 0) return { definition, recorded: () => null, missing: [] }
    const found = await listRecordings(this.#db, organizationId, named)
    const openResampler = await loadResampler()
    const known = new Map<string, Kept>()
    for (const one of found) {
      const kept = await this.#keep(organizationId, one)
      if (kept !== null) known.set(one.recording_id, kept)
    }
    const recorded: RecordedAudio = (id, format) => {
      const kept = known.get(id)
      return kept ? piecesIn(kept, format, openResampler) : null
    }
    const transcripts = new Map(found.map(({ recording_id, transcript }) => [recording_id, transcript]))
    return {
      definition: withTranscripts(definition, transcripts),
      recorded,
      missing: named.filter((id) => !known.has(id)),
    }
  }

  async #keep(organizationId: number, { recording_id: id, transcript }: StoredRecording): Promise<Kept | null> {
    const before = this.#kept.get(id)
    const samples = before?.samples ?? (await this.#read(organizationId, id))
    if (samples === null) return null
    const kept = before?.transcript === transcript ? before : { samples, transcript, encoded: new Map() }
    this.#kept.delete(id)
    this.#kept.set(id, kept)
    let bytes = [...this.#kept.values()].reduce((sum, each) => sum + bytesOf(each), 0)
    for (const [oldest, each] of this.#kept) {
      if (bytes <= CACHE_BYTES_MAX || oldest === id) break
      this.#kept.delete(oldest)
      bytes -= bytesOf(each)
    }
    return kept
  }

  async #read(organizationId: number, id: string): Promise<Int16Array | null> {
    const audio = await readAudio(this.#db, organizationId, id)
    return audio && littleEndianSamples(audio)
  }
}

function bytesOf({ samples, encoded }: Kept): number {
  const pieces = [...encoded.values()].flat()
  return pieces.reduce((sum, { audio }) => sum + audio.byteLength, samples.byteLength)
}

/** The pieces in this format; encoded once for all calls on such lines. */
function piecesIn(
  { samples, transcript, encoded }: Kept,
  format: AudioFormat,
  openResampler: Parameters<typeof resampleAll>[0],
): readonly RecordedPiece[] {
  const key = `${format.encoding} ${format.sampleRateHz}`
  const pieces = encoded.get(key) ?? encodePieces(samples, transcript, format, openResampler)
  encoded.set(key, pieces)
  return pieces
}

function encodePieces(
  samples: Int16Array,
  transcript: string,
  format: AudioFormat,
  openResampler: Parameters<typeof resampleAll>[0],
): RecordedPiece[] {
  const pieces = splitAtPauses(samples, STORED_RATE_HZ, PIECE_MS_MAX)
  const words = distributeWords(transcript, pieces)
  const resampled = resampleAll(openResampler, samples, STORED_RATE_HZ, format.sampleRateHz)
  const at = (ms: number) => Math.round((ms * format.sampleRateHz) / 1000)
  return pieces.map(({ startMs, endMs }, index) => ({
    audio: encodeAudio(resampled.subarray(at(startMs), at(endMs)), format.encoding),
    text: words[index] ?? '',
  }))
}
