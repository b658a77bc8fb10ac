/** The audio of a live call in the browser: both sides, as 16-bit stereo samples at 8 kHz. */
const RATE = 8_000
const CHANNELS = 2
/** Playback buffer in seconds, so that a late piece leaves no gap. */
const AHEAD_SECONDS = 0.15
/** Frames that would be played later than this are dropped, because the listener has fallen behind. */
const BEHIND_SECONDS_MAX = 3

export interface ListenInLine {
  stop(): void
}

export interface ListenInEvents {
  /** Levels of the person and the agent, 0 to 1. */
  onLevels(person: number, agent: number): void
  /** Called at the end; `reason` is null at the normal end. */
  onEnded(reason: string | null): void
}

export function openListenInLine(audioUrl: string, { onLevels, onEnded }: ListenInEvents): ListenInLine {
  const context = new AudioContext()
  const { pathname, search } = new URL(audioUrl)
  // Uses the page's own origin, because the server's public address may differ.
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${pathname}${search}`)
  socket.binaryType = 'arraybuffer'
  let next = 0
  let reason: string | null = null
  const play = (samples: Int16Array) => {
    const buffer = context.createBuffer(CHANNELS, samples.length / CHANNELS, RATE)
    const levels = [0, 1].map((channel) => {
      const side = Float32Array.from({ length: buffer.length }, (_, at) => samples[at * CHANNELS + channel]! / 0x8000)
      buffer.copyToChannel(side, channel)
      return loudness(side)
    })
    onLevels(levels[0]!, levels[1]!)
    next = Math.max(next, context.currentTime + AHEAD_SECONDS)
    if (next - context.currentTime > BEHIND_SECONDS_MAX) return
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(context.destination)
    source.start(next)
    next += buffer.duration
  }
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data !== 'string') return data.byteLength > 0 ? play(new Int16Array(data)) : undefined
    const message = JSON.parse(data) as { type: string; reason?: string | null }
    if (message.type === 'ended') reason = message.reason ?? null
  }
  socket.onclose = () => {
    // Closes after the buffered audio has played.
    setTimeout(() => void context.close().catch(() => {}), Math.max(0, (next - context.currentTime) * 1000))
    onEnded(reason)
  }
  return { stop: () => socket.close() }
}

function loudness(side: Float32Array): number {
  let sum = 0
  for (const sample of side) sum += sample * sample
  return Math.min(1, Math.sqrt(sum / Math.max(1, side.length)) * 8)
}
