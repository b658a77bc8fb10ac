import type { Clock, Timer } from '../kernel/clock.ts'
import { mask } from '../kernel/mask.ts'
import type { ModelUsage, ModelUsageListener } from '../models/chat-attempt.ts'
import {
  type CallModelUsage,
  countRequest,
  countSpeech,
  countTokens,
  type ModelPrices,
} from '../models/rules/usage-cost.ts'
import type { SpeechUse } from '../speech/rules/speech-use.ts'
import { citedSources, type Passage } from './rules/cite-passages.ts'
import { plainText } from './rules/plain-text.ts'
import { type RecordedTurn, storedTurnOf, type TurnRecorder } from './rules/recorded-turns.ts'
import type { EdgeTaken, Turn } from './rules/turn.ts'
import { type Utterance, WITHHELD } from './rules/utterance.ts'
import { WithheldValues } from './rules/withheld-values.ts'

/** The stored record of a call, as the API shows it. */
export interface CallRecord {
  timeline: TimelineEntry[]
  transcript: TranscriptLine[]
  gathered: Record<string, string>
  latencies: Latencies
  disposition: string | null
  /** The input of the script brain; empty if a model led the conversation. */
  turns: RecordedTurn[]
  /** Usage of language models; left out: none was asked. */
  usage?: CallModelUsage
}

export interface TimelineEntry {
  at: string
  event: TimelineEvent
  [detail: string]: string | number | boolean | null | readonly string[]
}

export type TimelineEvent =
  | 'dialed'
  | 'ringing'
  | 'answered'
  | 'agent_started'
  | 'missing_variables'
  | 'node_entered'
  | 'not_understood'
  | 'said_meanwhile'
  | 'agent_spoke'
  | 'person_spoke'
  | 'keys_pressed'
  | 'no_input'
  | 'interrupted'
  | 'echo'
  | 'machine'
  | 'beep'
  | 'gate'
  | 'announcement'
  | 'suppression_offered'
  | 'keys_sent'
  | 'value_gathered'
  | 'do_not_call'
  | 'suppressed'
  | 'suppression_simulated'
  | 'suppression_failed'
  | 'call_back'
  | 'consent_asked'
  | 'consent'
  | 'transfer'
  /** An operator takes the call over; the event `transfer` follows with the result. */
  | 'take_over'
  /** An operator began to listen. */
  | 'listened_in'
  | 'filler'
  | 'not_said'
  | 'fell_back'
  | 'brain_failed'
  | 'speech_failed'
  | 'recognition_failed'
  /** A speech service failed; the entry names the service, the reason and the replacement. */
  | 'speech_service'
  /** A chat endpoint failed and the next one was asked; the entry names the endpoint, the reason and the replacement. */
  | 'model_endpoint'
  /** The other side repeats itself, or no new step is reached: it is probably a machine. */
  | 'no_progress'
  | 'ended'
  /** A tool was called, or was not called and why. */
  | 'tool'
  | 'pre_call_fetch'
  /** A look-up in documents: the question, and the passages found. */
  | 'knowledge'
  /** The workflow does not have the person's language, so the conversation is held in the workflow's own. */
  | 'language_not_offered'
  /** The person asked for another language of the workflow; `ok`: the conversation continues in that language. */
  | 'language_switched'
  /** A recording could not be loaded, so the synthesized voice speaks instead. */
  | 'recording_missing'
  | 'webhook'
  | 'analysis'

export interface TranscriptLine {
  who: 'agent' | 'person'
  text: string
  at: string
  /** Confidence of the person's words; null for the agent's words and for keys. */
  confidence: number | null
  /** The part of the agent's words that was heard, if they were interrupted. */
  heard: string | null
  node: string | null
  /** For the agent's words: the document passages that contain them; left out if there are none. */
  sources?: string[]
}

export interface Latencies {
  /** Time from the answer (the audio is connected) to the agent's first audio. */
  first_audio_ms?: number
  /** Median time from the end of the person's speech to the agent's first audio. */
  reply_gap_p50_ms?: number
  reply_gap_max_ms?: number
  replies?: number
}

/** Stores a record. May reject: the journal retries. */
export type SaveCallRecord = (record: CallRecord) => Promise<void>

export const JOURNAL_LIMITS = {
  /** Interval of storing the record, and so the longest part of a call that a crash loses. */
  writeEveryMs: 1000,
  mostEntries: 2000,
  mostLines: 1000,
  mostValues: 200,
  /** Maximum number of passages that a line may cite. */
  mostPassages: 100,
  mostTurns: 400,
  longestText: 8000,
  longestValue: 2000,
  /** Number of attempts to store the final record. */
  lastWriteTries: 5,
  lastWriteBackOffMs: 400,
} as const

/** The record of one call. Cheap to write to; stored at most once a second, and at the end. */
export class Journal implements TurnRecorder, ModelUsageListener {
  readonly #clock: Clock
  readonly #save: SaveCallRecord
  readonly #onFailure: (error: unknown) => void
  readonly #record: CallRecord
  readonly #replyGaps: number[] = []
  /** Called for live subscribers when a step is reached. */
  entered: ((nodeId: string, nodeName: string) => void) | null = null
  /** Sensitive values, which must not appear in any text. */
  readonly #withheld = new WithheldValues()
  /** The agent's lines as they were said; a sensitive value may span several parts of a line. */
  readonly #whole = new WeakMap<TranscriptLine, string>()
  /** The last pressed keys, while further keys may belong to the same line. */
  #pressed: { line: TranscriptLine; keys: string } | null = null
  #node: string | null = null
  #keepsTurns = true
  /** Passages that were looked up since the person last spoke, and all others that the model has seen. */
  #freshPassages: Passage[] = []
  #otherPassages: Passage[] = []
  #timer: Timer | undefined
  #writing: Promise<void> | undefined
  #lastWriteMs = Number.NEGATIVE_INFINITY
  #changed = false
  #closed = false

  constructor(clock: Clock, save: SaveCallRecord, onFailure: (error: unknown) => void) {
    this.#clock = clock
    this.#save = save
    this.#onFailure = onFailure
    this.#record = {
      timeline: [],
      transcript: [],
      gathered: {},
      latencies: {},
      disposition: null,
      turns: [],
    }
  }

  get record(): Readonly<CallRecord> {
    return this.#record
  }

  get gathered(): Readonly<Record<string, string>> {
    return this.#record.gathered
  }

  /** Adds an entry. `atMs`: wall time, if it happened earlier. */
  note(event: TimelineEvent, details: Omit<TimelineEntry, 'at' | 'event'> = {}, atMs = this.#clock.now()): void {
    // The end is always recorded, even if the list is full.
    if (this.#record.timeline.length >= JOURNAL_LIMITS.mostEntries && event !== 'ended') return
    const clean = Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? this.#detail(name, value) : value,
    ])
    this.#record.timeline.push({ at: isoTime(atMs), event, ...Object.fromEntries(clean) })
    this.#touch()
  }

  enter(nodeId: string, nodeName: string, via?: EdgeTaken): void {
    this.#node = nodeId
    this.#pressed = null
    this.entered?.(nodeId, nodeName)
    const edge = via && { edge: via.edgeId, because: via.because, ...(via.score === null ? {} : { score: via.score }) }
    this.note('node_entered', { node: nodeId, name: nodeName, ...edge })
  }

  /** The line stays open for `addTo` and `heardOnly` while the agent continues to speak. */
  agentSays(text: string): TranscriptLine {
    const line = this.#line({ who: 'agent', text: '', confidence: null })
    this.addTo(line, text)
    return line
  }

  addTo(line: TranscriptLine, text: string): void {
    const before = this.#whole.get(line)
    const whole = plainText(before === undefined ? text : `${before} ${text}`, JOURNAL_LIMITS.longestText)
    this.#whole.set(line, whole)
    // The whole text is checked, because text comes clause by clause and a clause may end within a value.
    line.text = this.#withheld.inHeard(whole)
    const sources = citedSources(whole, this.#freshPassages, this.#otherPassages)
    if (sources.length > 0) line.sources = sources
    this.#touch()
  }

  /** Notes that a model has seen these passages, so that its later words may cite them. */
  showed(passages: readonly Passage[], { isLookUp }: { isLookUp: boolean }): void {
    const shown = isLookUp ? this.#freshPassages : this.#otherPassages
    shown.push(...passages)
    shown.splice(0, shown.length - JOURNAL_LIMITS.mostPassages)
  }

  heardOnly(line: TranscriptLine, heard: string): void {
    line.heard = this.#withheld.inHeard(plainText(heard, JOURNAL_LIMITS.longestText))
    this.#touch()
  }

  personSaid(words: Utterance, startedAtMs: number): void {
    this.#answered()
    const confidence = Math.round((words.confidence ?? 1) * 100) / 100
    const line = this.#line({ who: 'person', text: words.shown, confidence })
    line.at = isoTime(this.#wallTime(startedAtMs))
    this.#putInOrder(line)
  }

  /** Records keys of the person; a series of keys is one line. For sensitive keys, not even their number is recorded. */
  personPressed(pressed: Utterance): void {
    this.#answered()
    if (pressed.isWithheld) return this.#pressedInSecret()
    const keys = pressed.shown
    const before = this.#pressed
    if (before !== null && this.#record.transcript.at(-1) === before.line) {
      before.keys += keys
      before.line.text = pressedText(before.keys)
      return this.#touch()
    }
    this.#pressed = { line: this.#line({ who: 'person', text: pressedText(keys), confidence: null }), keys }
  }

  /** The question was answered: later look-ups belong to the next answer. */
  #answered(): void {
    const before = this.#freshPassages
    this.#freshPassages = []
    this.showed(before, { isLookUp: false })
  }

  #pressedInSecret(): void {
    this.#pressed = null
    const last = this.#record.transcript.at(-1)
    if (last?.text === KEYS_WITHHELD && last.node === this.#node) return
    this.#line({ who: 'person', text: KEYS_WITHHELD, confidence: null })
  }

  /** Adds keys to the timeline; for sensitive keys only the fact that there were some. */
  keysPressed(count: number, withheld: boolean): void {
    if (!withheld) return this.note('keys_pressed', { count })
    const last = this.#record.timeline.at(-1)
    if (last?.event !== 'keys_pressed' || last.count !== undefined) this.note('keys_pressed')
  }

  /** The person's words that are not sensitive, oldest first. */
  get personsWords(): string[] {
    const spoken = this.#record.transcript.filter(({ who, confidence }) => who === 'person' && confidence !== null)
    return spoken.map(({ text }) => text).filter((text) => text !== WITHHELD)
  }

  /** Sorts a line by the time at which it was said: speech is transcribed later, when the agent may have spoken. */
  #putInOrder(line: TranscriptLine): void {
    const { transcript } = this.#record
    if (transcript.at(-1) !== line) return
    transcript.pop()
    const before = transcript.findLastIndex(({ at }) => at <= line.at)
    transcript.splice(before + 1, 0, line)
  }

  /** Records a sensitive value, which is used in the conversation and stored nowhere: from now on only its mask is written. */
  gatherSensitive(name: string, value: string): void {
    this.gather(name, this.withhold(value))
  }

  /** From now on only the mask of this value is written. Returns the mask. */
  withhold(value: string): string {
    const masked = mask(value)
    this.#withheld.add(value, masked)
    return masked
  }

  /** Whether a sensitive value, or a part of it, occurs in this text. */
  withholds(text: string): boolean {
    return this.#withheld.occursIn(text)
  }

  gather(name: string, value: string): void {
    const known = Object.hasOwn(this.#record.gathered, name)
    if (!known && Object.keys(this.#record.gathered).length >= JOURNAL_LIMITS.mostValues) return
    this.#record.gathered[plainText(name, JOURNAL_LIMITS.longestValue)] = plainText(value, JOURNAL_LIMITS.longestValue)
    this.note('value_gathered', { name })
  }

  /** Records a turn; only words and keys that are unmodified in the transcript are recorded. */
  /** Records the change of language. The conversation can no longer be replayed in one language, so its input is dropped. */
  switchedLanguage(language: string, because: 'asked' | 'answered', ok: boolean): void {
    this.note('language_switched', { language, because, ok })
    if (!ok) return
    this.#keepsTurns = false
    this.#record.turns = []
  }

  recordTurn(turn: Turn, { isSensitive, isAfterEnd }: { isSensitive: boolean; isAfterEnd: boolean }): () => void {
    const atMs = this.#clock.now()
    if (isSensitive || !this.#isInTranscript(turn)) {
      this.#remember({ atMs, withheld: true })
      return () => {}
    }
    const entry: RecordedTurn = {
      atMs,
      turn: storedTurnOf(turn),
      ...(isAfterEnd ? { afterEnd: true } : {}),
      skipped: true,
    }
    this.#remember(entry)
    return () => {
      delete entry.skipped
      this.#touch()
    }
  }

  recordToolOutcome(
    tool: string,
    outcome: { ok: boolean; variables: readonly { name: string; value: string }[] },
  ): void {
    const variables = outcome.variables.map(({ name, value }) => ({ name, value: this.#kept(value) }))
    this.#remember({ atMs: this.#clock.now(), tool, ok: outcome.ok, variables })
  }

  /** Records variables that a service returned before the call. */
  recordKnown(known: Record<string, string>): void {
    this.#remember({ atMs: this.#clock.now(), known })
  }

  moved(move: { from: string; because: string; to: string }): void {
    this.note('model_endpoint', move)
  }

  /** The prices that apply to this call; null: none. */
  prices: ModelPrices | null = null

  asked(model: string): void {
    countRequest(this.#usage(), model, this.prices)
    this.#touch()
  }

  used(tokens: ModelUsage): void {
    countTokens(this.#usage(), tokens, this.prices)
    this.#touch()
  }

  speechUsed(use: SpeechUse): void {
    countSpeech(this.#usage(), use, this.prices)
    this.#touch()
  }

  #usage(): CallModelUsage {
    this.#record.usage ??= { currency: this.prices?.currency ?? null, models: [] }
    return this.#record.usage
  }

  firstAudio(ms: number): void {
    this.#record.latencies.first_audio_ms ??= Math.round(ms)
    this.#touch()
  }

  replyGap(ms: number): void {
    if (this.#replyGaps.length >= JOURNAL_LIMITS.mostLines) return
    this.#replyGaps.push(Math.max(0, Math.round(ms)))
    const sorted = [...this.#replyGaps].sort((one, other) => one - other)
    Object.assign(this.#record.latencies, {
      reply_gap_p50_ms: sorted[Math.floor((sorted.length - 1) / 2)],
      reply_gap_max_ms: sorted.at(-1),
      replies: sorted.length,
    })
    this.#touch()
  }

  set disposition(disposition: string) {
    this.#record.disposition = plainText(disposition, 100)
    this.#touch()
  }

  /** Whether all entries are stored. */
  get isStored(): boolean {
    return !this.#changed
  }

  /** Stores the current record; resolves when it is stored or has failed. Further notes need another `flush`. */
  async flush(): Promise<void> {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#closed = true
    for (let attempt = 1; attempt <= JOURNAL_LIMITS.lastWriteTries; attempt++) {
      await this.#writing
      if (!this.#changed) return
      await this.#write()
      if (!this.#changed) return
      await new Promise<void>((resolve) => this.#clock.after(JOURNAL_LIMITS.lastWriteBackOffMs * 2 ** attempt, resolve))
    }
  }

  #line(line: Pick<TranscriptLine, 'who' | 'text' | 'confidence'>): TranscriptLine {
    const text = this.#kept(line.text)
    const kept: TranscriptLine = { ...line, text, at: isoTime(this.#clock.now()), heard: null, node: this.#node }
    if (this.#record.transcript.length < JOURNAL_LIMITS.mostLines) this.#record.transcript.push(kept)
    this.#touch()
    return kept
  }

  #remember(entry: RecordedTurn): void {
    if (!this.#keepsTurns) return
    const { turns } = this.#record
    if (turns.length < JOURNAL_LIMITS.mostTurns) turns.push(entry)
    // Beyond this many turns, the rest cannot be replayed.
    else turns[JOURNAL_LIMITS.mostTurns - 1] = { atMs: entry.atMs, withheld: true }
    this.#touch()
  }

  /**
   * Whether the words of a turn are in the transcript; they may be joined from several lines, and sensitive words are in none.
   */
  #isInTranscript(turn: Turn): boolean {
    if (turn.kind === 'digits') return this.#pressed?.keys.endsWith(turn.digits) === true
    if (turn.kind !== 'heard') return true
    const ours = turn.interrupted?.heardText ?? ''
    if (this.#withheld.inHeard(ours) !== ours) return false
    const spoken = this.#record.transcript.filter(({ who, confidence }) => who === 'person' && confidence !== null)
    const transcript = inOneSpace(spoken.map(({ text }) => text).join(' '))
    return turn.words.judge((text) => transcript.includes(inOneSpace(text)))
  }

  #kept(text: string): string {
    return this.#withheld.in(plainText(text, JOURNAL_LIMITS.longestText))
  }

  /**
   * A detail of an entry. Only speech is searched for sensitive values: ids and reasons stay unchanged, even if a short value
   * occurs in them.
   */
  #detail(name: string, value: string): string {
    const plain = plainText(value, JOURNAL_LIMITS.longestText)
    if (name === 'said' || name === 'question') return this.#withheld.in(plain)
    return name === 'heard' ? this.#withheld.inHeard(plain) : plain
  }

  #wallTime(monotonicMs: number): number {
    return this.#clock.now() - (this.#clock.monotonic() - monotonicMs)
  }

  #touch(): void {
    this.#changed = true
    if (this.#closed || this.#timer !== undefined || this.#writing !== undefined) return
    const waitMs = Math.max(0, this.#lastWriteMs + JOURNAL_LIMITS.writeEveryMs - this.#clock.monotonic())
    this.#timer = this.#clock.after(waitMs, () => {
      this.#timer = undefined
      void this.#write()
    })
  }

  #write(): Promise<void> {
    this.#changed = false
    this.#lastWriteMs = this.#clock.monotonic()
    this.#writing = this.#save(structuredClone(this.#record))
      .catch((error: unknown) => {
        this.#changed = true
        this.#onFailure(error)
      })
      .then(() => {
        this.#writing = undefined
        if (this.#changed && !this.#closed) this.#touch()
      })
    return this.#writing
  }
}

const inOneSpace = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** Formats keys in parentheses, like everything in a transcript that was not spoken. */
function pressedText(keys: string): string {
  return `(pressed ${keys})`
}

const KEYS_WITHHELD = '(pressed keys, withheld)'

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
