import type { DrainConditions } from '../calls/agent-link.ts'
import type { AudioSink, TakeOverRefusal, TakeOverRequest } from '../calls/live-requests.ts'
import type { RecordedCall } from '../calls/recordings.ts'
import { type Clock, sleep, type Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { withTimeLimit } from '../kernel/time-limit.ts'
import type { StandardSentences } from '../language/rules/sentences.ts'
import { WARM_EVERY_MS } from '../models/model-warmer.ts'
import { sealedSettings } from '../models/settings.ts'
import { splitIntoClauses } from '../speech/clauses.ts'
import type { Recognizer } from '../speech/recognizer.ts'
import type { OpenResampler } from '../speech/resample.ts'
import type { SpeechUse } from '../speech/rules/speech-use.ts'
import type { Synthesizer } from '../speech/synthesizer.ts'
import type { OpenVoiceGate } from '../speech/vad.ts'
import type { AudioFormat, MediaStream } from '../telephony/media.ts'
import type { CallRef, CallUpdate } from '../telephony/provider.ts'
import type { PreCallFetchResult } from '../tools/pre-call-fetch.ts'
import { TOOL_TIMEOUT_MS_MAX } from '../tools/rules/limits.ts'
import {
  asksForConsent,
  DEFAULT_LANGUAGE,
  spokenParts,
  startNodeOf,
  type WorkflowDefinition,
} from '../workflows/rules/definition.ts'
import { announce } from './announce.ts'
import type { Brain, Conversation, TextBrain } from './brain.ts'
import { ConversationTools } from './conversation-tools.ts'
import { type CallRecord, Journal } from './journal.ts'
import { type JournalStore, recordSaverOf } from './journal-store.ts'
import { LiveAudio } from './live-audio.ts'
import type { CallContext } from './queries.ts'
import { Recording } from './recording.ts'
import { recordingNotice, spokenTextOf } from './rules/fixed-phrases.ts'
import { Session } from './session.ts'
import type { LanguageDependentParts, SessionReport, TransferRequest } from './session-options.ts'

export const AGENT_HOST_LIMITS = {
  /** Maximum number of conversations: at 2 % of a core each (measured with local speech), the limit for four cores. */
  mostSessions: 200,
  /** Time limit for loading the call's data, because the person is already listening. */
  loadMs: 5000,
  /** Data of a prepared call that is not answered within this time is dropped. */
  preparedMs: 120_000,
  mostPrepared: 2000,
  /** Time limit for ended conversations to store their records. */
  endMs: 15_000,
  drainLookMs: 250,
  /** Number of retries after the call for a record that the database did not accept: an outage of ten minutes loses none. */
  storeAgainTries: 20,
  storeAgainMs: 30_000,
} as const

/** Recognizer and synthesizer of one call, which depend on the organization's settings. */
export interface CallSpeechServices {
  synthesizer: Synthesizer
  recognizer: Recognizer | null
  voice?: string | undefined
  /** Standard sentences of the session, in the call's language and the organization's wording. */
  sentences?: StandardSentences
}

export interface AgentHostOptions {
  clock: Clock
  log: Log
  loadCall(callId: number): Promise<CallContext | null>
  /** Creates a brain. `beginAt`: the step at which it takes over; by default the start. */
  openBrain(conversation: Conversation, context: CallContext, beginAt?: string | null): Brain
  /** A brain that can continue at this step if the first one fails; null if there is none. */
  openFallBack?(conversation: Conversation, context: CallContext, nodeId: string | null): TextBrain | null
  speechOf(context: CallContext): CallSpeechServices
  openGate: OpenVoiceGate
  openResampler: OpenResampler
  /** Called repeatedly while the phone rings, so that the connection to the model is open when the person answers. */
  warmModel?(definition: WorkflowDefinition, context: CallContext): void
  journalStore: JournalStore
  report(call: CallRef, news: SessionReport): Promise<void>
  hangUp(call: CallRef): Promise<void>
  transfer(call: CallRef, input: TransferRequest): Promise<{ ok: boolean; message: string }>
  /** Called when the transfer target has heard the announcement. */
  readyToTakeOver?(callId: number): Promise<void>
  suppress(context: CallContext): Promise<'simulated' | undefined>
  /** Called when the conversation has reached this step of its workflow. */
  entered?(context: CallContext, node: { id: string; name: string }): void
  /** Called when the conversation has ended and is stored. */
  finished?(context: CallContext, record: Readonly<CallRecord>): Promise<void>
  /** Directory for recordings of calls on this node; null: nothing is recorded. */
  recordingsDirectory: string | null
  /** Moves the recording to the store shared by all nodes. */
  keepRecording?(call: RecordedCall): Promise<unknown>
  mostSessions?: number
}

const AT_ONCE: DrainConditions = { isExpected: async () => false, closeDoor() {} }

interface Live {
  session: Session | null
  /** Adds a listener to the call's audio; null while the call is being loaded. */
  listen: ((by: string, sink: AudioSink) => (() => void) | null) | null
  done: Promise<void>
}

interface Prepared {
  context: Promise<CallContext | null>
  ringingAtMs: number | null
  expiry: Timer
  warming: Timer | undefined
  /** What voice services were sent for the greeting, until the call is answered. */
  speechUses: SpeechUse[]
  onSpeechUse(use: SpeechUse): void
}

/** All conversations of this node. A failure ends only its own conversation. */
export class AgentHost {
  readonly #options: AgentHostOptions
  readonly #mostSessions: number
  readonly #prepared = new Map<number, Prepared>()
  /** Live conversations. An entry is added when the audio is attached; its session follows when the call is loaded. */
  readonly #live = new Map<number, Live>()
  /** Remaining work of finished conversations; it does not use capacity. */
  readonly #owed = new Set<Promise<void>>()
  #begun = 0
  #draining = false
  /** The audio format of the last call. The next call probably has the same, because most installations use one carrier. */
  #lineFormat: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }

  constructor(options: AgentHostOptions) {
    this.#options = options
    this.#mostSessions = options.mostSessions ?? AGENT_HOST_LIMITS.mostSessions
  }

  get liveSessions(): number {
    return this.#live.size
  }

  /** The format that the next call will probably use. */
  get lineFormat(): AudioFormat {
    return this.#lineFormat
  }

  isTalking(callId: number): boolean {
    return this.#live.has(callId)
  }

  /** Sends the audio of a conversation to an operator. Null: the conversation is not on this node, or has too many listeners. */
  listen(callId: number, by: string, sink: AudioSink): (() => void) | null {
    return this.#live.get(callId)?.listen?.(by, sink) ?? null
  }

  /** Calls the operator's phone. Null: no refusal. */
  takeOver(callId: number, request: TakeOverRequest): TakeOverRefusal | null {
    const session = this.#live.get(callId)?.session ?? null
    return session === null ? 'not_talking' : session.takeOver(request)
  }

  /** Called when a number is dialed: synthesizes the first prompt while the phone rings. Optional, and never fails. */
  prepare(call: CallRef, format: AudioFormat = this.#lineFormat): void {
    if (this.#prepared.has(call.callId) || this.#prepared.size >= AGENT_HOST_LIMITS.mostPrepared || this.#draining)
      return
    const context = this.#options.loadCall(call.callId)
    const forget = () => this.#forget(call.callId)
    const expiry = this.#options.clock.after(AGENT_HOST_LIMITS.preparedMs, forget)
    const speechUses: SpeechUse[] = []
    const onSpeechUse = (use: SpeechUse) => void speechUses.push(use)
    const prepared: Prepared = { context, ringingAtMs: null, expiry, warming: undefined, speechUses, onSpeechUse }
    this.#prepared.set(call.callId, prepared)
    context.then(
      (loaded) => {
        if (loaded === null) return forget()
        this.#warmGreeting(loaded, format, (use) => prepared.onSpeechUse(use))
        this.#keepModelWarm(call.callId, loaded)
      },
      () => forget(),
    )
  }

  /** Carrier events of calls that are or will be handled here. */
  news(call: CallRef, news: CallUpdate): void {
    const session = this.#live.get(call.callId)?.session
    switch (news.kind) {
      case 'ringing': {
        const prepared = this.#prepared.get(call.callId)
        if (prepared !== undefined) prepared.ringingAtMs ??= this.#options.clock.now()
        return
      }
      case 'answered':
        return
      case 'machine':
        return session?.machineVerdict(news.verdict)
      case 'ended':
        this.#forget(call.callId)
        return session?.end(news.endedBy === 'us' ? 'agent' : 'person')
    }
  }

  /**
   * Begins the conversation of a call whose audio has arrived, perhaps earlier, while the agents were being loaded. After any
   * failure the call is hung up.
   */
  attach(call: CallRef, media: MediaStream, attachedAtMs = this.#options.clock.monotonic()): void {
    const { log } = this.#options
    this.#lineFormat = media.format
    const full = this.#live.size >= this.#mostSessions
    if (this.#draining || full || this.#live.has(call.callId)) {
      log.warn({ call_id: call.callId, full }, 'failed to start the conversation of a call')
      if (!this.#live.has(call.callId)) void this.#hangUp(call)
      media.close()
      return
    }
    this.#begun++
    const entry: Live = { session: null, listen: null, done: Promise.resolve() }
    this.#live.set(call.callId, entry)
    entry.done = this.#converse(call, media, attachedAtMs, entry)
      .catch(async (error: unknown) => {
        log.error({ call_id: call.callId, err: error }, 'failed to run a conversation')
        media.close()
        await this.#hangUp(call)
      })
      .finally(() => this.#live.delete(call.callId))
  }

  /**
   * Lets conversations finish within the grace period. Calls that are already ringing may still begin theirs: a person who
   * answers is not hung up on because the node stops. Then new connections are refused, and after the grace period remaining
   * conversations are ended.
   */
  async drain(graceMs: number, leaving: DrainConditions = AT_ONCE): Promise<{ finished: number; ended: number }> {
    const { clock } = this.#options
    const endMs = clock.monotonic() + graceMs
    const before = this.#begun - this.#live.size
    const inGrace = () => clock.monotonic() < endMs
    while (inGrace() && (this.#live.size > 0 || (await leaving.isExpected())))
      await sleep(clock, AGENT_HOST_LIMITS.drainLookMs)
    leaving.closeDoor()
    // Waits for conversations that began in the meantime.
    while (inGrace() && this.#live.size > 0) await sleep(clock, AGENT_HOST_LIMITS.drainLookMs)
    this.#draining = true
    for (const callId of [...this.#prepared.keys()]) this.#forget(callId)
    const left = [...this.#live.values()]
    const finished = this.#begun - before - left.length
    for (const { session } of left) session?.end('system', 'shutdown')
    const rest = Promise.all(left.map(({ done }) => done)).then(() => Promise.all(this.#owed))
    await withTimeLimit(this.#options.clock, AGENT_HOST_LIMITS.endMs, rest).catch(() => {})
    return { finished, ended: left.length }
  }

  /** Opens the conversation in another language of the workflow, from this step on. Null if that is not possible. */
  #inLanguage(
    conversation: Conversation,
    before: CallContext,
    language: string,
    nodeId: string | null,
  ): LanguageDependentParts | null {
    const definition = before.languages?.find((variant) => languageOfWorkflow(variant) === language)
    if (definition === undefined) return null
    const context: CallContext = { ...before, definition }
    try {
      const speech = this.#options.speechOf(context)
      // From here on only a request changes the language: a second guess could go back and forth.
      const translated = {
        ...conversation,
        definition,
        otherLanguages: otherLanguagesOf(context),
        detectsLanguage: false,
      }
      const brain = this.#options.openBrain(translated, context, nodeId)
      if (brain.kind === 'sound') {
        brain.close()
        return null
      }
      const fallBack = (id: string | null) => this.#options.openFallBack?.(translated, context, id) ?? null
      return { conversation: translated, brain, fallBack, ...speech }
    } catch (error) {
      const { log } = this.#options
      log.error({ call_id: before.callId, err: error }, 'failed to continue a conversation in another language')
      return null
    }
  }

  async #converse(call: CallRef, media: MediaStream, attachedAtMs: number, live: Live): Promise<void> {
    const { clock, log, openGate, openResampler } = this.#options
    const prepared = this.#prepared.get(call.callId)
    this.#forget(call.callId)
    const loading = prepared?.context ?? this.#options.loadCall(call.callId)
    const context = await withTimeLimit(clock, AGENT_HOST_LIMITS.loadMs, loading)
    if (context === null) throw new Error('There is no such call.')
    if (context.transferOf) return this.#takeOver(call, media, context)
    const journal = this.#openJournal(context, prepared?.ringingAtMs ?? null)
    if (prepared) {
      for (const use of prepared.speechUses) journal.speechUsed(use)
      prepared.onSpeechUse = (use) => journal.speechUsed(use)
    }
    const tools = new ConversationTools(
      context.tools ?? [],
      (fields) => journal.note('tool', fields),
      (lookUp, passages) => {
        journal.note('knowledge', { ...lookUp })
        journal.showed(passages, { isLookUp: true })
      },
    )
    if (context.languageNotOffered) journal.note('language_not_offered', { language: context.languageNotOffered })
    if (context.fetched) journal.recordKnown(context.fetched.variables)
    journal.showed(context.knowledge?.wholePassages ?? [], { isLookUp: false })
    const conversation: Conversation = {
      callId: context.callId,
      direction: context.direction,
      definition: context.definition,
      variables: context.variables,
      timezone: context.timezone,
      otherLanguages: otherLanguagesOf(context),
      detectsLanguage: context.definition.settings?.detect_language === true,
      gathered: journal.gathered,
      turns: journal,
      models: journal,
      tools,
      ...(context.knowledge ? { knowledge: context.knowledge } : {}),
      ...(context.recorded ? { recorded: context.recorded } : {}),
    }
    const brain = this.#options.openBrain(conversation, context)
    const speech = this.#options.speechOf(context)
    const recording = this.#openRecording(context, media.format)
    const liveAudio = new LiveAudio({ clock, format: media.format, openResampler })
    const session = new Session({
      clock,
      log,
      media,
      conversation,
      journal,
      recorder: recording,
      liveAudio,
      brain,
      fallBack: (nodeId) => this.#options.openFallBack?.(conversation, context, nodeId) ?? null,
      openLanguage: (language, nodeId) =>
        this.#inLanguage({ ...conversation, gathered: journal.gathered }, context, language, nodeId),
      ...speech,
      openGate,
      openResampler,
      answeredAtMs: attachedAtMs,
      hooks: {
        report: (news) => void this.#report(call, news),
        hangUp: () => this.#options.hangUp(call),
        transfer: (input) => this.#options.transfer(call, input),
        suppress: () => this.#options.suppress(context),
      },
      longestMs: context.longestMs ?? null,
    })
    live.session = session
    live.listen = (by, sink) => {
      const stop = liveAudio.listen(sink)
      if (stop !== null) journal.note('listened_in', { by })
      return stop
    }
    const running = session.run()
    if (context.answeredBy === 'machine') session.machineVerdict('machine')
    await running
    liveAudio.close()
    // A tool call in progress when the person hangs up still gets its line in the timeline.
    await withTimeLimit(clock, TOOL_TIMEOUT_MS_MAX + AGENT_HOST_LIMITS.loadMs, tools.settled()).catch(() => {})
    const recorded = recording !== null && (await recording.close())
    await journal.flush()
    this.#owe(this.#settle(context, journal, recorded))
  }

  /** Stores the record before the recording: a recording without a record counts as that of an erased person. */
  async #settle(context: CallContext, journal: Journal, recorded: boolean): Promise<void> {
    if (!journal.isStored) await this.#storeAgain(context, journal)
    if (recorded) await this.#keepRecording(context)
    await this.#options.finished?.(context, journal.record)
  }

  /** Retries storing a record: it includes the person's refusals, which must not be lost. */
  async #storeAgain({ callId }: CallContext, journal: Journal): Promise<void> {
    const { clock, log } = this.#options
    for (let attempt = 1; attempt <= AGENT_HOST_LIMITS.storeAgainTries; attempt++) {
      await sleep(clock, AGENT_HOST_LIMITS.storeAgainMs)
      await journal.flush()
      if (journal.isStored) return
    }
    log.error({ call_id: callId }, 'giving up storing a call record: its transcript, values and refusal are lost')
  }

  /** Plays the announcement to a transfer target, who is then connected by the node that requested the transfer. */
  async #takeOver(call: CallRef, media: MediaStream, context: CallContext): Promise<void> {
    const { clock } = this.#options
    const { synthesizer, voice } = this.#options.speechOf(context)
    void this.#report(call, { kind: 'agent' })
    const ready = async () => this.#options.readyToTakeOver?.(call.callId)
    const { transfer_announcement: text = '', transfer_keys: keys = '' } = context.variables
    if (await announce({ clock, media, text, keys, synthesizer, voice, ready })) return
    media.close()
    await this.#hangUp(call)
  }

  #owe(work: Promise<void>): void {
    this.#owed.add(work)
    void work
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'failed to report the end of a call'))
      .finally(() => this.#owed.delete(work))
  }

  #openJournal(context: CallContext, ringingAtMs: number | null): Journal {
    const { clock, journalStore, log } = this.#options
    const save = recordSaverOf(journalStore, context.organizationId, context.callId, () => clock.now())
    const journal = new Journal(clock, save, (error) =>
      log.error({ call_id: context.callId, err: error }, 'failed to store a call record; it is retried'),
    )
    journal.prices = sealedSettings(context.modelSettings).prices
    journal.entered = (id, name) => this.#options.entered?.(context, { id, name })
    if (context.dialedAtMs !== null) journal.note('dialed', {}, context.dialedAtMs)
    if (ringingAtMs !== null) journal.note('ringing', {}, ringingAtMs)
    journal.note('answered', {}, context.answeredAtMs ?? clock.now())
    if (context.fetched) noteFetched(journal, context.fetched)
    for (const recording of context.missingRecordings ?? []) journal.note('recording_missing', { recording })
    return journal
  }

  #openRecording(context: CallContext, format: AudioFormat): Recording | null {
    const { recordingsDirectory: directory, clock, openResampler, log } = this.#options
    const excerptsOnly = !this.#isRecorded(context)
    if (directory === null || (excerptsOnly && !asksForConsent(context.definition))) return null
    const { organizationId, callId } = context
    const onFailure = (error: unknown) => log.error({ call_id: callId, err: error }, 'failed to write a recording')
    return new Recording({ directory, organizationId, callId, clock, format, openResampler, excerptsOnly, onFailure })
  }

  #isRecorded({ definition }: CallContext): boolean {
    return this.#options.recordingsDirectory !== null && definition.settings?.recording === true
  }

  async #keepRecording({ organizationId, callId }: CallContext): Promise<void> {
    const { keepRecording, log } = this.#options
    await keepRecording?.({ organizationId, callId }).catch((error: unknown) =>
      log.warn({ call_id: callId, err: error }, 'failed to store a recording; it is retried'),
    )
  }

  #warmGreeting(context: CallContext, format: AudioFormat, used: (use: SpeechUse) => void): void {
    const start = startNodeOf(context.definition)
    const parts = start === undefined ? [] : spokenParts(start)
    for (const { recordingId } of parts) if (recordingId !== null) context.recorded?.(recordingId, format)
    const greeting = parts
      .filter(({ recordingId }) => recordingId === null)
      .map(({ text }) => spokenTextOf(context, {}, text))
      .join(' ')
    const first = this.#isRecorded(context) ? [recordingNotice(context, {}), greeting] : [greeting]
    try {
      const { synthesizer, voice } = this.#options.speechOf(context)
      synthesizer.warm(first.flatMap(splitIntoClauses), { format, voice, used }).catch(() => {})
    } catch {
      // Errors are ignored here, because the conversation itself reports problems with its speech.
    }
  }

  /** Keeps the connection to the model open until the call is answered or ends. */
  #keepModelWarm(callId: number, context: CallContext): void {
    const prepared = this.#prepared.get(callId)
    const { warmModel, clock } = this.#options
    if (prepared === undefined || warmModel === undefined) return
    warmModel(context.definition, context)
    prepared.warming = clock.after(WARM_EVERY_MS, () => this.#keepModelWarm(callId, context))
  }

  async #report(call: CallRef, news: SessionReport): Promise<void> {
    try {
      await this.#options.report(call, news)
    } catch (error) {
      this.#options.log.error({ call_id: call.callId, err: error }, 'failed to store an event of a conversation')
    }
  }

  async #hangUp(call: CallRef): Promise<void> {
    try {
      await this.#options.hangUp(call)
    } catch (error) {
      this.#options.log.warn({ call_id: call.callId, err: error }, 'failed to hang up a call')
    }
  }

  #forget(callId: number): void {
    const prepared = this.#prepared.get(callId)
    prepared?.expiry.cancel()
    prepared?.warming?.cancel()
    this.#prepared.delete(callId)
  }
}

/** Stores fetched values with the call, like all other values. */
function noteFetched(journal: Journal, { ok, status, reason, message, ms, variables }: PreCallFetchResult): void {
  const failure = ok ? {} : { reason, message }
  journal.note('pre_call_fetch', { ok, status, ms, ...failure, variables: Object.keys(variables) })
  for (const [name, value] of Object.entries(variables)) journal.gather(name, value)
}

const languageOfWorkflow = ({ settings }: WorkflowDefinition): string => settings?.language || DEFAULT_LANGUAGE

/** Languages that the person may ask for. */
function otherLanguagesOf({ definition, languages = [] }: CallContext): string[] {
  const own = languageOfWorkflow(definition)
  return languages.map(languageOfWorkflow).filter((language) => language !== own)
}
