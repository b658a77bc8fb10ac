import type { TakeOverRefusal, TakeOverRequest } from '../calls/live-requests.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import { errorCatchingClock, withTimeLimit } from '../kernel/time-limit.ts'
import type { LanguagePack } from '../language/packs/pack.ts'
import { packOf } from '../language/packs/packs.ts'
import { type StandardSentences, sentencesToPresynthesize } from '../language/rules/sentences.ts'
import { OwnEcho } from '../speech/own-echo.ts'
import type { SpeechUse } from '../speech/rules/speech-use.ts'
import type { MediaListener } from '../telephony/media.ts'
import { conversationLimitMs } from '../workflows/rules/call-duration.ts'
import { startDelayMs } from '../workflows/rules/definition.ts'
import { emptyVariables, requiredVariables } from '../workflows/rules/missing-variables.ts'
import { variableKey } from '../workflows/rules/variable-names.ts'
import { AbandonedLineWatch } from './abandoned-line-watch.ts'
import { ActiveBrain } from './active-brain.ts'
import { AudioInput, type TurnInput } from './audio-input.ts'
import { CallBackRequest } from './call-back-request.ts'
import { CallTransfer } from './call-transfer.ts'
import type { DialogContext } from './dialog.ts'
import { combineTaps, openEchoTap } from './own-voice.ts'
import { type PhaseHandler, phaseHandler } from './phases.ts'
import { Playout } from './playout.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { recordingNotice } from './rules/fixed-phrases.ts'
import {
  type EndedBy,
  NEW_SESSION,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  sessionStep,
} from './rules/session-state.ts'
import type { WorkflowAction } from './rules/turn.ts'
import { interruptionOf, TURN_TAKING_LIMITS } from './rules/turn-taking.ts'
import type { MachineVerdict, SessionOptions, SessionResult } from './session-options.ts'
import { Speaker } from './speaker.ts'
import { SpeechRouter, type SpeechRouterPort } from './speech-router.ts'
import { suppressImmediately } from './suppress.ts'
import { TakeOver } from './take-over.ts'

/**
 * One conversation over one call's audio: recognizer, synthesizer, a brain, a journal. `rules/session-state.ts` has its life
 * cycle; this class passes events to it and carries out its effects.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #clock: Clock
  #pack: LanguagePack
  #sentences: StandardSentences
  readonly #playout: Playout
  readonly #speaker: Speaker
  readonly #input: TurnInput
  readonly #activeBrain: ActiveBrain
  readonly #handOver: CallTransfer
  readonly #takeOver: TakeOver
  readonly #callBack: CallBackRequest
  readonly #hearing: SpeechRouter
  readonly #line: AbandonedLineWatch
  readonly #startedAtMs: number
  readonly #openedAtMs: number
  #consentAskedAtMs: number | null = null
  readonly #timers: Timer[] = []
  readonly #warming = new AbortController()
  #state: SessionState = NEW_SESSION
  #suppressing: Promise<void> | undefined
  #steps = 0
  /** Runs once the recording notice has been played. */
  #afterNotice: (() => void) | null = null
  readonly #leaving: PhaseHandler = {
    speaking: (lengthMs) => this.#speaksWhileLeaving(lengthMs),
    understood: () => this.#goIfQuiet(),
    quiet: () => this.#goIfQuiet(),
  }
  #finished!: (result: SessionResult) => void
  readonly #result: Promise<SessionResult>

  constructor(options: SessionOptions) {
    this.#options = options
    const { media, conversation, synthesizer, voice, recorder, liveAudio } = options
    const clock = errorCatchingClock(options.clock, (work) => this.#safely(work))
    this.#clock = clock
    this.#pack = packOf(conversation.definition.settings?.language)
    this.#sentences = options.sentences ?? this.#pack.sentences
    this.#openedAtMs = clock.monotonic()
    this.#startedAtMs = options.answeredAtMs ?? this.#openedAtMs
    this.#line = new AbandonedLineWatch(clock, () => this.#guarded(() => this.end('system', DISPOSITIONS.noAudio)))
    this.#result = new Promise((resolve) => {
      this.#finished = resolve
    })
    const recorders = [recorder, liveAudio].filter((one) => one != null)
    const echo = new OwnEcho()
    this.#playout = new Playout(
      media,
      clock,
      { played: () => this.#line.wordsWereSaid(), quiet: () => this.#quiet() },
      combineTaps(...recorders, openEchoTap(echo, media.format, options.openResampler)),
    )
    this.#speaker = new Speaker({
      playout: this.#playout,
      synthesizer,
      format: media.format,
      voice,
      clock,
      staysHere: (text) => options.journal.withholds(text),
      recorded: conversation.recorded,
      listener: {
        onPlaybackStarted: ({ text }) => this.#safely(() => this.#onPlaybackStarted(text)),
        failed: (entirely) => this.#safely(() => this.#speechFailed(entirely)),
        quiet: () => this.#safely(() => this.#quiet()),
        serviceFailed: (trouble) => this.#safely(() => this.#hearing.serviceFailed(trouble)),
        serviceUsed: (use) => this.#safely(() => this.#hearing.serviceUsed(use)),
        unsayable: (signs) => this.#safely(() => options.journal.note('not_said', { signs: signs.join(' ') })),
      },
    })
    this.#hearing = new SpeechRouter(options, this.#hearingPort())
    const listener = this.#hearing
    this.#input =
      options.openInput?.(listener) ??
      new AudioInput({
        ...options,
        clock,
        format: media.format,
        listener,
        echo,
        staysHere: () => this.#activeBrain.isSensitive,
        // Sensitive speech is neither recorded nor heard by operators who listen in.
        tap: (samples, startMs) => {
          const heard = this.#activeBrain.isSensitive ? new Int16Array(samples.length) : samples
          for (const one of recorders) one.person(heard, startMs)
        },
      })
    const context = this.#context()
    this.#activeBrain = new ActiveBrain(options, context)
    this.#handOver = new CallTransfer(options, context)
    this.#takeOver = new TakeOver(options, context, this.#hearingPort())
    this.#callBack = new CallBackRequest(options, context)
  }

  /** Holds the conversation. Resolves when it is over and all its remaining work is done; never rejects. */
  run(): Promise<SessionResult> {
    const { media, journal, hooks, conversation } = this.#options
    const filledLater = new Set((conversation.tools?.fills ?? []).map(variableKey))
    const missing = emptyVariables(requiredVariables(conversation.definition), conversation.variables).filter(
      (name) => !filledLater.has(variableKey(name)),
    )
    if (missing.length > 0) journal.note('missing_variables', { names: missing })
    journal.note('agent_started')
    const delayMs = startDelayMs(conversation.definition)
    if (delayMs === 0) this.#guarded(() => this.#begin(() => this.#activeBrain.dialog.begin()))
    else this.#later(delayMs, () => this.#isTalking && this.#begin(() => this.#activeBrain.dialog.begin()))
    media.listen(this.#lineListener())
    hooks.report({ kind: 'agent' })
    this.#warm()
    const longestMs = conversationLimitMs(conversation.definition.settings, this.#options.longestMs)
    const lastWords = this.#sentences.timeIsUp
    this.#later(longestMs, () => this.#on({ kind: 'leave', disposition: DISPOSITIONS.tooLong, lastWords }))
    this.#later(longestMs + TURN_TAKING_LIMITS.farewellMs, () => this.end('system', DISPOSITIONS.tooLong))
    this.#line.begin()
    return this.#result
  }

  /**
   * Begins with the recording notice. A text brain speaks after it automatically; a speech-to-speech brain would talk over it, so
   * it starts later.
   */
  #begin(converse: () => void): void {
    const { conversation, recorder } = this.#options
    const line = recorder ? recordingNotice(conversation, conversation.gathered) : ''
    // Said outside the conversation, so that its letters do not count as part of the question.
    if (line !== '') this.#speaker.say(line, false, { aside: true })
    if (line === '' || this.#activeBrain.kind === 'words') return converse()
    this.#afterNotice = converse
  }

  /** Handles the carrier's own answering-machine verdict. */
  machineVerdict(verdict: MachineVerdict): void {
    if (verdict === 'human') this.#hearing.personActed()
    if (verdict === 'machine') this.#hearing.foundMachine('carrier')
    if (verdict === 'fax') this.#on({ kind: 'fax_found' })
  }

  /** Calls the operator's phone; null: no refusal. The person notices nothing until the calls are joined. */
  takeOver(request: TakeOverRequest): TakeOverRefusal | null {
    return this.#takeOver.start(request)
  }

  /** Ends the conversation immediately: the program stops, or the carrier reports the end of the call. */
  end(by: EndedBy, disposition?: string): void {
    this.#on({ kind: 'end', by, disposition })
  }

  /** Whether everything is said and it is the person's turn. */
  get isWaiting(): boolean {
    return this.#isTalking && this.#activeBrain.dialog.isWaiting
  }

  get #handler(): PhaseHandler {
    return phaseHandler(this.#state.phase, this.#activeBrain, this.#leaving)
  }

  get #isTalking(): boolean {
    return this.#state.phase.at === 'talking'
  }

  get #somebodySpoke(): boolean {
    return this.#options.journal.record.transcript.some(({ who }) => who === 'person')
  }

  get #isOver(): boolean {
    return this.#state.phase.at === 'over'
  }

  #on(event: SessionEvent): void {
    const { state, effects } = sessionStep(this.#state, event, this.#speaker.isSpeaking)
    const waited = this.#state.phase.at === 'transferring'
    this.#state = state
    if (waited && state.phase.at !== 'transferring' && state.phase.at !== 'transferred') this.#handOver.stop()
    for (const effect of effects) this.#do(effect)
  }

  #do(effect: SessionEffect): void {
    const { journal, hooks, log } = this.#options
    switch (effect.do) {
      case 'stop_dialog':
        // The mailbox message stops too, because it was not a mailbox.
        this.#activeBrain.message.stop()
        return this.#activeBrain.dialog.stop()
      case 'fall_silent':
        return this.#speaker.clear()
      case 'say':
        // Not interruptible, because it is short and the last chance to say it.
        return this.#speaker.say(effect.text, false)
      case 'found_machine':
        return this.#tellOfMachine(effect.because)
      case 'report_announcement':
        journal.note('announcement', { kind: effect.announcement })
        return hooks.report({ kind: 'announcement', announcement: effect.announcement })
      case 'pass_gate':
        return this.#activeBrain.gate.pass(effect.gate)
      case 'begin_again':
        hooks.report({ kind: 'agent_verdict', verdict: 'human' })
        return this.#begin(() => this.#activeBrain.beginAgain())
      case 'was_a_person':
        return hooks.report({ kind: 'agent_verdict', verdict: 'human' })
      case 'wait_for_mailbox':
        return this.#activeBrain.message.wait(effect.beeped)
      case 'suppress':
        journal.note('do_not_call')
        this.#suppressing = suppressImmediately({ journal, clock: this.#clock, log, suppress: () => hooks.suppress() })
        return
      case 'correct_disposition':
        journal.disposition = effect.disposition
        return
      case 'go_when_quiet':
        this.#later(TURN_TAKING_LIMITS.farewellMs, () => this.#on({ kind: 'may_go' }))
        return this.#goIfQuiet()
      case 'hand_over':
        return void this.#transfer(effect.destination)
      case 'come_back':
        return this.#comeBack(effect.fromOperator === true)
      case 'end_soon':
        return this.#later(TURN_TAKING_LIMITS.afterTransferMs, () => this.end('agent'))
      case 'finish':
        return this.#finish(effect.by, effect.disposition)
    }
  }

  #context(): DialogContext {
    const session = this
    return {
      clock: this.#clock,
      journal: this.#options.journal,
      speaker: this.#speaker,
      playout: this.#playout,
      input: this.#input,
      get sentences() {
        return session.#sentences
      },
      get pack() {
        return session.#pack
      },
      act: (act) => this.#act(act),
      leave: (disposition, lastWords) => this.#on({ kind: 'leave', disposition, lastWords }),
      fail: (reason) => this.#fail(reason),
      gateAnswered: (who) => {
        if (who === 'person') this.#on({ kind: 'gate_passed' })
        else if (who === 'machine') this.#hearing.foundMachine('machine_words')
        else this.end('agent')
      },
      firstSound: () => this.#firstSound(),
      safely: (work) => this.#safely(work),
      isSensitive: () => this.#activeBrain.isSensitive,
      interruption: interruptionOf(this.#options.conversation.definition.settings),
      personSaid: (text) => this.#hearing.personSaid(text),
    }
  }

  #lineListener(): MediaListener {
    return {
      audio: (frame) => {
        this.#line.lineLives()
        this.#guarded(() => this.#input.hear(frame))
        if (this.#isTalking) this.#guarded(() => this.#activeBrain.dialog.audio(frame))
      },
      digit: (digit) => {
        this.#line.lineLives()
        this.#guarded(() => this.#input.event(digit))
      },
      marked: (name, played) => {
        this.#line.lineLives()
        this.#guarded(() => this.#playout.marked(name, played))
      },
      closed: () => this.#on({ kind: 'line_closed' }),
    }
  }

  #hearingPort(): SpeechRouterPort {
    const session = this
    return {
      clock: this.#clock,
      get pack() {
        return session.#pack
      },
      get sentences() {
        return session.#sentences
      },
      get state() {
        return session.#state
      },
      get activeBrain() {
        return session.#activeBrain
      },
      on: (event) => this.#on(event),
      wordsWereSaid: () => this.#line.wordsWereSaid(),
      handler: () => this.#handler,
      safely: (work) => this.#safely(work),
    }
  }

  #tellOfMachine(because: string): void {
    const { journal, hooks } = this.#options
    // A menu speaks as long as a recording, and a carrier judges by sound, so the words may still show the difference.
    if (because !== 'length' && because !== 'carrier') this.#hearing.stop()
    journal.note('machine', because === 'fax' ? { because: 'carrier', fax: true } : { because })
    hooks.report({ kind: 'agent_verdict', verdict: 'machine' })
  }

  #act(act: WorkflowAction): void {
    const { journal } = this.#options
    switch (act.kind) {
      case 'enter':
        // The first step begins without an answer; an answer of the person led to every later one.
        if (this.#state.phase.at === 'talking' && this.#steps++ > 0 && this.#somebodySpoke)
          this.#on({ kind: 'person_proven' })
        this.#activeBrain.enter(act.nodeId)
        this.#callBack.takeBack()
        return journal.enter(act.nodeId, act.nodeName, act.via)
      case 'call_back':
        return this.#callBack.make(act.at)
      case 'not_understood':
        return journal.note('not_understood', {
          because: act.because,
          ...(act.said === undefined ? {} : { node: this.#activeBrain.nodeId, said: act.said }),
        })
      case 'said_meanwhile':
        return journal.note('said_meanwhile', { takes_back: act.takesBack })
      case 'consent_asked':
        this.#options.recorder?.keep?.(true)
        this.#consentAskedAtMs = this.#clock.monotonic()
        return journal.note('consent_asked', { edge: act.edgeId, question: act.question })
      case 'consent_answered':
        return this.#consentAnswered(act)
      case 'switch_language':
        // Deferred, because the dialog that reports this is replaced.
        return this.#later(0, () => this.#switchLanguage(act))
      case 'send_keys':
        journal.note('keys_sent', { count: act.keys.length })
        return this.#speaker.sendKeys(act.keys)
      case 'gather':
        if (act.sensitive) return journal.gatherSensitive(act.name, act.value)
        return journal.gather(act.name, act.value)
      case 'withhold':
        return void journal.withhold(act.value)
      case 'do_not_call':
        if (!act.ends) return this.#on({ kind: 'opted_out' })
        return this.#on({ kind: 'do_not_call', lastWords: this.#sentences.doNotCall })
      case 'hang_up':
        return this.#on({ kind: 'leave', disposition: act.disposition })
      case 'transfer':
        return this.#on({ kind: 'leave', disposition: DISPOSITIONS.transferred, lastAct: act })
    }
  }

  /** Changes the language. A confirmation that was not answered yet is dropped, because it was asked in the other language. */
  #switchLanguage({ language, because }: Extract<WorkflowAction, { kind: 'switch_language' }>): void {
    const { journal, recorder, openLanguage } = this.#options
    if (!this.#isTalking) return
    const parts = openLanguage?.(language, this.#activeBrain.nodeId) ?? null
    journal.switchedLanguage(language, because, parts !== null)
    if (parts === null) {
      this.#activeBrain.dialog.stop()
      return void this.#activeBrain.comeBack('back')
    }
    recorder?.keep?.(false)
    this.#pack = packOf(language)
    this.#sentences = parts.sentences ?? this.#pack.sentences
    this.#speaker.speakWith({ synthesizer: parts.synthesizer, voice: parts.voice })
    this.#activeBrain.changeLanguage(parts)
  }

  /** Records the positions of question and answer in the recording, which begins with the session. */
  #consentAnswered({ edgeId, given, answer }: Extract<WorkflowAction, { kind: 'consent_answered' }>): void {
    const { journal, recorder } = this.#options
    recorder?.keep?.(false)
    const sinceMs = (atMs: number) => Math.max(0, Math.round(atMs - this.#openedAtMs))
    const from_ms = sinceMs(this.#consentAskedAtMs ?? this.#openedAtMs)
    journal.note('consent', { edge: edgeId, given, answer, from_ms, to_ms: sinceMs(this.#clock.monotonic()) })
  }

  async #transfer(destination: string): Promise<void> {
    const { ok, message } = await this.#handOver.start(destination, this.#activeBrain.nodeId)
    this.#safely(() => {
      this.#handOver.stop()
      this.#options.journal.note('transfer', ok ? { ok } : { ok, message })
      this.#on({ kind: 'transfer_answered', ok })
    })
  }

  #comeBack(fromOperator: boolean): void {
    if (this.#activeBrain.comeBack(fromOperator ? 'back' : 'transfer_failed')) return
    const lastWords = this.#sentences.transferFailed
    this.#on({ kind: 'leave', disposition: DISPOSITIONS.transferFailed, lastWords })
  }

  #fail(reason: string): void {
    const { journal, log, conversation } = this.#options
    journal.note('brain_failed', { reason })
    log.warn({ call_id: conversation.callId }, 'the brain of a conversation failed')
    if (!this.#isTalking || !this.#activeBrain.fallBack()) this.#giveUp(reason)
  }

  /** No brain is left to continue: apologizes, ends the call, and reports to the dialer that no person was reached. */
  #giveUp(reason: string): void {
    this.#options.hooks.report({ kind: 'agent_failed', reason })
    this.#on({ kind: 'leave', disposition: DISPOSITIONS.agentFailed, lastWords: this.#sentences.fallback })
  }

  #speechFailed(entirely: boolean): void {
    this.#options.journal.note('speech_failed', { entirely })
    // If the apology cannot be spoken either, the timer for silence ends the call.
    if (entirely && this.#isTalking) this.#giveUp('The synthesizer does not speak.')
  }

  /** Waits until the person has finished speaking: the last words may be "do not call me again". */
  #goIfQuiet(): void {
    if (this.#state.phase.at !== 'leaving' || this.#speaker.isSpeaking) return
    if (!this.#input.someoneSpeaks || this.#state.machine) return this.#on({ kind: 'may_go' })
    this.#later(TURN_TAKING_LIMITS.lastWordsMs, () => this.#on({ kind: 'may_go' }))
  }

  #speaksWhileLeaving(lengthMs: number): void {
    if (this.#state.machine || lengthMs < TURN_TAKING_LIMITS.interruptAfterMs) return
    if (this.#speaker.isSpeaking && this.#speaker.isInterruptible) this.#speaker.clear()
    this.#goIfQuiet()
  }

  #onPlaybackStarted(text: string): void {
    this.#firstSound()
    const { phase, machine } = this.#state
    const ours = (phase.at === 'leaving' && phase.ownWords) || phase.at === 'gate'
    if (ours || machine) this.#options.journal.agentSays(text)
    else this.#activeBrain.dialog.onPlaybackStarted(text)
  }

  #firstSound(): void {
    this.#line.wordsWereSaid()
    this.#options.journal.firstAudio(this.#clock.monotonic() - this.#startedAtMs)
    this.#options.journal.note('agent_spoke')
  }

  #quiet(): void {
    if (this.#speaker.isSpeaking) return
    this.#line.wordsWereSaid()
    const converse = this.#afterNotice
    this.#afterNotice = null
    if (converse !== null && this.#isTalking) return converse()
    this.#hearing.greetingPlayed()
    this.#handler.quiet?.()
  }

  #warm(): void {
    const { synthesizer, media, voice } = this.#options
    const used = (use: SpeechUse) => this.#options.journal.speechUsed(use)
    const options = { format: media.format, voice, signal: this.#warming.signal, used }
    synthesizer.warm(sentencesToPresynthesize(this.#sentences), options).catch(() => {})
  }

  #later(delayMs: number, work: () => void): void {
    this.#timers.push(this.#clock.after(delayMs, () => this.#guarded(work)))
  }

  #guarded(work: () => void): void {
    if (!this.#isOver) this.#safely(work)
  }

  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      const { log, conversation } = this.#options
      log.error({ call_id: conversation.callId, err: error }, 'a conversation failed with an internal error')
      this.#options.hooks.report({ kind: 'agent_failed', reason: 'an internal error' })
      this.end('system', DISPOSITIONS.agentFailed)
    }
  }

  #finish(by: EndedBy, disposition: string): void {
    this.#takeOver.stop()
    for (const timer of this.#timers) timer.cancel()
    this.#warming.abort(new Error('The conversation is over.'))
    this.#line.stop()
    this.#hearing.stop()
    if (by === 'person') this.#activeBrain.dialog.personGone?.()
    this.#activeBrain.stop()
    this.#playout.close()
    this.#speaker.clear()
    const trouble = disposition === DISPOSITIONS.hungUp ? this.#activeBrain.trouble : null
    if (trouble !== null) this.#options.hooks.report({ kind: 'agent_failed', reason: trouble })
    this.#options.journal.disposition = trouble === null ? disposition : DISPOSITIONS.agentFailed
    this.#options.journal.note('ended', { by })
    if (disposition === DISPOSITIONS.messageLeft) this.#options.hooks.report({ kind: 'message_left' })
    void this.#settle(by)
  }

  /** Finishes a conversation: ends the call, stores its last words, and adds the number to the do-not-call list if requested. */
  async #settle(by: EndedBy): Promise<void> {
    const { hooks, log, journal, conversation, media } = this.#options
    const failed = (error: unknown) =>
      log.warn({ call_id: conversation.callId, err: error }, 'failed to end a conversation cleanly')
    const hangUp = async () => (this.#wasTransferred ? undefined : await hooks.hangUp())
    const hungUp = withTimeLimit(this.#clock, TURN_TAKING_LIMITS.hangUpMs, hangUp())
      .catch(failed)
      .then(() => this.#safely(() => media.close()))
    await this.#input.finish().catch(failed)
    // A speech-to-speech endpoint may still be transcribing "do not call me again".
    const written = this.#activeBrain.dialog.lastWords?.() ?? Promise.resolve()
    if (!this.#state.doNotCall)
      await withTimeLimit(this.#clock, TURN_TAKING_LIMITS.writtenWordsMs, written).catch(() => {})
    this.#activeBrain.close()
    await hungUp
    await this.#suppressing
    const disposition = journal.record.disposition ?? DISPOSITIONS.hungUp
    this.#finished({ endedBy: by, disposition, machine: this.#state.machine, transferred: this.#wasTransferred })
  }

  get #wasTransferred(): boolean {
    const { phase } = this.#state
    return phase.at === 'over' && phase.transferred
  }
}
