/**
 * Prepares everything that the first call of a workflow needs: the voice and the recognizer of its language, its first
 * recordings, and its first words as far as they are the same for every contact. So no person who answers has to wait until a
 * model is loaded.
 */
import type { Log } from '../kernel/log.ts'
import type { RecordingLoader } from '../recorded-audio/load-recordings.ts'
import { splitIntoClauses } from '../speech/clauses.ts'
import type { LocalSpeech } from '../speech/local-speech.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { DEFAULT_LANGUAGE, spokenParts, startNodeOf, type WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { ChosenSpeech, SpeechContext } from './choose-speech.ts'
import type { WorkflowDueSoon } from './queries.ts'
import { spokenTextOf } from './rules/fixed-phrases.ts'

export interface WorkflowWarmerDeps {
  log: Log
  local: Pick<LocalSpeech, 'readyFor'>
  speechOf(context: SpeechContext): Pick<ChosenSpeech, 'synthesizer' | 'voice'>
  recordings: Pick<RecordingLoader, 'load'>
  load(definitionId: number): Promise<WorkflowDueSoon | null>
}

/** Maximum number of remembered workflows; the oldest are dropped and prepared again when needed. */
const REMEMBERED_MAX = 1_000

export class WorkflowWarmer {
  readonly #deps: WorkflowWarmerDeps
  readonly #warmed = new Set<number>()

  constructor(deps: WorkflowWarmerDeps) {
    this.#deps = deps
  }

  /** Prepares workflows that are not ready yet, one after the other. Never fails: a call prepares anything that is missing. */
  async warm(definitionIds: readonly number[], format: AudioFormat): Promise<void> {
    for (const id of definitionIds) {
      if (this.#warmed.has(id)) continue
      this.#warmed.add(id)
      const [oldest] = this.#warmed
      if (this.#warmed.size > REMEMBERED_MAX && oldest !== undefined) this.#warmed.delete(oldest)
      try {
        await this.#warmOne(id, format)
      } catch (error) {
        this.#deps.log.warn({ err: error, definition_id: id }, 'failed to prepare a workflow for its first call')
      }
    }
  }

  async #warmOne(id: number, format: AudioFormat): Promise<void> {
    const { local, speechOf, recordings, load } = this.#deps
    const near = await load(id)
    if (near === null) return
    const { language, voice } = near.definition.settings ?? {}
    await local.readyFor(language ?? DEFAULT_LANGUAGE, voice ?? undefined)
    const { definition, recorded } = await recordings.load(near.organizationId, near.definition)
    const start = startNodeOf(definition)
    for (const { recordingId } of start ? spokenParts(start) : [])
      if (recordingId !== null) recorded(recordingId, format)
    const speech = speechOf(near)
    // A hosted service charges for synthesis, so it is not used in advance.
    if (speech.synthesizer.makesAhead)
      await speech.synthesizer.warm(firstSpokenClauses(definition), { format, voice: speech.voice })
  }
}

/** The words that every person hears first, up to the first clause with a value of the called person. */
export function firstSpokenClauses(definition: WorkflowDefinition): string[] {
  const start = startNodeOf(definition)
  const { recording, recording_consent: notice } = definition.settings ?? {}
  const spoken = start ? spokenParts(start).filter(({ recordingId }) => recordingId === null) : []
  const texts = [...(recording === true ? [notice ?? ''] : []), ...spoken.map(({ text }) => text)].flatMap(
    splitIntoClauses,
  )
  const personal = texts.findIndex((text) => text.includes('{{'))
  const same = personal === -1 ? texts : texts.slice(0, personal)
  return same.map((text) => spokenTextOf({ definition, variables: {} }, {}, text))
}
