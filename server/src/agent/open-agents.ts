/**
 * The agents of this node, ready to talk. Loaded only when the program already serves: brains and speech weigh more than
 * all the rest together, and the first call is seconds away.
 */
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import { AgentHost, type AgentHostOptions } from './agent-host.ts'
import { postgresJournalStore } from './journal-store.ts'
import { openBrainFor } from './models/choose-brain.ts'
import { speechFor } from './models/choose-speech.ts'
import { loadCall, suppressNumber } from './queries.ts'
import { repairRecordings } from './recording.ts'
import { whatIsMissing } from './speech/availability.ts'
import { MoonshineEars } from './speech/ears.ts'
import { FliteMouth } from './speech/mouth.ts'
import { loadResampler } from './speech/resample.ts'
import { loadVoiceGate } from './speech/vad.ts'

export interface AgentTools extends Pick<AgentHostOptions, 'report' | 'hangUp' | 'transfer'> {
  db: Database
  clock: Clock
  log: Log
  secrets: SecretBox
  recordingsDirectory: string
  /** Where what speech needs on disk is kept between starts. */
  cacheDirectory: string
}

export interface Agents {
  host: AgentHost
  close(): Promise<void>
}

export async function openAgents(tools: AgentTools): Promise<Agents> {
  const { db, clock, log, secrets } = tools
  const mouthMissing = whatIsMissing('mouth')
  const earsMissing = whatIsMissing('recognizer')
  for (const sentence of [mouthMissing, earsMissing]) if (sentence) log.warn({}, sentence)
  const localMouth = mouthMissing ? null : new FliteMouth()
  const localEars = earsMissing ? null : new MoonshineEars({ clock, cacheDirectory: tools.cacheDirectory })
  const [openGate, openResampler] = await Promise.all([loadVoiceGate(), loadResampler()])
  // A recording whose call was cut off by a crash has no proper header yet.
  await repairRecordings(tools.recordingsDirectory)
  const host = new AgentHost({
    ...tools,
    loadCall: (callId) => loadCall(db, callId, new Date(clock.now())),
    openBrain: openBrainFor({ clock, log, secrets }),
    speechOf: speechFor({ clock, log, secrets, localMouth, localEars }),
    openGate,
    openResampler,
    journalStore: postgresJournalStore(db),
    suppress: (context) => suppressNumber(db, context, new Date(clock.now())),
  })
  return {
    host,
    async close() {
      await localMouth?.close()
      await localEars?.close()
    },
  }
}
