import type { Timer } from '../kernel/clock.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { type AudioBridge, isSameFormat, openBridge } from './audio-bridge.ts'
import type { SpeechSegment } from './audio-input.ts'
import { BrainFailed, type SpeechToSpeechBrain, type SpeechToSpeechPort } from './brain.ts'
import type { Dialog, DialogContext, UnderstoodSpeech } from './dialog.ts'
import type { Clip } from './playout.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import type { WorkflowAction } from './rules/turn.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'
import { Utterance } from './rules/utterance.ts'
import type { SessionOptions } from './session-options.ts'

interface SentClip {
  id: string
  clip: Clip
}

type Line = Pick<SessionOptions, 'media' | 'openResampler' | 'conversation'>

/**
 * A conversation with a speech-to-speech brain. The brain hears and speaks on its own; this class transports audio, fills its
 * silences and enforces the limits.
 */
export class RealtimeDialog implements Dialog {
  readonly #brain: SpeechToSpeechBrain
  readonly #context: DialogContext
  readonly #format: AudioFormat
  readonly #toBrain: AudioBridge
  readonly #toLine: AudioBridge
  readonly #patienceMs: number
  #ready = false
  #utterances: SentClip[] = []
  #lastVoiceAtMs: number | undefined
  #owesAnswer = true
  #fillers = 0
  #silences = 0
  /** Whether the brain has reported that it hears the current speech. */
  #heard = false
  #nudged = false
  #cover: Timer | undefined
  /** The decided end: it waits until its words were heard, in case the person objects. */
  #deferred: WorkflowAction | undefined
  #deferredTimers: Timer[] = []
  /** Whether the person has spoken and it is not transcribed yet. */
  #owesWords = false
  #wordsArrived: (() => void) | undefined
  #stopped = false
  #sounded = false

  constructor(brain: SpeechToSpeechBrain, context: DialogContext, line: Line) {
    this.#brain = brain
    this.#context = context
    const { format } = line.media
    const patience = line.conversation.definition.settings?.patience_seconds
    this.#patienceMs = patience ? patience * 1000 : 2 * TURN_TAKING_LIMITS.noInputAfterMs
    this.#format = brain.formats.find((each) => isSameFormat(each, format)) ?? brain.formats[0] ?? format
    this.#toBrain = openBridge(format, this.#format, line.openResampler)
    this.#toLine = openBridge(this.#format, format, line.openResampler)
  }

  get isWaiting(): boolean {
    return !this.#context.speaker.isSpeaking && !this.#owesAnswer
  }

  begin(): void {
    this.#coverSilence()
    const opened = () => {
      this.#ready = true
    }
    const refused = (error: unknown) =>
      this.#ifTalking(() => this.#context.fail(error instanceof BrainFailed ? error.message : 'not_connected'))
    Promise.resolve()
      .then(() => this.#brain.open(this.#port(), this.#format))
      .then(opened, refused)
  }

  audio(frame: Uint8Array): void {
    // Sensitive speech is not sent to the endpoint: at such a step only keys count.
    if (this.#ready && !this.#stopped && !this.#context.isSensitive()) this.#brain.hear(this.#toBrain.convert(frame))
  }

  speechStarted(): void {
    this.#cover?.cancel()
    this.#heard = false
    this.#silences = 0
    this.#owesWords = true
    this.#brain.personSpeaks?.()
  }

  speaking(): void {}

  onPartialTranscript(): void {}

  speechEnded(speech: SpeechSegment): void {
    this.#lastVoiceAtMs = speech.lastVoiceAtMs
    // A sound that only the local detector considers a voice may be a chair, a dog or a television.
    if (this.#heard) this.#expectAnswer()
    else this.#coverSilence()
  }

  understood({ words, confidence }: UnderstoodSpeech): void {
    if (words.isEmpty) return
    this.#haveWords()
    if (this.#stopped) return
    this.#brain.heardWords?.(words, confidence)
    this.#finishDeferred()
  }

  /** The person hung up while speaking: asks the endpoint for the transcript. */
  personGone(): void {
    if (this.#ready && this.#owesWords) this.#brain.personGone?.()
  }

  get owesWords(): boolean {
    return this.#owesWords
  }

  /** Resolves once the endpoint has transcribed the last speech. */
  lastWords(): Promise<void> {
    if (!this.#ready || !this.#owesWords) return Promise.resolve()
    return new Promise((resolve) => {
      this.#wordsArrived = resolve
    })
  }

  #haveWords(): void {
    this.#owesWords = false
    this.#wordsArrived?.()
  }

  key(digit: string): void {
    const { journal, isSensitive } = this.#context
    const withheld = isSensitive()
    journal.keysPressed(1, withheld)
    journal.personPressed(new Utterance(digit, { isWithheld: withheld }))
    this.#brain.pressed(digit)
    this.#expectAnswer()
  }

  onPlaybackStarted(text: string): void {
    this.#context.journal.agentSays(text)
  }

  quiet(): void {
    this.#utterances = []
    this.#sounded = false
    this.#coverSilence()
    this.#finishDeferred()
  }

  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#cover?.cancel()
    this.#forgetDeferred()
    this.#toBrain.close()
    this.#toLine.close()
    // The rest of an utterance is not awaited any more.
    for (const { clip } of this.#utterances) this.#context.playout.seal(clip)
  }

  #port(): SpeechToSpeechPort {
    return {
      hears: () =>
        this.#ifTalking(() => {
          this.#heard = true
          if (!this.#context.input.someoneSpeaks) this.#expectAnswer()
        }),
      speak: (id, audio) => this.#ifTalking(() => this.#speak(id, audio)),
      spoken: (id) =>
        this.#ifTalking(() => {
          const utterance = this.#utterances.find((each) => each.id === id)
          if (utterance !== undefined) this.#context.playout.seal(utterance.clip)
          this.#finishDeferred()
        }),
      interrupt: () => this.#ifTalking(() => this.#interrupt()),
      transcript: ({ who, text }) => {
        if (text.trim() === '') return
        if (who === 'agent') return this.#ifTalking(() => void this.#context.journal.agentSays(text))
        this.#haveWords()
        this.#ifTalking(() => this.#expectAnswer())
        // Reported even after the end, because it may be "do not call me again".
        this.#context.safely(() => this.#context.personSaid(text))
      },
      act: (act) => this.#ifTalking(() => this.#act(act)),
      failed: (reason) => this.#ifTalking(() => this.#context.fail(reason)),
    }
  }

  #speak(id: string, audio: Uint8Array): void {
    const { playout, journal, clock, speaker } = this.#context
    let utterance = this.#utterances.find((each) => each.id === id && each.clip.state === 'open')
    if (utterance === undefined) {
      // The session's filler stops when the answer arrives.
      if (speaker.isSpeaking && this.#utterances.length === 0) speaker.clear()
      utterance = { id, clip: playout.open() }
      this.#utterances.push(utterance)
    }
    if (!playout.add(utterance.clip, this.#toLine.convert(audio))) return
    this.#owesAnswer = false
    this.#fillers = 0
    this.#cover?.cancel()
    if (this.#sounded) return
    this.#sounded = true
    this.#context.firstSound()
    if (this.#lastVoiceAtMs !== undefined) journal.replyGap(clock.monotonic() - this.#lastVoiceAtMs)
    this.#lastVoiceAtMs = undefined
  }

  /**
   * An end is decided while its last words are still being streamed or played: a person who objects before hearing them has not
   * agreed.
   */
  #act(act: WorkflowAction): void {
    if (act.kind === 'enter') this.#forgetDeferred()
    const ends = act.kind === 'hang_up' || act.kind === 'transfer'
    if (!ends || this.#context.playout.isQuiet) return this.#context.act(act)
    this.#deferred = act
    const { clock } = this.#context
    const overdue = () => this.#ifTalking(() => this.#carryOutDeferred())
    this.#deferredTimers = [
      clock.after(TURN_TAKING_LIMITS.giveUpAfterMs, () => this.#isStreaming && overdue()),
      clock.after(TURN_TAKING_LIMITS.endingMs, overdue),
    ]
  }

  #finishDeferred(): void {
    const { playout, input, clock } = this.#context
    if (this.#deferred === undefined || this.#isStreaming || !playout.isQuiet) return
    if (!input.someoneSpeaks && !this.#owesWords) return this.#carryOutDeferred()
    const waitMs = input.someoneSpeaks ? TURN_TAKING_LIMITS.lastWordsMs : TURN_TAKING_LIMITS.writtenWordsMs
    this.#deferredTimers.push(clock.after(waitMs, () => this.#ifTalking(() => this.#carryOutDeferred())))
  }

  #carryOutDeferred(): void {
    const act = this.#deferred
    this.#forgetDeferred()
    if (act !== undefined) this.#context.act(act)
  }

  #forgetDeferred(): void {
    this.#deferred = undefined
    for (const timer of this.#deferredTimers.splice(0)) timer.cancel()
  }

  get #isStreaming(): boolean {
    return this.#utterances.some(({ clip }) => clip.state === 'open')
  }

  #interrupt(): void {
    const { playout, speaker, journal } = this.#context
    const playing = !playout.isQuiet
    speaker.clear()
    for (const { id, clip } of this.#utterances) {
      if (clip.state === 'dropped') this.#brain.playedUntil(id, Math.round(clip.audioMs))
    }
    this.#utterances = []
    this.#sounded = false
    if (playing) journal.note('interrupted')
    this.#expectAnswer()
  }

  #expectAnswer(): void {
    this.#owesAnswer = true
    this.#fillers = 0
    this.#nudged = false
    this.#coverSilence()
  }

  /** Says fillers while the brain's answer is overdue, then gives up; asks again if both sides are silent. */
  #coverSilence(): void {
    const { clock, playout, input } = this.#context
    this.#cover?.cancel()
    if (this.#stopped || this.#deferred !== undefined || !playout.isQuiet || input.someoneSpeaks) return
    this.#cover = clock.after(this.#owesAnswer ? this.#fillerWaitMs() : this.#patienceMs, () =>
      this.#owesAnswer ? this.#fill() : this.#askWhetherThere(),
    )
  }

  #fillerWaitMs(): number {
    if (this.#fillers === 0) return TURN_TAKING_LIMITS.fillerAfterMs
    return this.#fillers < this.#context.sentences.fillers.length
      ? TURN_TAKING_LIMITS.nextFillerAfterMs
      : TURN_TAKING_LIMITS.giveUpAfterMs
  }

  #fill(): void {
    const { sentences, speaker, journal } = this.#context
    const filler = sentences.fillers[this.#fillers]
    if (filler === undefined && !this.#nudged && this.#brain.nudge !== undefined) {
      this.#nudged = true
      this.#brain.nudge()
      return this.#coverSilence()
    }
    if (filler === undefined) return this.#context.fail('silent')
    this.#fillers++
    journal.note('filler')
    speaker.say(filler, true)
  }

  #askWhetherThere(): void {
    const { sentences, speaker, journal } = this.#context
    this.#silences++
    journal.note('no_input', { times: this.#silences })
    if (this.#silences > TURN_TAKING_LIMITS.noInputTimes) {
      return this.#context.leave(DISPOSITIONS.noInput, sentences.farewell)
    }
    speaker.say(sentences.stillThere, true)
  }

  #ifTalking(work: () => void): void {
    if (!this.#stopped) this.#context.safely(work)
  }
}
