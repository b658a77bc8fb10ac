import type { NumberWords } from '../pack.ts'

const UNITS = 'null eins|ein|eine|einen|einem zwei|zwo drei vier funf sechs sieben acht neun'.split(' ')
const TEENS = 'zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'.split(' ')
const TENS = 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'.split(' ')
const BEFORE_AND = ' ein zwei|zwo drei vier funf sechs sieben acht neun'.split(' ')

/** "einundzwanzig", as one word or as three. */
function withUnit(ten: string, unit: string): string {
  return unit
    .split('|')
    .flatMap((way) => [`${way}und${ten}`, `${way} und ${ten}`])
    .join('|')
}

export const germanNumbers: NumberWords = {
  below100: [
    ...UNITS,
    ...TEENS,
    ...TENS.flatMap((ten) => BEFORE_AND.map((unit) => (unit === '' ? ten : withUnit(ten, unit)))),
  ],
  hundreds: {},
  multipliers: {
    hundert: 100,
    tausend: 1000,
    million: 1_000_000,
    millionen: 1_000_000,
    milliarde: 1_000_000_000,
    milliarden: 1_000_000_000,
  },
  articles: [],
  and: ['und'],
  decimal: ['komma', 'punkt'],
  minus: ['minus'],
  half: ['einhalb', 'und ein halb'],
  repeats: { doppel: 2, zweimal: 2, dreimal: 3 },
  split: ['hundert', 'tausend', 'einhalb'],
  decimalSign: ',',
}
