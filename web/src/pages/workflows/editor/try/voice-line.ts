/** A voice conversation with 16 kHz samples: the microphone, if used, is sent to the server, and the agent's audio comes back. */
const RATE = 16_000
/** Playback buffer in seconds, so that a late piece leaves no gap. */
const AHEAD_SECONDS = 0.06
const VOICE = { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } }

export interface VoiceLine {
  press(keys: string): void
  hangUp(): void
}

export interface VoiceEvents {
  /** Called with the whole transcript, not only the new part. */
  onProgress(message: VoiceProgress): void
  onClosed(): void
  /** Called with a level from 0 to 1: that of the microphone, or of the received audio without a microphone. */
  onLevel(level: number): void
}

export interface VoiceProgress {
  type: 'progress' | 'ended'
  said: { who: 'agent' | 'person'; text: string; heard: string | null; node: string | null }[]
  steps: { node: string; name: string; edge: string | null; because: string | null; score: number | null }[]
  gathered: Record<string, string>
  disposition?: string | null
  ended_by?: string | null
  actions?: { kind: string; destination?: string }[]
}

/** Whether a microphone is connected; browsers tell this without a permission. */
export async function hasMicrophone(): Promise<boolean> {
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
  return devices?.some(({ kind }) => kind === 'audioinput') ?? false
}

/** Throws the browser's error if there is no microphone or no permission. */
export async function openVoiceLine(audioUrl: string, speaks: boolean, events: VoiceEvents): Promise<VoiceLine> {
  const microphone = speaks ? await navigator.mediaDevices.getUserMedia(VOICE) : null
  const context = new AudioContext()
  if (microphone) await context.audioWorklet.addModule('/microphone.js')
  const { pathname, search } = new URL(audioUrl)
  // Uses the page's own origin, because the server's public address may differ.
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${pathname}${search}`)
  socket.binaryType = 'arraybuffer'
  const speaker = openSpeaker(context)
  if (microphone) {
    const worklet = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 })
    context.createMediaStreamSource(microphone).connect(worklet)
    worklet.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(data)
      events.onLevel(loudness(new Int16Array(data)))
    }
  }
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data !== 'string') {
      const samples = new Int16Array(data)
      if (!microphone) events.onLevel(loudness(samples))
      return speaker.play(samples)
    }
    const message = JSON.parse(data) as VoiceProgress | { type: 'clear' }
    if (message.type === 'clear') speaker.clear()
    else events.onProgress(message)
  }
  socket.onclose = () => {
    for (const track of microphone?.getTracks() ?? []) track.stop()
    // Closes after the buffered audio has played.
    setTimeout(() => void context.close().catch(() => {}), speaker.leftMs())
    events.onClosed()
  }
  const tell = (message: object) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))
  return {
    press: (keys) => void tell({ keys }),
    hangUp() {
      tell({ hang_up: true })
      socket.close()
    },
  }
}

function loudness(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.min(1, Math.sqrt(sum / samples.length) / 4_000)
}

function openSpeaker(context: AudioContext) {
  const playing = new Set<AudioBufferSourceNode>()
  let next = 0
  return {
    play(samples: Int16Array): void {
      if (samples.length === 0) return
      const buffer = context.createBuffer(1, samples.length, RATE)
      buffer.copyToChannel(
        Float32Array.from(samples, (sample) => sample / 0x8000),
        0,
      )
      const source = new AudioBufferSourceNode(context, { buffer })
      source.connect(context.destination)
      next = Math.max(next, context.currentTime + AHEAD_SECONDS)
      source.start(next)
      next += buffer.duration
      playing.add(source)
      source.onended = () => playing.delete(source)
    },
    clear(): void {
      for (const source of playing) source.stop()
      playing.clear()
      next = 0
    },
    leftMs: () => Math.max(0, (next - context.currentTime) * 1000),
  }
}
