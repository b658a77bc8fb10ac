import type { Clock, Timer } from '../kernel/clock.ts'
import { guardedClock, within } from '../kernel/time-limit.ts'
import { hearsDoNotCall } from '../language/rules/do-not-call.ts'
import { SENTENCES, type Sentences, sentencesToWarm } from '../language/rules/sentences.ts'
import type { ToneEvent } from '../speech/beep.ts'
import type { MediaListener } from '../telephony/media.ts'
import { emptyVariables, requiredVariables } from '../workflows/rules/missing-variables.ts'
import { AnswerWatch } from './answer-watch.ts'
import { AudioInput, type AudioInputListener, type Speech, type Understood } from './audio-input.ts'
import { CascadedDialog } from './cascaded-dialog.ts'
import type { Dialog, DialogContext, WorkflowAct } from './dialog.ts'
import { LineWatch } from './line-watch.ts'
import { MachineMessage } from './machine-message.ts'
import { Playout } from './playout.ts'
import { RealtimeDialog } from './realtime-dialog.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { plainText } from './rules/plain-text.ts'
import { TURN_TAKING } from './rules/turn-taking.ts'
import type { EndedBy, MachineVerdict, SessionOptions, SessionResult } from './session-options.ts'
import { Speaker } from './speaker.ts'
import { suppressAtOnce } from './suppress.ts'

/**
 * What a session is doing. `machine` waits for the beep, `leaving` plays its last words.
 *
 *   talking ──▶ machine ──▶ leaving ──▶ over
 *      └───────────┴───────────────────▶
 */
type Phase = 'talking' | 'machine' | 'leaving' | 'over'

/** One conversation over one call's audio: recognizer, synthesizer, a brain, a journal. */
export class Session {
  readonly #options: SessionOptions
  readonly #clock: Clock
  readonly #sentences: Sentences
  readonly #playout: Playout
  readonly #speaker: Speaker
  readonly #input: AudioInput
  readonly #talk: Dialog
  readonly #watch: AnswerWatch | null
  readonly #message: MachineMessage
  readonly #line: LineWatch
  readonly #startedAtMs: number
  readonly #timers: Timer[] = []
  readonly #warming = new AbortController()
  #phase: Phase = 'talking'
  #disposition: string | undefined
  #machine = false
  #transfer: 'no' | 'asked' | 'done' = 'no'
  #closedInTransfer = false
  #afterLastWords: (() => void) | undefined
  /** What is said now is not the brain's. */
  #ownWords = false
  #suppressing: Promise<void> | undefined
  #finished!: (result: SessionResult) => void
  readonly #result: Promise<SessionResult>

  constructor(options: SessionOptions) {
    this.#options = options
    const { media, conversation, brain, synthesizer, voice, recorder } = options
    const clock = guardedClock(options.clock, (work) => this.#safely(work))
    this.#clock = clock
    this.#sentences = options.sentences ?? SENTENCES
    this.#startedAtMs = options.answeredAtMs ?? clock.monotonic()
    this.#line = new LineWatch(clock, () => this.#guarded(() => this.#finish('system', DISPOSITIONS.noAudio)))
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
    this.#input = new AudioInput({
      ...options,
      clock,
      format: media.format,
      recognizer: brain.kind === 'words' ? options.recognizer : null,
      listener: this.#inputListener(),
      tap: tap === null ? null : (samples, startMs) => tap.person(samples, startMs),
    })
    this.#talk =
      brain.kind === 'words'
        ? new CascadedDialog(brain, this.#context())
        : new RealtimeDialog(brain, this.#context(), options)
    this.#message = new MachineMessage(conversation, brain, this.#context())
    this.#watch = conversation.direction === 'outbound' ? new AnswerWatch(clock, this.#verdicts()) : null
  }

  /** Holds the conversation. Resolves when it is over and everything it owes has been done; never rejects. */
  run(): Promise<SessionResult> {
    const { media, journal, hooks, conversation } = this.#options
    const missing = emptyVariables(requiredVariables(conversation.definition), conversation.variables)
    if (missing.length > 0) journal.note('missing_variables', { names: missing })
    journal.note('agent_started')
    this.#guarded(() => this.#talk.begin())
    media.listen(this.#lineListener())
    hooks.report({ kind: 'agent' })
    this.#warm()
    const longestMs = this.#options.longestMs ?? TURN_TAKING.longestSessionMs
    this.#later(longestMs, () => this.#leave(DISPOSITIONS.tooLong, this.#sentences.timeIsUp))
    this.#later(longestMs + TURN_TAKING.farewellMs, () => this.#finish('system', DISPOSITIONS.tooLong))
    this.#line.begin()
    return this.#result
  }

  /** The carrier's own opinion on who answered. */
  machineVerdict(verdict: MachineVerdict): void {
    if (verdict === 'human') this.#watch?.personActed()
    if (verdict === 'machine') this.#foundMachine('carrier')
    if (verdict === 'fax' && this.#phase !== 'over') {
      this.#machine = true
      this.#options.journal.note('machine', { because: 'carrier', fax: true })
      this.#finish('agent', DISPOSITIONS.fax)
    }
  }

  /** Ends the conversation at once: the program stops, or the carrier says that the call is over. */
  end(by: EndedBy, disposition?: string): void {
    this.#finish(by, disposition)
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
      act: (act) => this.#act(act),
      leave: (disposition, lastWords) => this.#leave(disposition, lastWords),
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
        if (this.#phase === 'talking') this.#guarded(() => this.#talk.audio(frame))
      },
      digit: (digit) => {
        this.#line.lineLives()
        this.#guarded(() => this.#input.event(digit))
      },
      marked: (name, played) => {
        this.#line.lineLives()
        this.#guarded(() => this.#playout.marked(name, played))
      },
      closed: () => this.#closed(),
    }
  }

  #inputListener(): AudioInputListener {
    return {
      speechStarted: () => {
        this.#line.wordsWereSaid()
        if (this.#phase === 'talking') this.#talk.speechStarted()
        if (this.#phase === 'machine') this.#message.machineSpeaks()
      },
      speaking: (startedAtMs, lengthMs) => {
        this.#watch?.speaking(startedAtMs, lengthMs)
        if (this.#phase === 'talking') this.#talk.speaking(lengthMs)
        if (this.#phase === 'leaving') this.#talkedOverLastWords(lengthMs)
      },
      soFar: (startedAtMs, text) => this.#watch?.text(startedAtMs, text),
      speechEnded: (speech) => this.#speechEnded(speech),
      understood: (understood) => this.#safely(() => this.#understood(understood)),
      key: (digit) => {
        this.#watch?.personActed()
        if (this.#phase === 'talking') this.#talk.key(digit)
      },
      tone: (tone) => this.#tone(tone),
      recognitionFailed: () => this.#options.journal.note('recognition_failed'),
    }
  }

  #verdicts() {
    return {
      machine: (because: string) => this.#foundMachine(because),
      person: () => this.#options.hooks.report({ kind: 'machine', verdict: 'human' }),
    }
  }

  #speechEnded(speech: Speech): void {
    this.#watch?.ended(speech.startedAtMs, speech.lastVoiceAtMs - speech.startedAtMs)
    if (this.#phase === 'talking') this.#talk.speechEnded(speech)
    if (this.#phase === 'machine') this.#message.machinePauses()
  }

  #understood(understood: Understood): void {
    const { speech, text, confidence } = understood
    if (this.#options.brain.kind === 'words') this.#watch?.text(speech.startedAtMs, text)
    if (this.#phase === 'machine' || this.#machine) return
    if (text !== '') this.#personSaid(text, confidence, speech.startedAtMs, speech.lastVoiceAtMs)
    if (this.#phase === 'talking') this.#talk.understood(understood)
    if (this.#phase === 'leaving') this.#goIfQuiet()
  }

  #personSaid(text: string, confidence: number, startedAtMs: number, endedAtMs = startedAtMs): void {
    const { journal, brain } = this.#options
    const words = plainText(text, TURN_TAKING.longestSayCharacters)
    journal.personSaid(words, confidence, startedAtMs)
    journal.note('person_spoke', {
      confidence: Math.round(confidence * 100) / 100,
      length_ms: Math.round(endedAtMs - startedAtMs),
    })
    if (brain.kind === 'sound') this.#watch?.textOfLast(words)
    if (hearsDoNotCall(words).caught) this.#doNotCall()
  }

  /** At once, whatever else is going on: the list first, then the confirmation. */
  #doNotCall(): void {
    if (this.#suppressing !== undefined) return
    const { journal, hooks, log } = this.#options
    journal.note('do_not_call')
    this.#suppressing = suppressAtOnce({ journal, clock: this.#clock, log, suppress: () => hooks.suppress() })
    if (this.#phase === 'over') {
      journal.disposition = DISPOSITIONS.doNotCall
      return
    }
    this.#disposition = undefined
    this.#phase = 'talking'
    this.#afterLastWords = undefined
    this.#leave(DISPOSITIONS.doNotCall, this.#sentences.doNotCall)
  }

  #tone(tone: ToneEvent): void {
    if (tone.kind !== 'beep') return
    this.#options.journal.note('beep', { frequency_hz: tone.frequencyHz })
    this.#watch?.beep()
    if (this.#phase === 'machine') this.#message.beep()
  }

  #foundMachine(because: string): void {
    if (this.#machine || this.#phase !== 'talking') return
    this.#machine = true
    this.#watch?.stop()
    const { journal, hooks } = this.#options
    journal.note('machine', { because })
    hooks.report({ kind: 'machine', verdict: 'machine' })
    this.#talk.stop()
    this.#speaker.clear()
    if (!this.#message.exists) return this.#finish('agent', DISPOSITIONS.voicemail)
    this.#phase = 'machine'
    this.#message.wait(because === 'beep')
  }

  #act(act: WorkflowAct): void {
    const { journal } = this.#options
    switch (act.kind) {
      case 'enter':
        return journal.enter(act.nodeId, act.nodeName)
      case 'gather':
        return journal.gather(act.name, act.value)
      case 'hang_up':
        return this.#leave(act.disposition)
      case 'transfer':
        return this.#leave(DISPOSITIONS.transferred, undefined, () => void this.#handOver(act.destination))
    }
  }

  /** A carrier may take the audio away before it says that the transfer worked; hanging up then would end it. */
  #closed(): void {
    if (this.#transfer === 'asked') this.#closedInTransfer = true
    else this.#finish('person')
  }

  async #handOver(destination: string): Promise<void> {
    const { hooks, journal } = this.#options
    const failed = { ok: false, message: 'The carrier did not answer.' }
    this.#transfer = 'asked'
    const { ok, message } = await within(this.#clock, TURN_TAKING.transferMs, hooks.transfer(destination)).catch(
      () => failed,
    )
    journal.note('transfer', ok ? { ok } : { ok, message })
    this.#transfer = ok ? 'done' : 'no'
    if (this.#phase === 'over') return
    if (this.#closedInTransfer)
      return this.#finish(ok ? 'agent' : 'person', ok ? undefined : DISPOSITIONS.transferFailed)
    if (ok) return this.#later(TURN_TAKING.afterTransferMs, () => this.#finish('agent'))
    this.#phase = 'talking'
    this.#disposition = undefined
    this.#leave(DISPOSITIONS.transferFailed, this.#sentences.transferFailed)
  }

  #fail(reason: string): void {
    this.#options.journal.note('brain_failed', { reason })
    this.#options.log.warn({ call_id: this.#options.conversation.callId, reason }, 'a brain failed in a conversation')
    this.#leave(DISPOSITIONS.agentFailed, this.#sentences.fallback)
  }

  #speechFailed(entirely: boolean): void {
    this.#options.journal.note('speech_failed', { entirely })
    // Nobody is left in silence; if not even the apology can be said, its own silence ends the call.
    if (entirely && this.#phase === 'talking') this.#fail('synthesizer')
  }

  /** The conversation is decided: what is being said, or `lastWords` instead of it, is played, then `then` or hanging up. */
  #leave(disposition: string, lastWords?: string, then?: () => void): void {
    if (this.#phase === 'leaving' || this.#phase === 'over') return
    this.#phase = 'leaving'
    this.#disposition = disposition
    this.#afterLastWords = then ?? (() => this.#finish('agent'))
    this.#talk.stop()
    if (lastWords !== undefined) {
      this.#speaker.clear()
      this.#ownWords = true
      // Short, and the last chance to say it.
      this.#speaker.say(lastWords, false)
    }
    this.#later(TURN_TAKING.farewellMs, () => this.#go())
    this.#goIfQuiet()
  }

  /** Somebody who still speaks is heard out: their last words may be "do not call me again". */
  #goIfQuiet(): void {
    if (this.#phase !== 'leaving' || this.#speaker.isSpeaking) return
    if (!this.#input.someoneSpeaks || this.#machine) return this.#go()
    this.#later(TURN_TAKING.lastWordsMs, () => this.#go())
  }

  #go(): void {
    if (this.#phase !== 'leaving') return
    const go = this.#afterLastWords
    this.#afterLastWords = undefined
    go?.()
  }

  #talkedOverLastWords(lengthMs: number): void {
    if (this.#machine || lengthMs < TURN_TAKING.interruptAfterMs) return
    if (this.#speaker.isSpeaking && this.#speaker.isInterruptible) this.#speaker.clear()
    this.#goIfQuiet()
  }

  #sounded(text: string): void {
    this.#firstSound()
    if (this.#ownWords || this.#machine) this.#options.journal.agentSays(text)
    else this.#talk.sounded(text)
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
    if (this.#phase === 'talking') this.#talk.quiet()
    if (this.#phase === 'leaving') this.#goIfQuiet()
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
    if (this.#phase !== 'over') this.#safely(work)
  }

  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      const { log, conversation } = this.#options
      log.error({ call_id: conversation.callId, err: error }, 'a conversation ran into an error of ours')
      this.#finish('system', DISPOSITIONS.agentFailed)
    }
  }

  #finish(by: EndedBy, disposition?: string): void {
    if (this.#phase === 'over') return
    this.#phase = 'over'
    const { journal } = this.#options
    for (const timer of this.#timers) timer.cancel()
    this.#warming.abort(new Error('The conversation is over.'))
    // A message cut off by the machine was not left.
    const cutMessage = this.#disposition === DISPOSITIONS.messageLeft && this.#speaker.isSpeaking
    const decided = cutMessage ? DISPOSITIONS.voicemail : this.#disposition
    this.#line.stop()
    this.#watch?.stop()
    this.#message.stop()
    this.#talk.stop()
    this.#playout.close()
    this.#speaker.clear()
    journal.disposition = disposition ?? decided ?? (this.#machine ? DISPOSITIONS.voicemail : DISPOSITIONS.hungUp)
    journal.note('ended', { by })
    void this.#settle(by)
  }

  /** What a finished conversation still owes: the end of the call, its last words, a promise to call no more. */
  async #settle(by: EndedBy): Promise<void> {
    const { hooks, log, journal, conversation, media, brain } = this.#options
    const failed = (error: unknown) =>
      log.warn({ call_id: conversation.callId, err: error }, 'a conversation could not be ended in order')
    const hangUp = async () => (this.#transfer === 'done' ? undefined : await hooks.hangUp())
    const hungUp = within(this.#clock, TURN_TAKING.hangUpMs, hangUp())
      .catch(failed)
      .then(() => this.#safely(() => media.close()))
    await this.#input.finish().catch(failed)
    this.#safely(() => brain.close())
    await hungUp
    await this.#suppressing
    const disposition = journal.record.disposition ?? DISPOSITIONS.hungUp
    this.#finished({ endedBy: by, disposition, machine: this.#machine, transferred: this.#transfer === 'done' })
  }
}
