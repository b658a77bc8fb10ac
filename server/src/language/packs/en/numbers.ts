import type { NumberWords } from '../pack.ts'

const UNITS = 'zero one two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty|fourty fifty sixty seventy eighty ninety'.split(' ')

/** "twenty", "twenty one": every way of saying the ten with every unit. */
const FROM_TWENTY = TENS.flatMap((ten) =>
  UNITS.map((unit, value) =>
    value === 0
      ? ten
      : ten
          .split('|')
          .map((way) => `${way} ${unit}`)
          .join('|'),
  ),
)

export const englishNumbers: NumberWords = {
  below100: [...UNITS, ...TEENS, ...FROM_TWENTY],
  hundreds: {},
  multipliers: { hundred: 100, thousand: 1000, million: 1_000_000, billion: 1_000_000_000 },
  articles: ['a', 'an'],
  and: ['and'],
  decimal: ['point'],
  minus: ['minus', 'negative'],
  half: ['and a half'],
  repeats: { double: 2, triple: 3, treble: 3, quadruple: 4 },
  split: [],
  decimalSign: '.',
}
