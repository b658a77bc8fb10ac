import { loadOptional, missingPartMessage } from './availability.ts'

/** Decides for each frame of 20 ms whether it contains speech. One gate per call: it adapts to the line's noise. */
export interface VoiceGate {
  isVoice(frame: Int16Array): boolean
  /** Whether the sound of the last frame is a voice. Absent: `isVoice` decides alone. */
  readonly verdict?: 'voice' | 'undecided' | 'no_voice'
  /** Must be called: the detector's memory is not garbage-collected. */
  close(): void
}

export type VoiceGateRateHz = 8000 | 16000
export type OpenVoiceGate = (sampleRateHz: VoiceGateRateHz) => VoiceGate

export const VOICE_ACTIVITY_TUNING = {
  frameMs: 20,
  /** The third of libfvad's four modes: it finds 92 % of speech in loud noise; the strictest finds 83 %. */
  fvadMode: 2,
  /** A frame quieter than this (root mean square, maximum 32767) is silence. */
  quietRms: 80,
  /** Without libfvad: a frame this many times as loud as the noise floor is voice. */
  fallbackOverFloor: 3,
  /** Without libfvad: a quieter frame is not voice, so that the hiss of a silent line is ignored. */
  fallbackQuietRms: 200,
  /** How fast the floor follows louder noise upwards, per frame; downwards it follows immediately. */
  fallbackFloorRise: 1.005,
} as const

export function samplesPerFrame(sampleRateHz: number): number {
  return (sampleRateHz * VOICE_ACTIVITY_TUNING.frameMs) / 1000
}

export function rootMeanSquare(samples: Int16Array): number {
  let sum = 0
  for (let index = 0; index < samples.length; index++) sum += samples[index]! * samples[index]!
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length)
}

/** Loads libfvad (WebRTC's detector) if installed, else a detector of loudness over an adapting floor. */
export function loadQuickVoiceGate(): Promise<OpenVoiceGate> {
  return loadFvad().then(
    (fvad) => (sampleRateHz) => new FvadGate(fvad, sampleRateHz),
    () => openLoudnessGate,
  )
}

export const openLoudnessGate: OpenVoiceGate = () => new LoudnessGate()

interface Fvad {
  HEAP16: Int16Array
  _malloc(bytes: number): number
  _fvad_new(): number
  _fvad_free(state: number): void
  _fvad_set_mode(state: number, mode: number): number
  _fvad_set_sample_rate(state: number, hertz: number): number
  /** 1: voice, 0: none, -1: unsupported frame length. */
  _fvad_process(state: number, frame: number, samples: number): number
  frame: number
}

async function loadFvad(): Promise<Fvad> {
  if (missingPartMessage('voice_activity') !== undefined) throw new Error('fvad is not installed')
  const init = await loadOptional<{ default: () => Promise<Omit<Fvad, 'frame'>> }>('@echogarden/fvad-wasm')
  const module = await init.default()
  return Object.assign(module, { frame: module._malloc(samplesPerFrame(16000) * 2) })
}

class FvadGate implements VoiceGate {
  readonly #fvad: Fvad
  readonly #frameSamples: number
  #state: number

  constructor(fvad: Fvad, sampleRateHz: VoiceGateRateHz) {
    this.#fvad = fvad
    this.#frameSamples = samplesPerFrame(sampleRateHz)
    this.#state = fvad._fvad_new()
    fvad._fvad_set_sample_rate(this.#state, sampleRateHz)
    fvad._fvad_set_mode(this.#state, VOICE_ACTIVITY_TUNING.fvadMode)
  }

  isVoice(frame: Int16Array): boolean {
    if (frame.length !== this.#frameSamples) throw new Error(`a frame has ${this.#frameSamples} samples`)
    this.#fvad.HEAP16.set(frame, this.#fvad.frame >> 1)
    const likeVoice = this.#fvad._fvad_process(this.#state, this.#fvad.frame, frame.length) === 1
    return likeVoice && rootMeanSquare(frame) > VOICE_ACTIVITY_TUNING.quietRms
  }

  close(): void {
    if (this.#state !== 0) this.#fvad._fvad_free(this.#state)
    this.#state = 0
  }
}

const LOWEST_FLOOR = VOICE_ACTIVITY_TUNING.fallbackQuietRms / VOICE_ACTIVITY_TUNING.fallbackOverFloor

class LoudnessGate implements VoiceGate {
  #floor = LOWEST_FLOOR

  isVoice(frame: Int16Array): boolean {
    const loudness = rootMeanSquare(frame)
    this.#floor = Math.max(LOWEST_FLOOR, Math.min(loudness, this.#floor * VOICE_ACTIVITY_TUNING.fallbackFloorRise))
    return loudness > this.#floor * VOICE_ACTIVITY_TUNING.fallbackOverFloor
  }

  close(): void {}
}
