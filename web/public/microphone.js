// What the microphone hears, as signed 16-bit samples at 16 kHz in pieces of 20 ms, whatever rate the machine has.
const RATE = 16_000
const PIECE = 320

class Microphone extends AudioWorkletProcessor {
  piece = new Int16Array(PIECE)
  filled = 0
  sum = 0
  taken = 0
  due = 0

  process([[channel] = []]) {
    if (!channel) return true
    const step = sampleRate / RATE
    for (const sample of channel) {
      this.sum += sample
      this.taken += 1
      this.due += 1
      // The mean of what falls into one sample of ours: enough of a filter for a voice.
      if (this.due < step) continue
      this.due -= step
      this.push(this.sum / this.taken)
      this.sum = 0
      this.taken = 0
    }
    return true
  }

  push(sample) {
    this.piece[this.filled++] = Math.max(-1, Math.min(1, sample)) * 0x7fff
    if (this.filled < PIECE) return
    this.port.postMessage(this.piece.buffer, [this.piece.buffer])
    this.piece = new Int16Array(PIECE)
    this.filled = 0
  }
}

registerProcessor('microphone', Microphone)
