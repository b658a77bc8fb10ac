import type { Timer } from '../kernel/clock.ts'
import { unlessAborted } from '../kernel/time-limit.ts'
import { isBackchannel } from '../language/rules/backchannel.ts'
import type { Speech, Understood } from './audio-input.ts'
import type { Act, Expectation, Turn, WordBrain } from './brain.ts'
import type { Dialog, DialogContext } from './dialog.ts'
import type { TranscriptLine } from './journal.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { KeyBuffer } from './rules/keypad.ts'
import { TURN_TAKING } from './rules/turn-taking.ts'

const DEFAULT_EXPECTATION: Expectation = { maxDigits: null, noInputAfterMs: TURN_TAKING.noInputAfterMs }

interface Answering {
  stop: AbortController
  /** What the brain was told, as long as it has not reacted. */
  unansweredText: string
  reacted: boolean
  characters: number
}

/** Speech that is being understood. */
interface Unclear {
  /** It was said over our words or our thinking. */
  overOurs: boolean
  turn: number
}

/** A conversation with a brain of words: the turns are ours, the thoughts are the brain's. */
export class CascadedDialog implements Dialog {
  readonly #brain: WordBrain
  readonly #context: DialogContext
  readonly #keys = new KeyBuffer()
  #answering: Answering | undefined
  #expect = DEFAULT_EXPECTATION
  #interrupted: { heardText: string } | null = null
  /** Words of a turn that was overtaken by more words before the brain reacted. */
  #carried = ''
  #line: TranscriptLine | undefined
  #lastVoiceAtMs: number | undefined
  readonly #beingUnderstood: Unclear[] = []
  /** How many turns were answered. */
  #turn = 0
  /** Since the person's last word. */
  #fillers = 0
  #silences = 0
  #cutUtterances = 0
  /** The person does not stop: our reply is not to be interrupted by what they are already saying. */
  #talkOver = false
  #typedAhead: string[] = []
  #patience: Timer | undefined
  #keyPause: Timer | undefined
  #cover: Timer | undefined
  #stopped = false

  constructor(brain: WordBrain, context: DialogContext) {
    this.#brain = brain
    this.#context = context
  }

  begin(): void {
    this.#ask({ kind: 'started' })
  }

  audio(): void {}

  speechStarted(): void {
    this.#patience?.cancel()
  }

  speaking(lengthMs: number): void {
    if (this.#stopped || this.#talkOver || lengthMs < TURN_TAKING.interruptAfterMs) return
    const { speaker } = this.#context
    const busy = speaker.isAudible || this.#answering !== undefined
    if (busy && speaker.isInterruptible) this.#interrupt()
  }

  speechEnded({ lastVoiceAtMs }: Speech): void {
    const overOurs = this.#context.speaker.isAudible || this.#answering !== undefined
    this.#beingUnderstood.push({ overOurs, turn: this.#turn })
    if (!overOurs) {
      this.#fillers = 0
      this.#line = undefined
      this.#lastVoiceAtMs = lastVoiceAtMs
    }
    this.#coverSilence()
  }

  understood({ speech, text, confidence, onlyKeys }: Understood): void {
    const unclear = this.#beingUnderstood.shift()
    if (this.#stopped) return
    const theirTurn = unclear !== undefined && !unclear.overOurs && unclear.turn === this.#turn
    const noise = text === '' && speech.lastVoiceAtMs - speech.startedAtMs < TURN_TAKING.shortestUtteranceMs
    if (onlyKeys || (noise && this.#interrupted === null) || !(theirTurn || this.#takesTheFloor(text))) {
      this.#coverSilence()
      this.#listen()
      return
    }
    if (speech.cut && ++this.#cutUtterances >= TURN_TAKING.longestUtterances) {
      this.#context.leave(DISPOSITIONS.neverStopped, this.#context.sentences.farewell)
      return
    }
    this.#talkOver = speech.cut
    this.#silences = 0
    if (!theirTurn) this.#lastVoiceAtMs = speech.lastVoiceAtMs
    const interrupted = this.#interrupted
    const words = `${this.#carried} ${text}`.trim()
    this.#ask({ kind: 'heard', text: words, confidence, interrupted }, words)
  }

  key(digit: string): void {
    this.#silences = 0
    this.#patience?.cancel()
    this.#keyPause?.cancel()
    const { speaker, clock } = this.#context
    if (speaker.isAudible && speaker.isInterruptible) this.#interrupt()
    const complete = this.#keys.press(digit, this.#expect.maxDigits)
    if (complete !== null) return this.#typed(complete)
    this.#keyPause = clock.after(TURN_TAKING.digitPauseMs, () => {
      if (this.#keys.isEmpty) this.#listen()
      else this.#typed(this.#keys.take())
    })
  }

  sounded(text: string): void {
    const { journal, clock } = this.#context
    if (this.#lastVoiceAtMs !== undefined) journal.replyGap(clock.monotonic() - this.#lastVoiceAtMs)
    this.#lastVoiceAtMs = undefined
    if (this.#line === undefined) this.#line = journal.agentSays(text)
    else journal.addTo(this.#line, text)
  }

  quiet(): void {
    const typed = this.#typedAhead.shift()
    if (typed !== undefined) return this.#ask({ kind: 'digits', digits: typed })
    this.#coverSilence()
    this.#listen()
  }

  stop(): void {
    this.#stopped = true
    this.#answering?.stop.abort(new Error('The conversation is over.'))
    this.#answering = undefined
    for (const timer of [this.#patience, this.#keyPause, this.#cover]) timer?.cancel()
  }

  /** Whether these words, if said over ours, are more than a sign of listening. Then we fall silent. */
  #takesTheFloor(text: string): boolean {
    const { speaker } = this.#context
    if (!speaker.isAudible && this.#answering === undefined) return true
    if (text === '' || isBackchannel(text) || !speaker.isInterruptible) return false
    this.#interrupt()
    return true
  }

  #interrupt(): void {
    const { speaker, journal } = this.#context
    const heardText = speaker.heardText
    const spoke = speaker.isAudible
    speaker.clear()
    if (spoke && this.#line !== undefined) journal.heardOnly(this.#line, heardText)
    if (spoke) journal.note('interrupted', { heard: heardText })
    if (this.#answering?.reacted === false) this.#carried = this.#answering.unansweredText
    if (spoke) this.#interrupted = { heardText }
    this.#answering?.stop.abort(new Error('The person interrupted.'))
    this.#answering = undefined
    this.#cover?.cancel()
  }

  #typed(digits: string): void {
    this.#context.journal.note('keys_pressed', { count: digits.length })
    if (this.#context.speaker.isAudible) this.#typedAhead.push(digits)
    else this.#ask({ kind: 'digits', digits })
  }

  #ask(turn: Turn, words = ''): void {
    if (this.#stopped) return
    this.#answering?.stop.abort(new Error('Something newer is to be answered.'))
    this.#patience?.cancel()
    this.#turn++
    if (turn.kind !== 'heard') this.#fillers = 0
    this.#interrupted = null
    this.#carried = ''
    this.#line = undefined
    this.#expect = DEFAULT_EXPECTATION
    this.#context.speaker.beginTurn()
    const answering: Answering = {
      stop: new AbortController(),
      unansweredText: words,
      reacted: false,
      characters: 0,
    }
    this.#answering = answering
    this.#coverSilence()
    void this.#follow(answering, turn)
  }

  /** Never waits for a brain that does not heed its signal. */
  async #follow(answering: Answering, turn: Turn): Promise<void> {
    const { signal } = answering.stop
    try {
      const acts = this.#brain.answer(turn, signal)[Symbol.asyncIterator]()
      for (;;) {
        const next = await unlessAborted(acts.next(), signal)
        if (next.done) break
        answering.reacted = true
        this.#perform(next.value, answering)
        if (signal.aborted || answering.characters > TURN_TAKING.longestSayCharacters) {
          void acts.return?.().catch(() => {})
          break
        }
      }
    } catch (error) {
      if (!signal.aborted) this.#context.fail(error instanceof Error ? error.name : 'unknown')
    }
    if (this.#answering !== answering) return
    this.#answering = undefined
    this.#cover?.cancel()
    this.#listen()
  }

  #perform(act: Act, answering: Answering): void {
    switch (act.kind) {
      case 'say':
        answering.characters += act.text.length
        this.#context.speaker.say(act.text, act.interruptible && !this.#talkOver)
        return this.#coverSilence()
      case 'listen':
        this.#expect = { ...act.expect, noInputAfterMs: patienceOf(act.expect) }
        return
      default:
        this.#context.act(act)
    }
  }

  /** The person's turn: silence is counted from here. */
  #listen(): void {
    const { speaker, input, clock, journal } = this.#context
    this.#patience?.cancel()
    const theirTurn = !this.#stopped && !speaker.isSpeaking && this.#answering === undefined
    if (!theirTurn || input.someoneSpeaks || this.#beingUnderstood.length > 0 || !this.#keys.isEmpty) return
    this.#patience = clock.after(this.#expect.noInputAfterMs, () => {
      this.#silences++
      journal.note('no_input', { times: this.#silences })
      if (this.#silences > TURN_TAKING.mostSilences)
        return this.#context.leave(DISPOSITIONS.noInput, this.#context.sentences.farewell)
      this.#ask({ kind: 'no_input', times: this.#silences })
    })
  }

  /** While ears or brain are busy and nothing is heard: fillers, and in the end the fallback. */
  #coverSilence(): void {
    const { speaker, clock, sentences, journal, input } = this.#context
    this.#cover?.cancel()
    const thinking = this.#answering !== undefined || this.#beingUnderstood.length > 0
    if (!thinking || speaker.isSpeaking || this.#stopped) return
    const filler = sentences.fillers[this.#fillers]
    this.#cover = clock.after(this.#coverAfterMs(), () => {
      if (input.someoneSpeaks) return
      // Ears that take too long have understood nothing; that is not the brain's fault.
      if (filler === undefined) return this.#answering === undefined ? undefined : this.#context.fail('silent')
      this.#fillers++
      journal.note('filler')
      speaker.say(filler, true)
    })
  }

  #coverAfterMs(): number {
    if (this.#fillers === 0) return TURN_TAKING.fillerAfterMs
    return this.#fillers < this.#context.sentences.fillers.length
      ? TURN_TAKING.nextFillerAfterMs
      : TURN_TAKING.giveUpAfterMs
  }
}

/** A brain may ask for more or less patience, within reason. */
function patienceOf({ noInputAfterMs }: Expectation): number {
  const { noInputAfterMs: usual, leastPatienceMs, mostPatienceMs } = TURN_TAKING
  return Number.isFinite(noInputAfterMs) ? Math.min(mostPatienceMs, Math.max(leastPatienceMs, noInputAfterMs)) : usual
}
