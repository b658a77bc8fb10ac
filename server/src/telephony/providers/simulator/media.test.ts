import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../kernel/virtual-clock.ts'
import type { MediaListener } from '../../media.ts'
import { AudioTicker, type FarEnd, SimulatedMedia } from './media.ts'
import { FRAME_BYTES, FRAME_MS, isVoice, silence, tone } from './sound.ts'

class Notes implements MediaListener {
  readonly clock: VirtualClock
  readonly frames: { atMs: number; frame: Uint8Array }[] = []
  readonly digits: string[] = []
  readonly marks: { name: string; played: boolean; atMs: number }[] = []
  closes = 0

  constructor(clock: VirtualClock) {
    this.clock = clock
  }

  audio(frame: Uint8Array): void {
    this.frames.push({ atMs: this.clock.monotonic(), frame })
  }

  digit(digit: string): void {
    this.digits.push(digit)
  }

  marked(name: string, played: boolean): void {
    this.marks.push({ name, played, atMs: this.clock.monotonic() })
  }

  closed(): void {
    this.closes++
  }
}

/** Keeps what is played to it, and says what it is told to. */
class Parrot implements FarEnd {
  readonly played: (Uint8Array | null)[] = []
  say: Uint8Array | null = null

  moment(played: Uint8Array | null): Uint8Array | null {
    this.played.push(played)
    return this.say
  }

  get heard(): Buffer {
    return Buffer.concat(this.played.filter((frame) => frame !== null))
  }
}

function openLine(clock = new VirtualClock(), ticker = new AudioTicker(clock)) {
  const parrot = new Parrot()
  let hangUps = 0
  const media = new SimulatedMedia(ticker, () => hangUps++)
  media.begin(parrot)
  return { clock, media, parrot, notes: new Notes(clock), hangUps: () => hangUps }
}

const bytes = (count: number, value: number) => new Uint8Array(count).fill(value)

describe('what we send', () => {
  it('is played at the pace of a telephone, whatever the size of the pieces', async () => {
    const { clock, media, parrot } = openLine()
    media.send(bytes(100, 1))
    media.send(bytes(300, 2))
    await clock.pass(2 * FRAME_MS)
    expect(parrot.heard).toEqual(Buffer.concat([bytes(100, 1), bytes(220, 2)]))
    await clock.pass(FRAME_MS)
    expect(parrot.heard.length).toBe(400)
    await clock.pass(FRAME_MS)
    expect(parrot.played.at(-1)).toBeNull()
  })

  it('comes back by its mark at the moment its last sound has been played', async () => {
    const { clock, media, notes } = openLine()
    media.listen(notes)
    media.send(bytes(5 * FRAME_BYTES, 1))
    media.mark('first')
    media.send(bytes(FRAME_BYTES / 2, 2))
    media.mark('second')
    await clock.pass(1000)
    expect(notes.marks).toEqual([
      { name: 'first', played: true, atMs: 6 * FRAME_MS },
      { name: 'second', played: true, atMs: 7 * FRAME_MS },
    ])
  })

  it('a mark on an idle line comes back at once', async () => {
    const { clock, media, notes } = openLine()
    media.listen(notes)
    media.mark('nothing to play')
    await clock.pass(2 * FRAME_MS)
    expect(notes.marks).toMatchObject([{ name: 'nothing to play', played: true }])
  })

  it('is dropped by clear, and its marks say so', async () => {
    const { clock, media, notes, parrot } = openLine()
    media.listen(notes)
    media.send(bytes(2 * FRAME_BYTES, 1))
    media.mark('heard')
    media.send(bytes(50 * FRAME_BYTES, 2))
    media.mark('cut')
    await clock.pass(4 * FRAME_MS)
    media.clear()
    media.send(bytes(FRAME_BYTES, 3))
    media.mark('after')
    await clock.pass(1000)
    expect(notes.marks.map(({ name, played }) => [name, played])).toEqual([
      ['heard', true],
      ['cut', false],
      ['after', true],
    ])
    expect(parrot.heard).toEqual(
      Buffer.concat([bytes(2 * FRAME_BYTES, 1), bytes(2 * FRAME_BYTES, 2), bytes(FRAME_BYTES, 3)]),
    )
  })
})

describe('what we hear', () => {
  it('is a frame every 20 ms, of hiss while nobody speaks', async () => {
    const { clock, media, notes, parrot } = openLine()
    media.listen(notes)
    await clock.pass(100)
    parrot.say = tone(440, FRAME_MS)
    await clock.pass(100)
    expect(notes.frames.map(({ atMs }) => atMs)).toEqual([20, 40, 60, 80, 100, 120, 140, 160, 180, 200])
    expect(new Set(notes.frames.map(({ frame }) => frame.length))).toEqual(new Set([FRAME_BYTES]))
    expect(notes.frames.map(({ frame }) => isVoice(frame))).toEqual([...Array(5).fill(false), ...Array(5).fill(true)])
    expect(new Set(silence(1)).size).toBeGreaterThan(1)
  })

  it('is kept until somebody listens, and delivered first', async () => {
    const { clock, media, notes } = openLine()
    await clock.pass(60)
    media.press('7')
    media.listen(notes)
    expect(notes.frames.length).toBe(3)
    expect(notes.digits).toEqual(['7'])
    await clock.pass(20)
    expect(notes.frames.length).toBe(4)
  })

  it('a moment that came late is caught up with; a standstill is not', async () => {
    const { clock, media, notes } = openLine()
    media.listen(notes)
    let stalledMs = 0
    const monotonic = clock.monotonic.bind(clock)
    clock.monotonic = () => monotonic() + stalledMs
    stalledMs = 200
    await clock.pass(20)
    expect(notes.frames.length).toBe(11)
    stalledMs += 3_600_000
    await clock.pass(20)
    expect(notes.frames.length).toBeLessThanOrEqual(11 + 52)
  })
})

describe('the end', () => {
  it('by us: the call is hung up, the listener told once, and nothing follows', async () => {
    const { clock, media, notes, hangUps } = openLine()
    media.listen(notes)
    media.send(bytes(1000, 1))
    media.mark('never')
    media.close()
    media.close()
    media.send(bytes(1000, 1))
    await clock.pass(200)
    expect([notes.closes, hangUps(), notes.frames.length, notes.marks.length]).toEqual([1, 1, 0, 0])
    expect(clock.timers).toBe(0)
  })

  it('by the far side: the listener is told once, also one who comes later, and nobody hangs up again', async () => {
    const { clock, media, notes, hangUps } = openLine()
    await clock.pass(40)
    media.end()
    media.listen(notes)
    media.close()
    expect([notes.closes, hangUps(), notes.frames.length]).toEqual([1, 0, 2])
  })

  it('a listener who closes at the first frame hears no second one', async () => {
    const { clock, media, notes } = openLine()
    await clock.pass(60)
    const hasty = Object.assign(new Notes(clock), {
      audio: (frame: Uint8Array) => {
        notes.audio(frame)
        media.close()
      },
    })
    media.listen(hasty)
    expect([notes.frames.length, hasty.closes]).toEqual([1, 1])
  })
})

it('two hundred lines run by one timer, each at its own pace', async () => {
  const clock = new VirtualClock()
  const ticker = new AudioTicker(clock)
  const lines = Array.from({ length: 200 }, () => openLine(clock, ticker))
  for (const [index, { media, notes }] of lines.entries()) {
    media.listen(notes)
    media.send(bytes((index + 1) * FRAME_BYTES, 1))
    media.mark('played')
  }
  expect(clock.timers).toBe(1)
  await clock.pass(201 * FRAME_MS)
  for (const [index, { notes, parrot }] of lines.entries()) {
    expect(notes.marks).toEqual([{ name: 'played', played: true, atMs: (index + 2) * FRAME_MS }])
    expect(parrot.heard.length).toBe((index + 1) * FRAME_BYTES)
    expect(notes.frames.length).toBe(201)
  }
  for (const { media } of lines) media.close()
  await clock.pass(FRAME_MS)
  expect(clock.timers).toBe(0)
})
