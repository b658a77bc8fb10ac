/** Records the microphone into a WAV file of 16 kHz, because the audio of calls has 8 or 16 kHz. */
const RATE = 16_000
const BYTES_PER_SAMPLE = 2
const HEADER_BYTES = 44
/** The browser must not change the voice: the server makes recordings equally loud. */
const PLAIN_VOICE = { audio: { echoCancellation: false, noiseSuppression: true, autoGainControl: false } }
/** Longest recording that the server takes. */
export const RECORDING_SECONDS_MAX = 120

export interface VoiceRecording {
  /** Ends the recording and answers with the file. */
  stop(): File
  /** Ends it without a file. */
  cancel(): void
}

export interface RecordingEvents {
  /** Called about fifty times a second with the length so far and a level from 0 to 1. */
  onProgress(seconds: number, level: number): void
  /** Called once when the longest recording is reached; `stop` is still to be called. */
  onFull(): void
}

/** Throws the browser's error if there is no microphone or no permission. */
export async function recordVoice({ onProgress, onFull }: RecordingEvents): Promise<VoiceRecording> {
  const microphone = await navigator.mediaDevices.getUserMedia(PLAIN_VOICE)
  const context = new AudioContext()
  const pieces: Int16Array[] = []
  let samples = 0
  let isOver = false
  const end = () => {
    isOver = true
    for (const track of microphone.getTracks()) track.stop()
    void context.close().catch(() => {})
  }
  try {
    await context.audioWorklet.addModule('/microphone.js')
  } catch (error) {
    end()
    throw error
  }
  const worklet = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 })
  context.createMediaStreamSource(microphone).connect(worklet)
  worklet.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    if (isOver || samples >= RECORDING_SECONDS_MAX * RATE) return
    const piece = new Int16Array(data)
    pieces.push(piece)
    samples += piece.length
    onProgress(samples / RATE, loudness(piece))
    if (samples >= RECORDING_SECONDS_MAX * RATE) onFull()
  }
  return {
    stop() {
      end()
      return new File([wavOf(pieces, samples)], 'recording.wav', { type: 'audio/wav' })
    },
    cancel: end,
  }
}

function loudness(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.min(1, Math.sqrt(sum / samples.length) / 4_000)
}

/** A WAV file of one channel with 16-bit samples. */
export function wavOf(pieces: readonly Int16Array[], samples: number): ArrayBuffer {
  const bytes = samples * BYTES_PER_SAMPLE
  const file = new ArrayBuffer(HEADER_BYTES + bytes)
  const view = new DataView(file)
  const name = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  name(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + bytes, true)
  name(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * BYTES_PER_SAMPLE, true)
  view.setUint16(32, BYTES_PER_SAMPLE, true)
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true)
  name(36, 'data')
  view.setUint32(40, bytes, true)
  let at = HEADER_BYTES
  for (const piece of pieces) {
    for (const sample of piece) {
      view.setInt16(at, sample, true)
      at += BYTES_PER_SAMPLE
    }
  }
  return file
}
