import type { Clock, Timer } from '../kernel/clock.ts'
import { withTimeLimit } from '../kernel/time-limit.ts'
import type { DigitCount } from '../language/rules/spoken-digits.ts'
import { BeepDetector, type ToneEvent } from '../speech/beep.ts'
import { UndecidedFrameBuffer } from '../speech/confirmed-voice-gate.ts'
import { DtmfDetector } from '../speech/dtmf.ts'
import { OWN_ECHO_TUNING, type OwnEcho } from '../speech/own-echo.ts'
import type { Recognizer, StreamingRecognition } from '../speech/recognizer.ts'
import type { OpenResampler, Resampler } from '../speech/resample.ts'
import { resampleAll } from '../speech/resample.ts'
import type { SpeechUse } from '../speech/rules/speech-use.ts'
import type { SpeechServiceFailure } from '../speech/streaming.ts'
import { TURN_DETECTION_TUNING, TurnDetector, type TurnEvent, type VoiceFrame } from '../speech/turns.ts'
import {
  type OpenVoiceGate,
  samplesPerFrame,
  VOICE_ACTIVITY_TUNING,
  type VoiceGate,
  type VoiceGateRateHz,
} from '../speech/vad.ts'
import { decodeAudio, joinSamples } from '../speech/wire-audio.ts'
import type { Urgency } from '../speech/worker-pool.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { KeySources } from './rules/keypad.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

export interface SpeechSegment {
  startedAtMs: number
  lastVoiceAtMs: number
  /** Whether the turn was cut off at its maximum duration instead of being ended by silence. */
  cut: boolean
  /** Whether the turn is an echo of the agent's own voice, returned by the line. */
  echo?: boolean
}

export interface RecognizedSpeech {
  speech: SpeechSegment
  /** The words; empty: nothing was understood, or it was not speech. */
  text: string
  confidence: number
  /** Whether the audio contained only DTMF tones. */
  onlyKeys: boolean
  /** The last interim transcript; weaker evidence than `text`. */
  partly?: string
}

export interface AudioInputListener {
  speechStarted(startedAtMs: number): void
  /** Called with every voiced frame of a turn. */
  speaking(startedAtMs: number, lengthMs: number): void
  /** Whether a rough speculative transcript would be useful now. */
  wantsGuess?(): boolean
  /** Called with a speculative transcript while the turn may still continue. */
  onSpeculativeTranscript?(text: string): void
  /** Called with the transcript at a pause, while the turn may still continue. */
  onPartialTranscript(startedAtMs: number, text: string): void
  /** Called with an interim transcript of a streaming recognizer, which may be revised. */
  partly?(startedAtMs: number, text: string): void
  speechEnded(speech: SpeechSegment): void
  /** Called after each `speechEnded`, in the same order. */
  understood(understood: RecognizedSpeech): void
  key(digit: string): void
  tone(tone: ToneEvent): void
  recognitionFailed(): void
  /** Called when a speech service failed and another takes over. */
  serviceFailed?(trouble: SpeechServiceFailure): void
  /** Called with what a recognition service was sent. */
  serviceUsed?(use: SpeechUse): void
}

/** The input of a conversation: the person's turns and keys. */
export interface TurnInput {
  readonly someoneSpeaks: boolean
  /** Uses this recognizer from now on, because the brain that transcribed the speech is gone. */
  recognizeWith(recognizer: Recognizer | null): void
  /** Sets the silence that ends the current and the following turns. */
  endTurnAfter(ms: number): void
  /** Expects a number with this many digits; null: something else. */
  expectDigits(count: DigitCount | null): void
  hear(audio: Uint8Array): void
  /** Handles a key press that the carrier reported. */
  event(digit: string): void
  /** The line has closed: earlier speech is still recognized. */
  finish(): Promise<void>
}

export interface AudioInputOptions {
  format: AudioFormat
  clock: Clock
  recognizer: Recognizer | null
  openGate: OpenVoiceGate
  openResampler: OpenResampler
  listener: AudioInputListener
  /** Detects the echo of the agent's own voice. */
  echo?: OwnEcho | undefined
  /** Whether the current speech must not be sent to an external service. */
  staysHere?: () => boolean
  /** Receives the person's audio at 8 kHz, for the recording. */
  tap: ((samples: Int16Array, startMs: number) => void) | null
}

const TELEPHONE_HZ = 8000
const RECOGNIZER_HZ = 16_000
/** Gap in the incoming audio after which its time is set to the clock: the carrier sent nothing in between. */
const GAP_MS = 400
/** Length of a DTMF tone, which is detected as voice: a turn that is little longer is empty. */
const KEY_MS = 350

/** The incoming audio of one call: converts the carrier's bytes to turns with their words, keys and tones. */
export class AudioInput implements TurnInput {
  readonly #options: AudioInputOptions
  #recognizer: Recognizer | null = null
  /** The streaming recognition of the current turn. */
  #live: StreamingRecognition | null = null
  readonly #rateHz: VoiceGateRateHz
  readonly #gate: VoiceGate
  readonly #decided: UndecidedFrameBuffer
  readonly #toRate: Resampler
  readonly #toTelephone: Resampler
  readonly #turns = new TurnDetector()
  readonly #dtmf = new DtmfDetector()
  readonly #beeps = new BeepDetector()
  readonly #keys = new KeySources()
  #rest: Int16Array = new Int16Array(0)
  /** The end of the received audio, as a time of the clock. */
  #streamMs = Number.NEGATIVE_INFINITY
  #turnStartedAtMs = 0
  #keysInTurn = 0
  /** Times of frames in the current turn with a voice that is not known to be the agent's own. */
  #theirVoiceMs: number[] = []
  #echoAtMs = Number.NEGATIVE_INFINITY
  #digits: DigitCount | null = null
  #guess: Guess | undefined
  /** Whether the person has fallen silent within the turn, for a moment or longer. */
  #isHushed = false
  /** A rough recognition that runs before the precise one. */
  #rough: AbortController | undefined
  #inOrder: Promise<void> = Promise.resolve()
  #silenceWatch: Timer | undefined
  #closed = false

  constructor(options: AudioInputOptions) {
    this.#options = options
    const { format, openGate, openResampler } = options
    this.#rateHz = format.sampleRateHz === TELEPHONE_HZ ? TELEPHONE_HZ : RECOGNIZER_HZ
    this.recognizeWith(options.recognizer)
    this.#gate = openGate(this.#rateHz)
    this.#decided = new UndecidedFrameBuffer(this.#gate)
    this.#toRate = openResampler(format.sampleRateHz, this.#rateHz)
    this.#toTelephone = openResampler(this.#rateHz, TELEPHONE_HZ)
  }

  get someoneSpeaks(): boolean {
    return this.#turns.speaking
  }

  recognizeWith(recognizer: Recognizer | null): void {
    this.#recognizer = recognizer
    this.#live?.close()
    recognizer?.tell?.((trouble) => this.#options.listener.serviceFailed?.(trouble))
    recognizer?.count?.((use) => this.#options.listener.serviceUsed?.(use))
    this.#live =
      recognizer?.listen?.(this.#rateHz, {
        partial: (text) => this.#heardPartly(text),
        endOfTurn: (text) => this.#heardPartly(text),
      }) ?? null
    this.#turns.tellsHush = recognizer?.guess !== undefined || this.#live !== null
  }

  endTurnAfter(ms: number): void {
    this.#turns.endMs = ms
    // The silence may already be long enough; waiting for the next frame would only report it later.
    if (this.#turns.speaking && !this.#closed) this.#turnEvents(this.#turns.elapse(this.#streamMs))
  }

  expectDigits(count: DigitCount | null): void {
    this.#digits = count
  }

  hear(audio: Uint8Array): void {
    if (this.#closed) return
    const samples = this.#toRate.push(decodeAudio(audio, this.#options.format.encoding))
    this.#keepTime((samples.length / this.#rateHz) * 1000)
    const all = this.#rest.length === 0 ? samples : joinSamples([this.#rest, samples])
    const size = samplesPerFrame(this.#rateHz)
    const frames = Math.floor(all.length / size)
    const startMs = this.#streamMs - (all.length / this.#rateHz) * 1000
    for (let index = 0; index < frames; index++) {
      this.#frame(all.slice(index * size, (index + 1) * size), startMs + index * VOICE_ACTIVITY_TUNING.frameMs)
      if (this.#closed) return
    }
    this.#rest = all.slice(frames * size)
  }

  event(digit: string): void {
    if (this.#keys.isNew(digit, 'event', this.#options.clock.monotonic())) this.#options.listener.key(digit)
  }

  async finish(): Promise<void> {
    if (!this.#closed) this.#follow(this.#decided.release())
    if (!this.#closed) this.#turnEvents(this.#turns.flush())
    await this.#inOrder
    this.close()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#live?.close()
    this.#silenceWatch?.cancel()
    this.#guess?.stop.abort(new Error('The call is over.'))
    this.#dropRough()
    this.#gate.close()
    this.#toRate.close()
    this.#toTelephone.close()
  }

  /** Counts time by the audio and not by its arrival, which is bursty; only a real gap sets it to the clock. */
  #keepTime(lengthMs: number): void {
    const nowMs = this.#options.clock.monotonic()
    const gap = nowMs - lengthMs - this.#streamMs > GAP_MS
    if (gap) this.#follow(this.#decided.release())
    if (gap && this.#turns.speaking) this.#turnEvents(this.#turns.elapse(nowMs - lengthMs))
    if (gap) this.#rest = new Int16Array(0)
    this.#streamMs = gap ? nowMs : this.#streamMs + lengthMs
  }

  #frame(samples: Int16Array, atMs: number): void {
    const { listener, tap } = this.#options
    const telephone = this.#toTelephone.push(samples)
    tap?.(telephone, atMs)
    this.#options.echo?.heard(telephone, atMs)
    for (const digit of this.#dtmf.push(telephone)) {
      this.#keysInTurn++
      if (this.#keys.isNew(digit, 'audio', atMs)) listener.key(digit)
    }
    for (const tone of this.#beeps.push(telephone)) listener.tone(tone)
    if (this.#closed) return
    this.#live?.frame(this.#options.staysHere?.() === true ? null : samples)
    const voice = this.#gate.isVoice(samples) && !this.#isOwnVoice(atMs)
    this.#follow(this.#decided.push({ voice, atMs, durationMs: VOICE_ACTIVITY_TUNING.frameMs, samples }))
  }

  #follow(frames: readonly VoiceFrame[]): void {
    for (const frame of frames) {
      this.#turnEvents(this.#turns.push(frame))
      if (!frame.voice || !this.#turns.speaking || this.#closed) continue
      const endMs = frame.atMs + frame.durationMs
      this.#options.listener.speaking(this.#turnStartedAtMs, endMs - this.#turnStartedAtMs)
    }
  }

  /**
   * Whether the frame is an echo of the agent's own voice, which does not count as voice; frames before its detection are
   * withdrawn.
   */
  #isOwnVoice(atMs: number): boolean {
    // Before a turn begins, only its possible first frames matter.
    const keepFromMs = this.#turns.speaking ? Number.NEGATIVE_INFINITY : atMs - TURN_DETECTION_TUNING.preRollMs
    while ((this.#theirVoiceMs[0] ?? atMs) < keepFromMs) this.#theirVoiceMs.shift()
    this.#theirVoiceMs.push(atMs)
    if (this.#options.echo?.isEcho !== true) return false
    this.#theirVoiceMs = this.#theirVoiceMs.filter((each) => each <= atMs - OWN_ECHO_TUNING.windowMs)
    this.#echoAtMs = atMs
    return true
  }

  /** Whether the turn contains the agent's own voice and too little else to be speech. */
  #isEchoOnly(startedAtMs: number): boolean {
    const theirs = this.#theirVoiceMs.filter((atMs) => atMs >= startedAtMs).length
    return this.#echoAtMs >= startedAtMs && theirs < TURN_DETECTION_TUNING.startFrames
  }

  #turnEvents(events: readonly TurnEvent[]): void {
    for (const event of events) {
      if (this.#closed) return
      switch (event.kind) {
        case 'speech_started':
          this.#turnStartedAtMs = event.startedAtMs
          this.#theirVoiceMs = this.#theirVoiceMs.filter((atMs) => atMs >= event.startedAtMs)
          this.#watchSilence()
          this.#isHushed = false
          this.#live?.began()
          this.#options.listener.speechStarted(event.startedAtMs)
          break
        case 'speech_hushed':
          this.#isHushed = true
          this.#live?.hushed?.(true)
          this.#guessAt(event.audio)
          break
        case 'speech_paused':
          this.#speculate(event.startedAtMs, event.audio)
          break
        case 'speech_resumed':
          this.#guess?.stop.abort(new Error('The person continues to speak.'))
          this.#guess = undefined
          this.#isHushed = false
          this.#live?.hushed?.(false)
          this.#dropRough()
          break
        case 'speech_ended':
          this.#ended(event)
          break
      }
    }
  }

  /** In a pause, these words may be complete: they decide how long the endpointing waits for more. */
  #heardPartly(text: string): void {
    if (text === '' || this.#closed || !this.#turns.speaking || this.#isEchoOnly(this.#turnStartedAtMs)) return
    this.#options.listener.partly?.(this.#turnStartedAtMs, text)
    if (this.#guess !== undefined) this.#options.listener.onPartialTranscript(this.#turnStartedAtMs, text)
    // The last word of most turns arrives here: services report a word after the silence that follows it has begun.
    else if (this.#isHushed && this.#options.listener.wantsGuess?.() === true)
      this.#options.listener.onSpeculativeTranscript?.(text)
  }

  #guessAt(audio: Int16Array): void {
    const { listener, openResampler } = this.#options
    if (listener.wantsGuess?.() !== true || this.#isLong(audio)) return
    // The streaming recognizer already has the words.
    if (this.#live !== null)
      return this.#live.partial === '' ? undefined : listener.onSpeculativeTranscript?.(this.#live.partial)
    const stop = new AbortController()
    this.#rough = stop
    const wide = resampleAll(openResampler, audio, this.#rateHz, RECOGNIZER_HZ)
    const guessed = this.#present?.guess?.(wide, stop.signal) ?? Promise.resolve(null)
    guessed.then(
      (text) =>
        text !== null && this.#rough === stop && !this.#closed ? listener.onSpeculativeTranscript?.(text) : undefined,
      // The result is only speculative; the final words follow soon.
      () => {},
    )
  }

  #dropRough(): void {
    this.#rough?.abort(new Error('The speculative request is no longer needed.'))
    this.#rough = undefined
  }

  #isLong(audio: Int16Array): boolean {
    return (audio.length / this.#rateHz) * 1000 > TURN_TAKING_LIMITS.speculateUpToMs
  }

  #speculate(startedAtMs: number, audio: Int16Array): void {
    if ((this.#live === null && this.#isLong(audio)) || this.#isEchoOnly(startedAtMs)) return
    const guess = this.#recognize(audio, { isFinal: false })
    this.#guess = guess
    this.#heardPartly(this.#live?.partial ?? '')
    void guess.words.then(({ text }) => {
      if (this.#guess !== guess || this.#closed || this.#isEchoOnly(startedAtMs)) return
      this.#dropRough()
      this.#options.listener.onPartialTranscript(startedAtMs, text)
    })
  }

  #ended(event: Extract<TurnEvent, { kind: 'speech_ended' }>): void {
    const { startedAtMs, lastVoiceAtMs, audio, reason } = event
    const echo = this.#isEchoOnly(startedAtMs)
    const { words, urgency } = this.#guess ?? (echo ? UNHEARD : this.#recognize(audio, { isFinal: true }))
    // The turn has ended and waits for this result now.
    urgency.isFinal = true
    this.#guess = undefined
    this.#dropRough()
    const keysMs = this.#keysInTurn * KEY_MS
    this.#keysInTurn = 0
    const speech: SpeechSegment = { startedAtMs, lastVoiceAtMs, cut: reason === 'limit', echo }
    const onlyKeys = keysMs > 0 && lastVoiceAtMs - startedAtMs <= keysMs
    const partial = this.#live?.partial ?? ''
    this.#live?.ended()
    this.#options.listener.speechEnded(speech)
    this.#inOrder = this.#inOrder.then(async () => {
      const { text, confidence } = onlyKeys || echo ? NOTHING : await words
      if (!this.#closed) this.#options.listener.understood({ speech, text, confidence, onlyKeys, partly: partial })
    })
  }

  #recognize(audio: Int16Array, urgency: Urgency): Guess {
    const { clock, openResampler, listener } = this.#options
    const recognizer = this.#present
    const stop = new AbortController()
    if (recognizer === null) return { stop, urgency, words: Promise.resolve(NOTHING) }
    const wide = resampleAll(openResampler, audio, this.#rateHz, RECOGNIZER_HZ)
    const digits = this.#digits ?? undefined
    const live = recognizer === this.#recognizer ? this.#live : null
    const recognition = (live?.words.bind(live) ?? recognizer.recognize.bind(recognizer))(
      wide,
      stop.signal,
      urgency,
      digits,
    )
    const words = withTimeLimit(clock, TURN_TAKING_LIMITS.recognitionMs, recognition).catch(() => {
      if (!stop.signal.aborted && !this.#closed) listener.recognitionFailed()
      return NOTHING
    })
    return { stop, urgency, words }
  }

  /** The recognizer for the current speech: sensitive speech is not sent to a hosted service. */
  get #present(): Recognizer | null {
    const recognizer = this.#recognizer
    if (recognizer?.here === undefined || this.#options.staysHere?.() !== true) return recognizer
    return recognizer.here
  }

  /** Ends turns for carriers that send nothing during silence. */
  #watchSilence(): void {
    this.#silenceWatch?.cancel()
    this.#silenceWatch = this.#options.clock.after(TURN_DETECTION_TUNING.pauseMs, () => {
      const nowMs = this.#options.clock.monotonic()
      if (nowMs - this.#streamMs > GAP_MS) this.#turnEvents(this.#turns.elapse(nowMs))
      if (this.#turns.speaking && !this.#closed) this.#watchSilence()
    })
  }
}

/** A recognition in progress. */
interface Guess {
  stop: AbortController
  urgency: Urgency
  words: Promise<Words>
}

interface Words {
  text: string
  confidence: number
}

const NOTHING: Words = { text: '', confidence: 0 }

/** The result for audio that is not recognized at all. */
const UNHEARD = { words: Promise.resolve(NOTHING), urgency: { isFinal: true } }
