/** The colours keep their promises: text can be read, and outcomes can be told apart by everyone. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

type Rgb = readonly [number, number, number]

/** Linear light, from OKLCH (https://www.w3.org/TR/css-color-4/#color-conversion-code). */
function linear(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function oklab([red, green, blue]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Machado, Oliveira, Fernandes 2009, severity 1, on linear light. */
const BLINDNESS: Record<string, readonly Rgb[]> = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const seen = (colour: Rgb, rows: readonly Rgb[]): Rgb =>
  rows.map((row) =>
    Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2])),
  ) as unknown as Rgb

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** `--name: light-dark(oklch(…), oklch(…))`; one that points to another has the other's colours. */
function colour(name: string, theme: 0 | 1): Rgb {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? ''
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other) return colour(other, theme)
  const found = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/g)][theme]
  if (!found) throw new Error(`--${name} has no colour`)
  return linear(Number(found[1]), Number(found[2]), Number(found[3]))
}

const OUTCOMES = ['answered', 'voicemail', 'no-answer', 'busy', 'declined', 'failed', 'suppressed', 'live'].map(
  (name) => `o-${name}`,
)

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s', (_, theme) => {
  test('ink can be read on every ground', () => {
    for (const ink of ['ink', 'ink-2', 'ink-3']) {
      for (const ground of ['paper', 'surface', 'sunken']) {
        expect(contrast(colour(ink, theme), colour(ground, theme)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  test('words about trouble and success can be read on their ground', () => {
    for (const word of ['bad', 'warn', 'good', 'signal']) {
      expect(contrast(colour(`${word}-text`, theme), colour(`${word}-soft`, theme)), word).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(colour('on-signal', theme), colour('signal', theme))).toBeGreaterThanOrEqual(4.5)
  })

  test('outcomes stand out from the page', () => {
    for (const name of OUTCOMES) {
      for (const ground of ['paper', 'surface']) {
        expect(contrast(colour(name, theme), colour(ground, theme)), `${name} on ${ground}`).toBeGreaterThanOrEqual(3)
      }
    }
  })

  test.each(Object.keys(BLINDNESS))('outcomes can be told apart with %s', (blindness) => {
    const lab = OUTCOMES.map((name) => oklab(seen(colour(name, theme), BLINDNESS[blindness] as readonly Rgb[])))
    for (const [at, one] of lab.entries()) {
      for (const [behind, other] of lab.slice(at + 1).entries()) {
        const distance = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]) * 100
        expect(distance, `${OUTCOMES[at]} and ${OUTCOMES[at + 1 + behind]}`).toBeGreaterThanOrEqual(7)
      }
    }
  })
})
