/** Just enough of WAV for our own recordings: 16 bit PCM, the person on the left and the agent on the right. */
export interface Peaks {
  /** One figure from 0 to 1 per bucket. */
  agent: number[]
  person: number[]
  seconds: number
}

export const BUCKETS = 270

interface Sound {
  samples: Int16Array
  channels: number
  rate: number
}

/** Null if it is another kind of file. */
export function readWav(bytes: ArrayBuffer): Sound | null {
  const view = new DataView(bytes)
  const word = (at: number) => String.fromCharCode(...new Uint8Array(bytes, at, 4))
  if (bytes.byteLength < 44 || word(0) !== 'RIFF' || word(8) !== 'WAVE') return null
  let channels = 0
  let rate = 0
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const name = word(at)
    const size = view.getUint32(at + 4, true)
    if (name === 'fmt ') {
      if (view.getUint16(at + 8, true) !== 1 || view.getUint16(at + 22, true) !== 16) return null
      channels = view.getUint16(at + 10, true)
      rate = view.getUint32(at + 12, true)
    }
    if (name === 'data' && channels > 0) {
      const length = Math.min(size, bytes.byteLength - at - 8)
      return { samples: new Int16Array(bytes.slice(at + 8, at + 8 + length - (length % 2))), channels, rate }
    }
    at += 8 + size + (size % 2)
  }
  return null
}

export function peaksOf({ samples, channels, rate }: Sound, buckets = BUCKETS): Peaks {
  const moments = Math.floor(samples.length / channels)
  const peak = (channel: number) =>
    Array.from({ length: buckets }, (_, bucket) => {
      const from = Math.floor((bucket * moments) / buckets)
      const to = Math.max(from + 1, Math.floor(((bucket + 1) * moments) / buckets))
      let highest = 0
      for (let moment = from; moment < to; moment++) {
        const value = Math.abs(samples[moment * channels + channel] ?? 0)
        if (value > highest) highest = value
      }
      return highest / 32_768
    })
  return { person: peak(0), agent: peak(channels > 1 ? 1 : 0), seconds: moments / rate }
}
