import type { Timer } from '../kernel/clock.ts'
import { rejectOnAbort } from '../kernel/time-limit.ts'
import { canBackchannelBeAnswer, utteranceKind } from '../language/rules/utterance-kind.ts'
import type { SpeechSegment } from './audio-input.ts'
import { BrainFailed, type TextBrain } from './brain.ts'
import type { Dialog, DialogContext, UnderstoodSpeech } from './dialog.ts'
import type { TranscriptLine } from './journal.ts'
import { dialogStep, mayContinuePreviousTurn } from './rules/dialog-state.ts'
import { dialogTimers } from './rules/dialog-timers.ts'
import {
  DIALOG_TIMERS,
  type DialogEffect,
  type DialogEvent,
  type DialogState,
  type DialogTimer,
  type LineFacts,
  NEW_DIALOG,
} from './rules/dialog-types.ts'
import { endOfTurnMs } from './rules/end-of-turn.ts'
import type { Turn } from './rules/turn.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'
import { Utterance } from './rules/utterance.ts'

/**
 * A conversation with a text brain: recognizer, brain and synthesizer in sequence. `rules/dialog-state.ts` decides who may
 * speak when; its effects are carried out here.
 */
export class CascadedDialog implements Dialog {
  readonly #brain: TextBrain
  readonly #context: DialogContext
  readonly #timers = new Map<DialogTimer, { key: string; timer: Timer }>()
  #state: DialogState = NEW_DIALOG
  /** Whether the conversation has begun; before that nothing is answered, because no question was asked. */
  #begun = false
  /** Aborts the current work of the brain. */
  #stop: AbortController | undefined
  #line: TranscriptLine | undefined
  /** Transcript line of the interrupted prompt, in case it is resumed. */
  #cutLine: TranscriptLine | undefined
  #lastVoiceAtMs: number | undefined
  /** The time of the person's last voiced frame. */
  #voicedAtMs = Number.NEGATIVE_INFINITY

  constructor(brain: TextBrain, context: DialogContext) {
    this.#brain = brain
    this.#context = context
  }

  get isWaiting(): boolean {
    const state = this.#state
    if (!this.#begun || state.kind !== 'listening' || state.unclear.length > 0 || state.keys.presses > 0) return false
    if (state.ending !== null || state.early !== null) return false
    return state.hold || !this.#context.speaker.isSpeaking
  }

  get isEnding(): boolean {
    return this.#state.kind !== 'stopped' && this.#state.farewell !== null
  }

  get mayContinue(): boolean {
    return mayContinuePreviousTurn(this.#state, this.#facts())
  }

  begin(): void {
    this.#begun = true
    this.#on({ kind: 'begun' })
  }

  audio(): void {}

  speechStarted(): void {
    this.#brain.warm?.()
    this.#on({ kind: 'speech_started' })
  }

  speaking(lengthMs: number): void {
    this.#voicedAtMs = this.#context.clock.monotonic()
    this.#brain.warm?.()
    if (lengthMs >= this.#context.interruption.afterMs) this.#on({ kind: 'speaking', lengthMs })
  }

  speechEnded({ lastVoiceAtMs }: SpeechSegment): void {
    this.#on({ kind: 'speech_ended', lastVoiceAtMs })
  }

  understood({ speech, words, confidence, onlyKeys }: UnderstoodSpeech): void {
    const { startedAtMs, lastVoiceAtMs, cut, echo } = speech
    const lengthMs = lastVoiceAtMs - startedAtMs
    this.#on({ kind: 'understood', words, confidence, lengthMs, lastVoiceAtMs, cut, onlyKeys, echo })
  }

  key(digit: string): void {
    this.#on({ kind: 'key', digit })
  }

  onPlaybackStarted(text: string): void {
    const { journal, clock } = this.#context
    if (this.#lastVoiceAtMs !== undefined) journal.replyGap(clock.monotonic() - this.#lastVoiceAtMs)
    this.#lastVoiceAtMs = undefined
    if (this.#line === undefined) this.#line = journal.agentSays(text)
    else journal.addTo(this.#line, text)
  }

  get wantsGuess(): boolean {
    return this.#brain.prepare !== undefined && this.#mayBeTurn
  }

  onSpeculativeTranscript(text: string): void {
    this.#prepare(text)
  }

  onPartialTranscript(text: string): void {
    if (this.#state.kind === 'stopped') return
    const { input, pack } = this.#context
    this.#prepare(text)
    input.endTurnAfter(endOfTurnMs(this.#state.expect, text, pack))
  }

  /**
   * Interim words over the agent's speech trigger barge-in earlier than the voice alone; a cough or an "uh-huh" has no such
   * words.
   */
  partly(text: string): void {
    const { interruption, pack } = this.#context
    if (utteranceKind(text, pack) === 'words') this.#on({ kind: 'speaking', lengthMs: interruption.afterMs })
  }

  quiet(): void {
    this.#on({ kind: 'quiet' })
  }

  personGone(): void {
    const { speaker, journal } = this.#context
    const line = this.#line ?? this.#cutLine
    if (this.#state.kind === 'stopped' || line === undefined) return
    if (speaker.isAudible || speaker.isPaused) journal.heardOnly(line, speaker.heardText)
  }

  stop(): void {
    this.#on({ kind: 'stop' })
    this.#stop?.abort(new Error('The conversation is over.'))
  }

  /**
   * Whether the current speech may become an ordinary turn. Speech over the agent's words may not be a turn at all, and its words
   * reach the brain together with the part of the prompt that was heard.
   */
  get #mayBeTurn(): boolean {
    const { speaker } = this.#context
    const { kind } = this.#state
    if (!this.#begun || kind !== 'listening' || speaker.isSpeaking || speaker.isPaused) return false
    // Nothing that is said at a sensitive step is sent speculatively.
    return !this.#context.isSensitive()
  }

  /** Lets the brain prepare its answer and synthesizes its first words, so that they can be said when the turn ends. */
  #prepare(text: string): void {
    const { pack, speaker } = this.#context
    if (!this.#mayBeTurn || !(utteranceKind(text, pack) === 'words' || canBackchannelBeAnswer(text, pack))) return
    this.#brain.prepare?.(text, (words) =>
      speaker.prepareReply(words, this.#context.clock.monotonic() - this.#voicedAtMs >= TURN_TAKING_LIMITS.silentMs),
    )
  }

  #on(event: DialogEvent): void {
    if (!this.#begun && event.kind !== 'stop') return
    const { state, effects } = dialogStep(this.#state, event, this.#facts(), this.#context.pack)
    this.#state = state
    for (const effect of effects) this.#do(effect)
    this.#keepTimers()
    if (state.kind !== 'stopped') this.#context.input.expectDigits(state.expect.spokenDigits ?? null)
    if (state.kind !== 'stopped' && !this.#context.input.someoneSpeaks) {
      this.#context.input.endTurnAfter(endOfTurnMs(state.expect, null, this.#context.pack))
    }
  }

  #facts(): LineFacts {
    const { speaker, input } = this.#context
    return {
      audible: speaker.isAudible,
      speaking: speaker.isSpeaking,
      paused: speaker.isPaused,
      interruptible: speaker.isInterruptible,
      someoneSpeaks: input.someoneSpeaks,
      heardText: speaker.heardText,
      interruption: this.#context.interruption,
    }
  }

  #keepTimers(): void {
    const plans = dialogTimers(this.#state, this.#facts(), this.#context.sentences.fillers.length)
    for (const name of DIALOG_TIMERS) {
      const plan = plans[name]
      const running = this.#timers.get(name)
      if (running?.key === plan?.key) continue
      running?.timer.cancel()
      this.#timers.delete(name)
      if (plan === null) continue
      const timer = this.#context.clock.after(plan.afterMs, () => this.#on({ kind: 'time_up', timer: name }))
      this.#timers.set(name, { key: plan.key, timer })
    }
  }

  #do(effect: DialogEffect): void {
    const { speaker, journal, sentences } = this.#context
    switch (effect.do) {
      case 'ask':
        return this.#ask(effect.turn, effect.number)
      case 'pause':
        return speaker.pause()
      case 'resume':
        this.#line ??= this.#cutLine
        return speaker.resume()
      case 'fall_silent':
        return this.#fallSilent(effect.heardText)
      case 'say':
        return speaker.say(effect.text, effect.interruptible, { recordingId: effect.recordingId })
      case 'give_time':
        return speaker.say(sentences.takeYourTime, true, { aside: true })
      case 'fill':
        return this.#fill(effect.number)
      case 'reply_to':
        this.#lastVoiceAtMs = effect.lastVoiceAtMs
        return
      case 'new_line':
        this.#cutLine = this.#context.speaker.isPaused ? (this.#line ?? this.#cutLine) : undefined
        this.#line = undefined
        return
      case 'note_keys':
        return journal.keysPressed(effect.count, this.#context.isSensitive())
      case 'note_echo':
        return journal.note('echo', { times: effect.times })
      case 'note_silence':
        return journal.note('no_input', { times: effect.times })
      case 'act':
        return this.#context.act(effect.act)
      case 'leave':
        return this.#context.leave(effect.disposition, sentences.farewell)
    }
  }

  #fallSilent(heardText: string | null): void {
    const { speaker, journal } = this.#context
    speaker.clear()
    speaker.beginTurn()
    if (heardText === null) return
    const line = this.#cutLine ?? this.#line
    if (line !== undefined) journal.heardOnly(line, heardText)
    journal.note('interrupted', { heard: heardText })
  }

  #fill(number: number): void {
    const { speaker, journal, sentences } = this.#context
    const filler = sentences.fillers[number]
    if (filler === undefined) {
      // A recognizer that takes too long has understood nothing, which is not a failure of the brain.
      if (this.#state.kind === 'answering') this.#context.fail('silent')
      return
    }
    journal.note('filler')
    speaker.say(filler, true, { aside: true })
  }

  #ask(turn: Turn, number: number): void {
    const isWithheld = this.#context.isSensitive()
    if (turn.kind === 'digits') this.#context.journal.personPressed(new Utterance(turn.digits, { isWithheld }))
    this.#stop?.abort(new Error('A newer turn has to be answered.'))
    // The interrupted prompt may be resumed, so it is known only after the brain's reaction whether the prompt counts as heard.
    if (!this.#context.speaker.isPaused) this.#context.speaker.beginTurn()
    this.#stop = new AbortController()
    void this.#follow(turn, number, this.#stop.signal)
  }

  /** Passes the brain's acts on, without waiting for a brain that ignores its signal. */
  async #follow(turn: Turn, number: number, signal: AbortSignal): Promise<void> {
    let characters = 0
    try {
      const acts = this.#brain.answer(turn, signal)[Symbol.asyncIterator]()
      for (;;) {
        const next = await rejectOnAbort(acts.next(), signal)
        if (next.done) break
        if (next.value.kind === 'say') characters += next.value.text.length
        if (next.value.kind === 'listen') this.#context.speaker.prepare(next.value.ahead ?? [])
        this.#on({ kind: 'acted', turn: number, act: next.value })
        if (signal.aborted || characters > TURN_TAKING_LIMITS.longestSayCharacters) {
          void acts.return?.().catch(() => {})
          break
        }
      }
    } catch (error) {
      if (!signal.aborted) this.#context.fail(reasonOf(error))
    }
    if (!signal.aborted) this.#on({ kind: 'answered', turn: number })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof BrainFailed) return error.message
  return error instanceof Error ? error.name : 'unknown'
}
