import type { Timer } from '../kernel/clock.ts'
import type { OpenResampler } from '../speech/resample.ts'
import type { AudioFormat, MediaStream } from '../telephony/media.ts'
import { type AudioBridge, openBridge, sameFormat } from './audio-bridge.ts'
import type { Speech } from './audio-input.ts'
import { BrainFailed, type SoundBrain, type SoundPort } from './brain.ts'
import type { Dialog, DialogContext } from './dialog.ts'
import type { Clip } from './playout.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import type { WorkflowAct } from './rules/turn.ts'
import { TURN_TAKING } from './rules/turn-taking.ts'

interface Utterance {
  id: string
  clip: Clip
}

/** A conversation with a brain of sound: it hears and speaks by itself; we carry, cover its silences and keep the limits. */
export class RealtimeDialog implements Dialog {
  readonly #brain: SoundBrain
  readonly #context: DialogContext
  readonly #format: AudioFormat
  readonly #toBrain: AudioBridge
  readonly #toLine: AudioBridge
  #ready = false
  #utterances: Utterance[] = []
  #lastVoiceAtMs: number | undefined
  #owesAnswer = true
  #fillers = 0
  #silences = 0
  /** The brain has said of the present speech that it hears it. */
  #heard = false
  #nudged = false
  #cover: Timer | undefined
  #deferred: WorkflowAct | undefined
  #stopped = false
  #sounded = false

  constructor(brain: SoundBrain, context: DialogContext, line: { media: MediaStream; openResampler: OpenResampler }) {
    this.#brain = brain
    this.#context = context
    const { format } = line.media
    this.#format = brain.formats.find((each) => sameFormat(each, format)) ?? brain.formats[0] ?? format
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
    // What is kept nowhere is not sent to anybody either: at such a step only keys count.
    if (this.#ready && !this.#stopped && !this.#context.isSensitive()) this.#brain.hear(this.#toBrain.convert(frame))
  }

  speechStarted(): void {
    this.#cover?.cancel()
    this.#heard = false
    this.#silences = 0
    this.#brain.personSpeaks?.()
  }

  speaking(): void {}

  soFar(): void {}

  speechEnded(speech: Speech): void {
    this.#lastVoiceAtMs = speech.lastVoiceAtMs
    // What only our own gate takes for voice may be a chair, a dog or a television.
    if (this.#heard) this.#expectAnswer()
    else this.#coverSilence()
  }

  understood(): void {}

  key(digit: string): void {
    const { journal, isSensitive } = this.#context
    const withheld = isSensitive()
    journal.keysPressed(1, withheld)
    journal.personPressed(digit, withheld)
    this.#brain.pressed(digit)
    this.#expectAnswer()
  }

  sounded(text: string): void {
    this.#context.journal.agentSays(text)
  }

  quiet(): void {
    this.#utterances = []
    this.#sounded = false
    this.#coverSilence()
  }

  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#cover?.cancel()
    this.#toBrain.close()
    this.#toLine.close()
    // What is still to come of an utterance is not waited for any more.
    for (const { clip } of this.#utterances) this.#context.playout.seal(clip)
  }

  #port(): SoundPort {
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
      transcript: ({ who, text }) =>
        this.#ifTalking(() => {
          if (text.trim() === '') return
          if (who === 'agent') this.#context.journal.agentSays(text)
          else {
            this.#expectAnswer()
            this.#context.personSaid(text)
          }
        }),
      act: (act) => this.#ifTalking(() => this.#act(act)),
      failed: (reason) => this.#ifTalking(() => this.#context.fail(reason)),
    }
  }

  #speak(id: string, audio: Uint8Array): void {
    const { playout, journal, clock, speaker } = this.#context
    let utterance = this.#utterances.find((each) => each.id === id && each.clip.state === 'open')
    if (utterance === undefined) {
      // Our filler gives way to the answer it was covering for.
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

  /** An end is decided while its last words still stream in: they are waited for, within reason. */
  #act(act: WorkflowAct): void {
    const ends = act.kind === 'hang_up' || act.kind === 'transfer'
    if (!ends || !this.#isStreaming) return this.#context.act(act)
    this.#deferred = act
    this.#context.clock.after(TURN_TAKING.giveUpAfterMs, () => this.#ifTalking(() => this.#context.act(act)))
  }

  #finishDeferred(): void {
    const act = this.#deferred
    if (act === undefined || this.#isStreaming) return
    this.#deferred = undefined
    this.#context.act(act)
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

  /** Silence of a brain that owes an answer is covered and then given up; silence of both sides is asked about. */
  #coverSilence(): void {
    const { clock, playout, input } = this.#context
    this.#cover?.cancel()
    if (this.#stopped || !playout.isQuiet || input.someoneSpeaks) return
    this.#cover = clock.after(this.#owesAnswer ? this.#fillerWaitMs() : 2 * TURN_TAKING.noInputAfterMs, () =>
      this.#owesAnswer ? this.#fill() : this.#askWhetherThere(),
    )
  }

  #fillerWaitMs(): number {
    if (this.#fillers === 0) return TURN_TAKING.fillerAfterMs
    return this.#fillers < this.#context.sentences.fillers.length
      ? TURN_TAKING.nextFillerAfterMs
      : TURN_TAKING.giveUpAfterMs
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
    if (this.#silences > TURN_TAKING.noInputTimes) {
      return this.#context.leave(DISPOSITIONS.noInput, sentences.farewell)
    }
    speaker.say(sentences.stillThere, true)
  }

  #ifTalking(work: () => void): void {
    if (!this.#stopped) this.#context.safely(work)
  }
}
