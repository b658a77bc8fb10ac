import type { Clock, Timer } from '../kernel/clock.ts'
import { guardedClock, within } from '../kernel/time-limit.ts'
import type { LanguagePack } from '../language/packs/pack.ts'
import { LANGUAGE_PACKS, packOf } from '../language/packs/packs.ts'
import { hearsDoNotCall } from '../language/rules/do-not-call.ts'
import { type Sentences, sentencesToWarm } from '../language/rules/sentences.ts'
import type { ToneEvent } from '../speech/beep.ts'
import type { MediaListener } from '../telephony/media.ts'
import { startDelayMs } from '../workflows/rules/definition.ts'
import { emptyVariables, requiredVariables } from '../workflows/rules/missing-variables.ts'
import { render } from '../workflows/rules/templates.ts'
import { AnswerWatch } from './answer-watch.ts'
import { AudioInput, type AudioInputListener, type Speech, type TurnInput, type Understood } from './audio-input.ts'
import type { Brain, WordBrain } from './brain.ts'
import { CascadedDialog } from './cascaded-dialog.ts'
import type { Dialog, DialogContext } from './dialog.ts'
import { LineWatch } from './line-watch.ts'
import { MachineMessage } from './machine-message.ts'
import { Playout } from './playout.ts'
import { RealtimeDialog } from './realtime-dialog.ts'
import { RingBack } from './ring-back.ts'
import { announcementOf } from './rules/announcement.ts'
import { callBackAtMs } from './rules/call-back.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { plainText, tidySpaces } from './rules/plain-text.ts'
import {
  type EndedBy,
  NEW_SESSION,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  sessionStep,
} from './rules/session-state.ts'
import type { WorkflowAct } from './rules/turn.ts'
import { TURN_TAKING } from './rules/turn-taking.ts'
import type { MachineVerdict, SessionOptions, SessionResult } from './session-options.ts'
import { Speaker } from './speaker.ts'
import { suppressAtOnce } from './suppress.ts'

/**
 * One conversation over one call's audio: recognizer, synthesizer, a brain, a journal. Its life is `rules/session-state.ts`;
 * here events are brought to it and its effects carried out.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #clock: Clock
  readonly #pack: LanguagePack
  readonly #sentences: Sentences
  readonly #playout: Playout
  readonly #speaker: Speaker
  readonly #input: TurnInput
  #dialog: Dialog
  #brain: Brain
  readonly #watch: AnswerWatch | null
  #message: MachineMessage
  readonly #line: LineWatch
  readonly #startedAtMs: number
  readonly #timers: Timer[] = []
  readonly #warming = new AbortController()
  #state: SessionState = NEW_SESSION
  #suppressing: Promise<void> | undefined
  #steps = 0
  /** They have asked to be called again. */
  #callBack = false
  #nodeId: string | null = null
  #fellBack = false
  #transfer: AbortController | undefined
  #finished!: (result: SessionResult) => void
  readonly #result: Promise<SessionResult>

  constructor(options: SessionOptions) {
    this.#options = options
    this.#brain = options.brain
    const { media, conversation, brain, synthesizer, voice, recorder } = options
    const clock = guardedClock(options.clock, (work) => this.#safely(work))
    this.#clock = clock
    this.#pack = packOf(conversation.definition.settings?.language)
    this.#sentences = options.sentences ?? this.#pack.sentences
    this.#startedAtMs = options.answeredAtMs ?? clock.monotonic()
    this.#line = new LineWatch(clock, () => this.#guarded(() => this.end('system', DISPOSITIONS.noAudio)))
    this.#result = new Promise((resolve) => {
      this.#finished = resolve
    })
    const tap = recorder ?? null
    this.#playout = new Playout(
      media,
      clock,
      { played: () => this.#line.wordsWereSaid(), quiet: () => this.#quiet() },
      tap,
    )
    this.#speaker = new Speaker({
      playout: this.#playout,
      synthesizer,
      format: media.format,
      voice,
      clock,
      listener: {
        sounded: ({ text }) => this.#safely(() => this.#sounded(text)),
        failed: (entirely) => this.#safely(() => this.#speechFailed(entirely)),
        quiet: () => this.#safely(() => this.#quiet()),
      },
    })
    const listener = this.#inputListener()
    this.#input =
      options.openInput?.(listener) ??
      new AudioInput({
        ...options,
        clock,
        format: media.format,
        recognizer: brain.kind === 'words' ? options.recognizer : null,
        listener,
        tap: tap === null ? null : (samples, startMs) => tap.person(samples, startMs),
      })
    this.#dialog =
      brain.kind === 'words'
        ? new CascadedDialog(brain, this.#context())
        : new RealtimeDialog(brain, this.#context(), options)
    this.#message = new MachineMessage(conversation, brain, this.#context())
    this.#watch = conversation.direction === 'outbound' ? new AnswerWatch(clock, this.#verdicts(), this.#pack) : null
  }

  /** Holds the conversation. Resolves when it is over and everything it owes has been done; never rejects. */
  run(): Promise<SessionResult> {
    const { media, journal, hooks, conversation } = this.#options
    const missing = emptyVariables(requiredVariables(conversation.definition), conversation.variables)
    if (missing.length > 0) journal.note('missing_variables', { names: missing })
    journal.note('agent_started')
    const delayMs = startDelayMs(conversation.definition)
    if (delayMs === 0) this.#guarded(() => this.#dialog.begin())
    else this.#later(delayMs, () => this.#isTalking && this.#dialog.begin())
    media.listen(this.#lineListener())
    hooks.report({ kind: 'agent' })
    this.#warm()
    const longestMs = Math.min(
      this.#options.longestMs ?? TURN_TAKING.longestSessionMs,
      (conversation.definition.settings?.longest_call_seconds ?? Number.POSITIVE_INFINITY) * 1000,
    )
    const lastWords = this.#sentences.timeIsUp
    this.#later(longestMs, () => this.#on({ kind: 'leave', disposition: DISPOSITIONS.tooLong, lastWords }))
    this.#later(longestMs + TURN_TAKING.farewellMs, () => this.end('system', DISPOSITIONS.tooLong))
    this.#line.begin()
    return this.#result
  }

  /** The carrier's own opinion on who answered. */
  machineVerdict(verdict: MachineVerdict): void {
    if (verdict === 'human') this.#personActed()
    if (verdict === 'machine') this.#foundMachine('carrier')
    if (verdict === 'fax') this.#on({ kind: 'fax_found' })
  }

  /** Ends the conversation at once: the program stops, or the carrier says that the call is over. */
  end(by: EndedBy, disposition?: string): void {
    this.#on({ kind: 'end', by, disposition })
  }

  /** Everything is said, and it is the person's turn. */
  get isWaiting(): boolean {
    return this.#isTalking && this.#dialog.isWaiting
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
    if (waited && state.phase.at !== 'transferring' && state.phase.at !== 'transferred') this.#endTransfer()
    for (const effect of effects) this.#do(effect)
  }

  #do(effect: SessionEffect): void {
    const { journal, hooks, log } = this.#options
    switch (effect.do) {
      case 'stop_dialog':
        return this.#dialog.stop()
      case 'fall_silent':
        return this.#speaker.clear()
      case 'say':
        // Short, and the last chance to say it.
        return this.#speaker.say(effect.text, false)
      case 'found_machine':
        return this.#tellOfMachine(effect.because)
      case 'wait_for_mailbox':
        return this.#message.wait(effect.beeped)
      case 'suppress':
        journal.note('do_not_call')
        this.#suppressing = suppressAtOnce({ journal, clock: this.#clock, log, suppress: () => hooks.suppress() })
        return
      case 'correct_disposition':
        journal.disposition = effect.disposition
        return
      case 'go_when_quiet':
        this.#later(TURN_TAKING.farewellMs, () => this.#on({ kind: 'may_go' }))
        return this.#goIfQuiet()
      case 'hand_over':
        return void this.#handOver(effect.destination)
      case 'come_back':
        return this.#comeBack()
      case 'end_soon':
        return this.#later(TURN_TAKING.afterTransferMs, () => this.end('agent'))
      case 'finish':
        return this.#finish(effect.by, effect.disposition)
    }
  }

  #context(): DialogContext {
    const clock = this.#clock
    return {
      clock,
      journal: this.#options.journal,
      speaker: this.#speaker,
      playout: this.#playout,
      input: this.#input,
      sentences: this.#sentences,
      pack: this.#pack,
      act: (act) => this.#act(act),
      leave: (disposition, lastWords) => this.#on({ kind: 'leave', disposition, lastWords }),
      fail: (reason) => this.#fail(reason),
      firstSound: () => this.#firstSound(),
      safely: (work) => this.#safely(work),
      personSaid: (text) => this.#personSaid(text, 1, clock.monotonic()),
    }
  }

  #lineListener(): MediaListener {
    return {
      audio: (frame) => {
        this.#line.lineLives()
        this.#guarded(() => this.#input.hear(frame))
        if (this.#isTalking) this.#guarded(() => this.#dialog.audio(frame))
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

  #inputListener(): AudioInputListener {
    return {
      speechStarted: () => {
        this.#line.wordsWereSaid()
        if (this.#isTalking) this.#dialog.speechStarted()
        if (this.#state.phase.at === 'mailbox') this.#message.machineSpeaks()
      },
      speaking: (startedAtMs, lengthMs) => {
        this.#watch?.speaking(startedAtMs, lengthMs)
        if (this.#isTalking) this.#dialog.speaking(lengthMs)
        if (this.#state.phase.at === 'mailbox') this.#message.machineSpeaksOn(lengthMs)
        if (this.#state.phase.at === 'leaving') this.#talkedOverLastWords(lengthMs)
      },
      soFar: (startedAtMs, text) => {
        this.#watch?.text(startedAtMs, text)
        if (this.#isTalking) this.#dialog.soFar(text)
      },
      speechEnded: (speech) => this.#speechEnded(speech),
      understood: (understood) => this.#safely(() => this.#understood(understood)),
      key: (digit) => {
        this.#personActed()
        if (this.#isTalking) this.#dialog.key(digit)
      },
      tone: (tone) => this.#tone(tone),
      recognitionFailed: () => this.#options.journal.note('recognition_failed'),
    }
  }

  /** Machines press no keys, and a carrier that says "human" has its reasons. */
  #personActed(): void {
    this.#watch?.personActed()
    this.#on({ kind: 'person_proven' })
  }

  #verdicts() {
    return {
      machine: (because: string) => this.#foundMachine(because),
      person: () => {
        this.#on({ kind: 'person_proven' })
        this.#options.hooks.report({ kind: 'agent_verdict', verdict: 'human' })
      },
    }
  }

  #speechEnded(speech: Speech): void {
    this.#watch?.ended(speech.startedAtMs, speech.lastVoiceAtMs - speech.startedAtMs)
    if (this.#isTalking) this.#dialog.speechEnded(speech)
    if (this.#state.phase.at === 'mailbox') this.#message.machinePauses()
  }

  #understood(understood: Understood): void {
    const { speech, text, confidence } = understood
    if (this.#brain.kind === 'words') this.#watch?.text(speech.startedAtMs, text)
    if (this.#state.machine) return this.#heardFromMachine(text, confidence, speech)
    if (text !== '') this.#personSaid(text, confidence, speech.startedAtMs, speech.lastVoiceAtMs)
    if (this.#isTalking) this.#dialog.understood(understood)
    if (this.#state.phase.at === 'leaving') this.#goIfQuiet()
  }

  /** Recordings ask for nothing. Who asks not to be called again was taken for one by mistake. */
  #heardFromMachine(text: string, confidence: number, speech: Speech): void {
    if (!this.#asksNotToBeCalled(text)) return
    this.#personSaid(text, confidence, speech.startedAtMs, speech.lastVoiceAtMs)
  }

  #asksNotToBeCalled(text: string): boolean {
    return hearsDoNotCall(text, this.#pack, LANGUAGE_PACKS).caught
  }

  #personSaid(text: string, confidence: number, startedAtMs: number, endedAtMs = startedAtMs): void {
    const { journal } = this.#options
    const words = plainText(text, TURN_TAKING.longestSayCharacters)
    journal.personSaid(words, confidence, startedAtMs)
    journal.note('person_spoke', {
      confidence: Math.round(confidence * 100) / 100,
      length_ms: Math.round(endedAtMs - startedAtMs),
    })
    if (this.#brain.kind === 'sound') this.#watch?.textOfLast(words)
    if (this.#asksNotToBeCalled(words)) this.#on({ kind: 'do_not_call', lastWords: this.#sentences.doNotCall })
  }

  #tone(tone: ToneEvent): void {
    if (tone.kind !== 'beep') return
    this.#options.journal.note('beep', { frequency_hz: tone.frequencyHz })
    this.#watch?.beep()
    if (this.#state.phase.at === 'mailbox') this.#message.beep()
  }

  #foundMachine(because: string): void {
    this.#on({ kind: 'machine_found', because, hasMessage: this.#message.exists })
  }

  #tellOfMachine(because: string): void {
    const { journal, hooks } = this.#options
    this.#watch?.stop()
    journal.note('machine', because === 'fax' ? { because: 'carrier', fax: true } : { because })
    hooks.report({ kind: 'agent_verdict', verdict: 'machine' })
  }

  #act(act: WorkflowAct): void {
    const { journal } = this.#options
    switch (act.kind) {
      case 'enter':
        // The first step is ours; whatever follows, somebody's answer led to it.
        if (this.#state.phase.at === 'talking' && this.#steps++ > 0 && this.#somebodySpoke)
          this.#on({ kind: 'person_proven' })
        this.#nodeId = act.nodeId
        if (this.#callBack) this.#toCallBack(null)
        return journal.enter(act.nodeId, act.nodeName, act.via)
      case 'call_back':
        return this.#toCallBack(act.at)
      case 'not_understood':
        return journal.note('not_understood', { because: act.because })
      case 'gather':
        return journal.gather(act.name, act.value)
      case 'do_not_call':
        if (!act.ends) return this.#on({ kind: 'opted_out' })
        return this.#on({ kind: 'do_not_call', lastWords: this.#sentences.doNotCall })
      case 'hang_up':
        return this.#on({ kind: 'leave', disposition: act.disposition })
      case 'transfer':
        return this.#on({ kind: 'leave', disposition: DISPOSITIONS.transferred, lastAct: act })
    }
  }

  /** The person hears ringing, as long as they are there, until the two are connected or the agent is back. */
  async #handOver(destination: string): Promise<void> {
    const { hooks, journal, media } = this.#options
    const failed = { ok: false, message: 'The carrier did not answer.' }
    const ringing = new RingBack(this.#playout, media.format, this.#clock)
    this.#transfer = new AbortController()
    const wish = { destination, announcement: this.#announcement(), signal: this.#transfer.signal }
    this.#transfer.signal.addEventListener('abort', () => ringing.stop(), { once: true })
    ringing.start()
    const { ok, message } = await within(this.#clock, TURN_TAKING.transferMs, hooks.transfer(wish)).catch(() => failed)
    this.#safely(() => {
      this.#endTransfer()
      journal.note('transfer', ok ? { ok } : { ok, message })
      this.#on({ kind: 'transfer_answered', ok })
    })
  }

  /** Nobody waits to be connected any more. */
  #endTransfer(): void {
    this.#transfer?.abort(new Error('The person no longer waits to be connected.'))
    this.#transfer = undefined
  }

  #announcement(): string {
    const { conversation, journal } = this.#options
    const node = conversation.definition.nodes.find(({ id }) => id === this.#nodeId)
    const written = node?.type === 'transfer' ? (node.data.announce ?? '') : ''
    const { gathered, transcript } = journal.record
    return announcementOf({
      written: tidySpaces(render(written, { ...conversation.variables, ...gathered }).text),
      ...this.#sentences.takeOver,
      gathered,
      said: transcript.filter(({ who }) => who === 'person').map(({ text }) => text),
    })
  }

  /** A brain of words goes on by itself. One of sound has been told that it is over: the script goes on, if it can. */
  #comeBack(): void {
    const brain = this.#brain.kind === 'words' ? this.#brain : (this.#options.fallBack?.(this.#nodeId) ?? null)
    if (brain === null) {
      const lastWords = this.#sentences.transferFailed
      return this.#on({ kind: 'leave', disposition: DISPOSITIONS.transferFailed, lastWords })
    }
    if (brain !== this.#brain) this.#changeTo(brain)
    this.#dialog = new CascadedDialog(backFromTransfer(brain), this.#context())
    this.#dialog.begin()
  }

  /** Told at once: who hangs up on our last words has still asked for it. Whoever goes another way has not. */
  #toCallBack(text: string | null): void {
    const { conversation, journal, hooks } = this.#options
    const { timezone = 'UTC' } = conversation
    const atMs = text === null ? null : callBackAtMs(text, { nowMs: this.#clock.now(), timezone, pack: this.#pack })
    if (text !== null || this.#callBack) {
      journal.note('call_back', atMs === null ? { understood: text === null } : { at: new Date(atMs).toISOString() })
    }
    if (atMs === null && !this.#callBack) return
    this.#callBack = atMs !== null
    hooks.report({ kind: 'call_back', at: atMs === null ? null : new Date(atMs).toISOString() })
  }

  #fail(reason: string): void {
    const { journal, log, conversation, fallBack } = this.#options
    journal.note('brain_failed', { reason })
    log.warn({ call_id: conversation.callId }, 'a brain failed in a conversation')
    const other = this.#isTalking && !this.#fellBack ? (fallBack?.(this.#nodeId) ?? null) : null
    if (other !== null) return this.#fallBackTo(other)
    this.#giveUp(reason)
  }

  /** Nobody is left who could talk: an apology, a polite end, and whoever dialed is told that nobody was reached. */
  #giveUp(reason: string): void {
    this.#options.hooks.report({ kind: 'agent_failed', reason })
    this.#on({ kind: 'leave', disposition: DISPOSITIONS.agentFailed, lastWords: this.#sentences.fallback })
  }

  /** The step is asked again by the other brain: what was said to the one that failed has led nowhere. */
  #fallBackTo(other: WordBrain): void {
    this.#dialog.stop()
    this.#speaker.clear()
    this.#changeTo(other)
    this.#dialog = new CascadedDialog(other, this.#context())
    this.#dialog.begin()
  }

  #changeTo(other: WordBrain): void {
    const before = this.#brain
    this.#fellBack = true
    this.#options.journal.note('fell_back')
    this.#message.stop()
    this.#brain = other
    this.#input.recognizeWith(this.#options.recognizer)
    this.#message = new MachineMessage(this.#options.conversation, other, this.#context())
    this.#safely(() => before.close())
  }

  #speechFailed(entirely: boolean): void {
    this.#options.journal.note('speech_failed', { entirely })
    // Nobody is left in silence; if not even the apology can be said, its own silence ends the call.
    if (entirely && this.#isTalking) this.#giveUp('The synthesizer does not speak.')
  }

  /** Somebody who still speaks is heard out: their last words may be "do not call me again". */
  #goIfQuiet(): void {
    if (this.#state.phase.at !== 'leaving' || this.#speaker.isSpeaking) return
    if (!this.#input.someoneSpeaks || this.#state.machine) return this.#on({ kind: 'may_go' })
    this.#later(TURN_TAKING.lastWordsMs, () => this.#on({ kind: 'may_go' }))
  }

  #talkedOverLastWords(lengthMs: number): void {
    if (this.#state.machine || lengthMs < TURN_TAKING.interruptAfterMs) return
    if (this.#speaker.isSpeaking && this.#speaker.isInterruptible) this.#speaker.clear()
    this.#goIfQuiet()
  }

  #sounded(text: string): void {
    this.#firstSound()
    const { phase, machine } = this.#state
    if ((phase.at === 'leaving' && phase.ownWords) || machine) this.#options.journal.agentSays(text)
    else this.#dialog.sounded(text)
  }

  #firstSound(): void {
    this.#line.wordsWereSaid()
    this.#options.journal.firstAudio(this.#clock.monotonic() - this.#startedAtMs)
    this.#options.journal.note('agent_spoke')
  }

  #quiet(): void {
    if (this.#speaker.isSpeaking) return
    this.#line.wordsWereSaid()
    this.#watch?.greetingPlayed()
    if (this.#isTalking) this.#dialog.quiet()
    if (this.#state.phase.at === 'mailbox') this.#message.quiet()
    if (this.#state.phase.at === 'leaving') this.#goIfQuiet()
  }

  #warm(): void {
    const { synthesizer, media, voice } = this.#options
    const options = { format: media.format, voice, signal: this.#warming.signal }
    synthesizer.warm(sentencesToWarm(this.#sentences), options).catch(() => {})
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
      log.error({ call_id: conversation.callId, err: error }, 'a conversation ran into an error of ours')
      this.#options.hooks.report({ kind: 'agent_failed', reason: 'a fault of our own' })
      this.end('system', DISPOSITIONS.agentFailed)
    }
  }

  #finish(by: EndedBy, disposition: string): void {
    for (const timer of this.#timers) timer.cancel()
    this.#warming.abort(new Error('The conversation is over.'))
    this.#line.stop()
    this.#watch?.stop()
    this.#message.stop()
    this.#dialog.stop()
    this.#playout.close()
    this.#speaker.clear()
    const trouble = disposition === DISPOSITIONS.hungUp ? this.#trouble : null
    if (trouble !== null) this.#options.hooks.report({ kind: 'agent_failed', reason: trouble })
    this.#options.journal.disposition = trouble === null ? disposition : DISPOSITIONS.agentFailed
    this.#options.journal.note('ended', { by })
    if (disposition === DISPOSITIONS.messageLeft) this.#options.hooks.report({ kind: 'message_left' })
    void this.#settle(by)
  }

  /** What a finished conversation still owes: the end of the call, its last words, a promise to call no more. */
  async #settle(by: EndedBy): Promise<void> {
    const { hooks, log, journal, conversation, media } = this.#options
    const failed = (error: unknown) =>
      log.warn({ call_id: conversation.callId, err: error }, 'a conversation could not be ended in order')
    const hangUp = async () => (this.#wasTransferred ? undefined : await hooks.hangUp())
    const hungUp = within(this.#clock, TURN_TAKING.hangUpMs, hangUp())
      .catch(failed)
      .then(() => this.#safely(() => media.close()))
    await this.#input.finish().catch(failed)
    this.#safely(() => this.#brain.close())
    await hungUp
    await this.#suppressing
    const disposition = journal.record.disposition ?? DISPOSITIONS.hungUp
    this.#finished({ endedBy: by, disposition, machine: this.#state.machine, transferred: this.#wasTransferred })
  }

  get #trouble(): string | null {
    return (this.#brain.kind === 'words' ? this.#brain.trouble : null) ?? null
  }

  get #wasTransferred(): boolean {
    const { phase } = this.#state
    return phase.at === 'over' && phase.transferred
  }
}

/** The same brain, whose next turn is to go on after a transfer that failed. */
function backFromTransfer(brain: WordBrain): WordBrain {
  return {
    kind: 'words',
    get trouble() {
      return brain.trouble ?? null
    },
    answer: (turn, signal) => brain.answer(turn.kind === 'started' ? { kind: 'transfer_failed' } : turn, signal),
    close: () => brain.close(),
  }
}
