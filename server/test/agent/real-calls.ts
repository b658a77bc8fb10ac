import { AgentHost } from '../../src/agent/agent-host.ts'
import type { Conversation, TextBrain } from '../../src/agent/brain.ts'
import { ScriptBrain } from '../../src/agent/brains/script.ts'
import type { CallRecord } from '../../src/agent/journal.ts'
import type { CallContext } from '../../src/agent/queries.ts'
import { sleep, systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { randomIntBetween, seededRng } from '../../src/kernel/rng.ts'
import { loadVoiceGate } from '../../src/speech/confirmed-voice-gate.ts'
import type { Recognizer } from '../../src/speech/recognizer.ts'
import { loadResampler } from '../../src/speech/resample.ts'
import type { FliteSynthesizer, Synthesizer } from '../../src/speech/synthesizer.ts'
import { decodeAudio, joinSamples } from '../../src/speech/wire-audio.ts'
import type { CallRef } from '../../src/telephony/provider.ts'
import type { Scenario } from './conversations.ts'
import { telephone } from './formats.ts'
import { ScriptedPerson } from './scripted-person.ts'

export const CALLEE_VOICES = ['rms', 'awb', 'kal16'] as const

/** While it rings the greeting is made. */
const RINGING_MS = 1000
const LOOK_EVERY_MS = 100

type OpenBrain = (conversation: Conversation) => TextBrain

export interface FinishedConversation {
  scenario: Scenario
  voice: string
  record: CallRecord | undefined
  machine: boolean
  suppressed: boolean
  transferred: boolean
  person: ScriptedPerson
  attachedAtMs: number
}

/** Holds scenarios with real speech in real time, over 8 kHz mu-law with a little noise. */
export class RealCalls {
  readonly #host: AgentHost
  readonly #synthesizer: FliteSynthesizer
  readonly #openResampler: Awaited<ReturnType<typeof loadResampler>>
  readonly #contexts = new Map<number, CallContext>()
  readonly #records = new Map<number, CallRecord>()
  readonly #machines = new Set<number>()
  readonly #suppressed = new Set<number>()
  readonly #transferred = new Set<number>()
  readonly #voices = new Map<string, Int16Array>()
  #count = 0

  private constructor(
    synthesizer: FliteSynthesizer,
    recognizer: Recognizer,
    openResampler: Awaited<ReturnType<typeof loadResampler>>,
    openGate: Awaited<ReturnType<typeof loadVoiceGate>>,
    sessions: number,
    openBrain: OpenBrain,
    agentVoice: Synthesizer = synthesizer,
  ) {
    this.#synthesizer = synthesizer
    this.#openResampler = openResampler
    this.#host = new AgentHost({
      clock: systemClock,
      log: silentLog,
      loadCall: async (callId) => this.#contexts.get(callId) ?? null,
      openBrain,
      speechOf: () => ({ synthesizer: agentVoice, recognizer }),
      openGate,
      openResampler,
      journalStore: {
        save: async (_, callId, record) => void this.#records.set(callId, record),
      },
      report: async (call, news) => {
        if (news.kind !== 'agent_verdict') return
        if (news.verdict === 'machine') this.#machines.add(call.callId)
        else this.#machines.delete(call.callId)
      },
      hangUp: async () => {},
      transfer: async (call) => {
        this.#transferred.add(call.callId)
        return { ok: true, message: '' }
      },
      suppress: async (context) => void this.#suppressed.add(context.callId),
      recordingsDirectory: null,
      mostSessions: sessions,
    })
  }

  static async open(
    synthesizer: FliteSynthesizer,
    recognizer: Recognizer,
    sessions: number,
    openBrain: OpenBrain = (conversation) => new ScriptBrain(conversation, { clock: systemClock }),
    agentVoice?: Synthesizer,
  ): Promise<RealCalls> {
    const [openResampler, openGate] = [await loadResampler(), await loadVoiceGate()]
    return new RealCalls(synthesizer, recognizer, openResampler, openGate, sessions, openBrain, agentVoice)
  }

  /** Makes the words of the people, so that doing so is not measured. */
  async rehearse(scenarios: readonly Scenario[]): Promise<void> {
    for (const voice of CALLEE_VOICES) {
      for (const words of scenarios.flatMap((scenario) => scenario.words)) await this.#voice(voice, words)
    }
  }

  async hold(scenario: Scenario, voice: string): Promise<FinishedConversation> {
    const callId = ++this.#count
    const call: CallRef = { callId, callKey: `call-${callId}`, providerCallId: null }
    this.#contexts.set(callId, contextOf(callId, scenario))
    this.#host.prepare(call, telephone)
    const person = new ScriptedPerson({
      clock: systemClock,
      voice: (words) => this.#voice(voice, words),
      openResampler: this.#openResampler,
      noise: seededRng(callId),
      echo: scenario.echo,
    })
    await sleep(systemClock, RINGING_MS)
    const attachedAtMs = systemClock.monotonic()
    this.#host.attach(call, person)
    await scenario.script(person, () => lastWordsOfAgent(this.#records.get(callId)), { noise: hiss(callId) })
    while (this.#host.isTalking(callId)) await sleep(systemClock, LOOK_EVERY_MS)
    return {
      scenario,
      voice,
      record: this.#records.get(callId),
      machine: this.#machines.has(callId),
      suppressed: this.#suppressed.has(callId),
      transferred: this.#transferred.has(callId),
      person,
      attachedAtMs,
    }
  }

  async #voice(voice: string, words: string): Promise<Int16Array> {
    const key = `${voice}:${words}`
    const known = this.#voices.get(key)
    if (known !== undefined) return known
    const pieces: Int16Array[] = []
    for await (const piece of this.#synthesizer.speak(words, { format: telephone, voice })) {
      pieces.push(decodeAudio(piece, 'mulaw'))
    }
    const samples = withoutTail(joinSamples(pieces))
    this.#voices.set(key, samples)
    return samples
  }
}

/** Loud enough to be taken for a voice, and without words. */
function hiss(seed: number): (ms: number) => Int16Array {
  const rng = seededRng(seed)
  return (ms) => Int16Array.from({ length: ms * 8 }, () => randomIntBetween(rng, -2500, 2500))
}

/** What a person who understands would have understood. */
function lastWordsOfAgent(record: CallRecord | undefined): string {
  return record?.transcript.findLast(({ who }) => who === 'agent')?.text ?? ''
}

/** A synthesizer ends with a pause; the person's last word is what the reply gap is counted from. */
function withoutTail(samples: Int16Array): Int16Array {
  let end = samples.length
  while (end > 0 && Math.abs(samples[end - 1] as number) < 200) end--
  return samples.subarray(0, end)
}

const VARIABLES = {
  first_name: 'Maria',
  appointment_date: '2027-03-02',
  appointment_time: '9:30 am',
  amount_due: '90 USD',
  due_date: '2027-03-15',
}

function contextOf(callId: number, scenario: Scenario): CallContext {
  return {
    callId,
    organizationId: 1,
    campaignId: null,
    contactId: null,
    direction: 'outbound',
    definition: scenario.definition,
    workflowId: 1,
    variables: VARIABLES,
    phoneNumber: '+15550123',
    timezone: 'UTC',
    modelSettings: null,
    dialedAtMs: null,
    answeredAtMs: null,
  }
}

/** What the call should have come to and did not; empty if all is well. */
export function disagreements({ scenario, record, ...finished }: FinishedConversation): string[] {
  const found: string[] = []
  const check = (what: string, is: unknown, wanted: unknown) => {
    if (is !== wanted) found.push(`${what}: ${String(is)} instead of ${String(wanted)}`)
  }
  check('disposition', record?.disposition, scenario.disposition)
  check('machine', finished.machine, scenario.machine ?? false)
  check('suppressed', finished.suppressed, scenario.suppressed ?? false)
  check('transferred', finished.transferred, scenario.transferred ?? false)
  if (scenario.keys !== undefined) check('keys', finished.person.keysHeard, scenario.keys)
  const said = record?.transcript.filter(({ who }) => who === 'agent').map(({ text }) => text) ?? []
  if (scenario.told !== undefined)
    check(
      'told who and why',
      said.slice(0, 2).some((text) => scenario.told?.test(text)),
      true,
    )
  for (const [name, wanted] of Object.entries(scenario.gathered ?? {})) {
    const value = record?.gathered[name] ?? ''
    if (wanted instanceof RegExp ? !wanted.test(value) : value !== wanted) found.push(`${name}: ${value}`)
  }
  return found
}
