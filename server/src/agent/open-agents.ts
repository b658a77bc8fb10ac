/**
 * Opens the agents of this node. They are ready to talk when it resolves; a person who is called earlier would hear a late
 * greeting. Brains and speech use more memory than everything else together, so they are loaded when a conversation is near
 * (calls/load-agents.ts). Local speech is loaded even if a service speaks: it is the fallback.
 */

import { revokeConsentInCall } from '../consents/record-consent.ts'
import { recordRefusal } from '../dialer/apply-policy-change.ts'
import { readyToTakeOver } from '../dialer/transfer-queries.ts'
import type { Clock } from '../kernel/clock.ts'
import { usableCores } from '../kernel/cores.ts'
import type { Egress } from '../kernel/egress.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { SemanticSearch } from '../knowledge/semantic-search.ts'
import { openLedgerKeys } from '../ledger/signing.ts'
import { EndpointCircuitBreaker } from '../models/endpoint-circuit-breaker.ts'
import { ModelWarmer } from '../models/model-warmer.ts'
import { RecordingLoader } from '../recorded-audio/load-recordings.ts'
import { missingPartMessage } from '../speech/availability.ts'
import { loadVoiceGate } from '../speech/confirmed-voice-gate.ts'
import type { InstalledModels } from '../speech/installed-models.ts'
import { LocalSpeech } from '../speech/local-speech.ts'
import type { Recognizer } from '../speech/recognizer.ts'
import { loadResampler, type OpenResampler } from '../speech/resample.ts'
import type { OpenVoiceGate } from '../speech/vad.ts'
import type { Database } from '../storage/database.ts'
import { suppressNumber } from '../suppressions/suppress-number.ts'
import { AgentHost, type AgentHostOptions, type CallSpeechServices } from './agent-host.ts'
import { openBrainFor, openFallbackBrainFor, warmModelFor } from './brains/open-brain.ts'
import { CapacityKeeper } from './capacity-keeper.ts'
import { openSpeechChooser, type SpeechContext } from './choose-speech.ts'
import { countWorkflowTraffic } from './count-traffic.ts'
import { postgresJournalStore } from './journal-store.ts'
import { loadCallWithTools } from './load-call.ts'
import { loadWorkflowDueSoon } from './queries.ts'
import { sessionsMax } from './rules/capacity.ts'
import { WorkflowWarmer } from './warm-workflows.ts'

export interface AgentDeps
  extends Pick<
    AgentHostOptions,
    'report' | 'hangUp' | 'transfer' | 'entered' | 'recordingsDirectory' | 'keepRecording'
  > {
  db: Database
  clock: Clock
  log: Log
  secrets: SecretBox
  egress: Egress
  /** Semantic search; left out: documents are searched by words only. */
  meaning?: SemanticSearch
  /** Maximum number of conversations; null: derived from the CPU cores. */
  conversationsMax: number | null
  /** Cache directory for speech data between starts. */
  cacheDirectory: string
  /** Voices and recognizers installed on this machine. */
  speechModels: InstalledModels
  /** Called when the do-not-call list of an organization has grown. */
  listed(organizationId: number): void
}

/** The parts for speech over audio, as in real calls. */
export interface CallAudioParts {
  speechOf(context: SpeechContext): CallSpeechServices
  openGate: OpenVoiceGate
  openResampler: OpenResampler
  /** The local recognizer for one language; null if there is none. */
  recognizerOf?(language: string): Recognizer | null
}

export interface Agents {
  host: AgentHost
  /** How many conversations this node can hold at the moment. */
  readonly capacity: number
  readonly recognizer: { waitMs: number; replaced: number }
  /** Speech for try-out conversations. */
  readonly audio: CallAudioParts
  /** Prepares everything that the first calls with these workflow versions need. */
  warm(definitionIds: readonly number[]): Promise<void>
  close(): Promise<void>
}

export async function openAgents(deps: AgentDeps): Promise<Agents> {
  const { db, clock, log, secrets, egress } = deps
  const ledgerKeys = openLedgerKeys(secrets)
  for (const part of ['synthesizer', 'recognizer', 'voice_confirmation'] as const) {
    const missing = missingPartMessage(part)
    if (missing !== undefined) log.warn({}, missing)
  }
  const local = new LocalSpeech({ clock, cacheDirectory: deps.cacheDirectory, models: deps.speechModels })
  const [openGate, openResampler] = await Promise.all([
    loadVoiceGate((sentence, err) => log.warn({ err }, sentence)),
    loadResampler(),
    local.ready(),
  ])
  const speechOf = openSpeechChooser({ clock, log, secrets, egress, local })
  const brains = {
    clock,
    log,
    secrets,
    egress,
    warmer: new ModelWarmer(clock),
    rests: new EndpointCircuitBreaker(clock),
  }
  const recordings = new RecordingLoader(db)
  const host = new AgentHost({
    ...deps,
    loadCall: (callId) => loadCallWithTools({ ...deps, recordings }, callId),
    openBrain: openBrainFor(brains),
    openFallBack: openFallbackBrainFor(brains),
    warmModel: warmModelFor(brains),
    speechOf,
    openGate,
    openResampler,
    journalStore: postgresJournalStore(db),
    finished: countWorkflowTraffic({ db, clock }),
    async suppress(context) {
      if (context.isSimulated) {
        await recordRefusal(db, context.callId)
        return 'simulated'
      }
      const now = new Date(clock.now())
      await suppressNumber({ db, keys: ledgerKeys }, context, now)
      // From here on the number is on the list, whatever happens next.
      deps.listed(context.organizationId)
      await revokeConsentInCall({ db, keys: ledgerKeys }, context, now)
      await recordRefusal(db, context.callId)
      return undefined
    },
    readyToTakeOver: (callId) => readyToTakeOver(db, callId),
  })
  const room = new CapacityKeeper({
    clock,
    max:
      deps.conversationsMax ??
      sessionsMax({ cores: usableCores(), localSpeech: missingPartMessage('recognizer') === undefined }),
    waitMs: () => local.waitMs,
    sessions: () => host.liveSessions,
  })
  const warmer = new WorkflowWarmer({ log, local, speechOf, recordings, load: (id) => loadWorkflowDueSoon(db, id) })
  return {
    host,
    warm: (definitionIds) => warmer.warm(definitionIds, host.lineFormat),
    audio: { speechOf, openGate, openResampler, recognizerOf: (language) => local.recognizer(language) },
    get capacity() {
      return room.capacity
    },
    get recognizer() {
      return { waitMs: local.waitMs, replaced: local.replaced }
    },
    async close() {
      room.stop()
      await local.close()
    },
  }
}
