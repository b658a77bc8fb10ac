/** A try-out conversation without a phone: the session of real calls, on a virtual clock that advances without waiting. */

import type { Conversation, TextBrain } from '../agent/brain.ts'
import { type CallRecord, Journal, type TimelineEntry, type TranscriptLine } from '../agent/journal.ts'
import type { EdgeReason, UnclearReason } from '../agent/rules/turn.ts'
import { Session } from '../agent/session.ts'
import type { SessionResult } from '../agent/session-options.ts'
import type { Log } from '../kernel/log.ts'
import { promisesSettled, VirtualClock } from '../kernel/virtual-clock.ts'
import type { StandardSentences } from '../language/rules/sentences.ts'
import type { OpenResampler } from '../speech/resample.ts'
import type { OpenVoiceGate } from '../speech/vad.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { labelOf } from '../workflows/rules/exits.ts'
import { BusyTrackingBrain } from './busy-tracking-brain.ts'
import { ClockDrivenLine } from './clock-driven-line.ts'
import type { TrialInput } from './person-input.ts'
import type { PersonMove, PersonScript } from './simulated-people.ts'
import { estimatedSpeechMs, silentSynthesizer, TextInput } from './text-speech.ts'

export const TRIAL_LIMITS = {
  /** Delay of the person's "hello" after answering. */
  helloAfterMs: 300,
  speakingEveryMs: 200,
  /** Longest virtual time to wait for anything in a conversation. */
  longestWaitMs: 10 * 60_000,
  /** Delay between two keys of a simulated person. */
  keyMs: 250,
  /** A simulated person who talks without end is stopped after this many moves. */
  movesMax: 400,
} as const

export interface TrialOptions {
  definition: WorkflowDefinition
  variables: Readonly<Record<string, string>>
  nowMs: number
  log: Log
  sentences: StandardSentences
  openBrain(conversation: Conversation): TextBrain
}

export interface TrialStep {
  node: string
  name: string
  edge: string | null
  label: string | null
  because: EdgeReason | null
  score: number | null
}

/** Actions that a real call would have carried out. */
export type TrialAction = { kind: 'do_not_call' } | { kind: 'transfer'; destination: string }

/** Everything that happened after the last input. */
export interface TrialUpdate {
  state: 'waiting' | 'ended'
  said: Pick<TranscriptLine, 'who' | 'text' | 'heard' | 'node'>[]
  node: string | null
  steps: TrialStep[]
  notUnderstood: UnclearReason | null
  gathered: Record<string, string>
  actions: TrialAction[]
  missingVariables: string[]
  disposition: string | null
  endedBy: SessionResult['endedBy'] | null
  elapsedMs: number
}

export class TrialConversation {
  readonly #clock: VirtualClock
  readonly #line: ClockDrivenLine
  readonly #brain: BusyTrackingBrain
  readonly #journal: Journal
  readonly #session: Session
  readonly #definition: WorkflowDefinition
  readonly #actions: TrialAction[] = []
  #input!: TextInput
  #result: SessionResult | null = null
  #told = { lines: 0, entries: 0, actions: 0 }

  constructor(options: TrialOptions) {
    const { definition, variables, log, sentences } = options
    const clock = new VirtualClock({ startMs: options.nowMs })
    this.#clock = clock
    this.#definition = definition
    this.#line = new ClockDrivenLine(clock, { encoding: 'mulaw', sampleRateHz: 8000 })
    this.#journal = new Journal(
      clock,
      async () => {},
      () => {},
    )
    const { gathered } = this.#journal
    const turns = this.#journal
    const conversation: Conversation = { callId: 0, direction: 'outbound', definition, variables, gathered, turns }
    this.#brain = new BusyTrackingBrain(options.openBrain(conversation))
    this.#session = new Session({
      clock,
      log,
      media: this.#line,
      conversation,
      brain: this.#brain,
      journal: this.#journal,
      sentences,
      synthesizer: silentSynthesizer,
      recognizer: null,
      openGate: noGate,
      openResampler: noResampler,
      openInput: (listener) => {
        this.#input = new TextInput(clock, listener)
        return this.#input
      },
      hooks: {
        report() {},
        hangUp: async () => {},
        transfer: async ({ destination }) => {
          this.#actions.push({ kind: 'transfer', destination })
          return { ok: true, message: 'Not carried out: this is a test conversation.' }
        },
        suppress: async () => void this.#actions.push({ kind: 'do_not_call' }),
      },
    })
  }

  /** The person answers, saying `hello` if given. Resolves when the agent has spoken and it is the person's turn. */
  async begin(hello: string | null): Promise<TrialUpdate> {
    this.#start()
    if (hello !== null) {
      await this.#clock.pass(TRIAL_LIMITS.helloAfterMs)
      await this.#speak(hello)
    }
    return this.#untilWaiting()
  }

  /** A simulated person answers, and the conversation runs to its end. */
  async meet(script: PersonScript): Promise<TrialUpdate> {
    this.#start()
    let heard: 'words' | 'silence' = 'silence'
    for (let moves = 0; this.#result === null && moves < TRIAL_LIMITS.movesMax; moves++) {
      const next = script.next(heard)
      if (next.done) break
      heard = await this.#move(next.value)
    }
    this.#line.close()
    await this.#until(() => false)
    return this.#news()
  }

  async take(input: TrialInput): Promise<TrialUpdate> {
    if (this.#result === null) {
      switch (input.kind) {
        case 'text':
          await this.#speak(input.text)
          break
        case 'keys':
          for (const digit of input.keys) this.#line.press(digit)
          break
        case 'silence':
          await this.#until(() => !this.#session.isWaiting)
          break
        case 'machine':
          this.#session.machineVerdict('machine')
          break
        case 'hang_up':
          this.#line.close()
      }
    }
    return this.#untilWaiting()
  }

  get isOver(): boolean {
    return this.#result !== null
  }

  /** The whole transcript. */
  get transcript(): readonly TranscriptLine[] {
    return this.#journal.record.transcript
  }

  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic())
  }

  get record(): Readonly<CallRecord> {
    return this.#journal.record
  }

  close(): void {
    this.#session.end('system', 'shutdown')
    this.#brain.close()
    this.#line.close()
  }

  #start(): void {
    // The session never rejects.
    void this.#session.run().then((result) => {
      this.#result = result
    })
  }

  async #move(move: PersonMove): Promise<'words' | 'silence'> {
    switch (move.kind) {
      case 'pause':
        await this.#pass(move.ms)
        return 'silence'
      case 'say':
        await this.#speak(move.text)
        await promisesSettled()
        return 'silence'
      case 'press':
        this.#line.press(move.digit)
        await this.#pass(TRIAL_LIMITS.keyMs)
        return 'silence'
      case 'overhear':
        await this.#pass(move.ms)
        return 'words'
      case 'listen':
        // A person who has just spoken waits for the agent's reply.
        await this.#until(() => !this.#session.isWaiting)
        await this.#until(() => this.#session.isWaiting)
        return 'words'
      case 'outwait':
        await this.#until(() => false)
        return 'silence'
    }
  }

  async #pass(ms: number): Promise<void> {
    const endMs = this.#clock.monotonic() + ms
    await this.#until(() => false, endMs)
    if (this.#result === null) await this.#clock.pass(Math.max(0, endMs - this.#clock.monotonic()))
  }

  async #speak(text: string): Promise<void> {
    this.#input.begin()
    for (let leftMs = estimatedSpeechMs(text); leftMs > 0; leftMs -= TRIAL_LIMITS.speakingEveryMs) {
      await this.#clock.pass(Math.min(leftMs, TRIAL_LIMITS.speakingEveryMs))
      this.#input.speakOn()
    }
    this.#input.end(text)
  }

  async #untilWaiting(): Promise<TrialUpdate> {
    await this.#until(() => this.#session.isWaiting)
    return this.#news()
  }

  /** Advances the clock from event to event; it stands still while a brain computes. */
  async #until(reached: () => boolean, endMs = this.#clock.monotonic() + TRIAL_LIMITS.longestWaitMs): Promise<void> {
    await promisesSettled()
    while (this.#result === null && !reached()) {
      const { thinking } = this.#brain
      if (thinking !== null) await thinking.then(promisesSettled)
      else if (!(await this.#clock.step(endMs - this.#clock.monotonic()))) return
    }
  }

  #news(): TrialUpdate {
    const { transcript, timeline, gathered, disposition } = this.#journal.record
    const lines = transcript.slice(this.#told.lines)
    const entries = timeline.slice(this.#told.entries)
    const actions = this.#actions.slice(this.#told.actions)
    this.#told = { lines: transcript.length, entries: timeline.length, actions: this.#actions.length }
    const missed = entries.findLast(({ event }) => event === 'not_understood')
    return {
      state: this.#result === null ? 'waiting' : 'ended',
      said: lines.map(({ who, text, heard, node }) => ({ who, text, heard, node })),
      node: (timeline.findLast(({ event }) => event === 'node_entered')?.node as string | undefined) ?? null,
      steps: entries.filter(({ event }) => event === 'node_entered').map((entry) => this.#step(entry)),
      notUnderstood: (missed?.because as UnclearReason | undefined) ?? null,
      gathered: { ...gathered },
      actions,
      missingVariables: entries.flatMap(({ event, names }) =>
        event === 'missing_variables' ? [...(names as readonly string[])] : [],
      ),
      disposition: this.#result === null ? null : disposition,
      endedBy: this.#result?.endedBy ?? null,
      elapsedMs: Math.round(this.#clock.monotonic()),
    }
  }

  #step({ node, name, edge, because, score }: TimelineEntry): TrialStep {
    const taken = this.#definition.edges.find(({ id }) => id === edge)
    return {
      node: String(node),
      name: String(name),
      edge: taken?.id ?? null,
      label: taken === undefined ? null : labelOf(taken) || null,
      because: (because as EdgeReason | undefined) ?? null,
      score: (score as number | undefined) ?? null,
    }
  }
}

/** No voice detection, because a text conversation has no audio. */
const noGate: OpenVoiceGate = () => ({ isVoice: () => false, close() {} })
const noResampler: OpenResampler = () => ({
  push: (samples) => samples,
  flush: () => new Int16Array(0),
  close() {},
})
