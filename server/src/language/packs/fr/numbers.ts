import type { NumberWords } from '../pack.ts'

const UNITS = 'zero un|une deux trois quatre cinq six sept huit neuf'.split(' ')
const TEENS = ['dix', 'onze', 'douze', 'treize', 'quatorze', 'quinze', 'seize', 'dix sept', 'dix huit', 'dix neuf']
const TENS = 'vingt trente quarante cinquante soixante'.split(' ')

function upTo(ten: string, others: readonly string[], andOne: string): string[] {
  return others.map((other, value) =>
    value === 0
      ? ten
      : other
          .split('|')
          .map((way) => (value === 1 ? `${ten} ${andOne}${way}` : `${ten} ${way}`))
          .join('|'),
  )
}

/** "soixante et onze", in Belgium and Switzerland "septante et un". */
const SEVENTIES = TEENS.map((teen, value) => {
  const ours = value === 1 ? `soixante et ${teen}` : `soixante ${teen}`
  return `${ours}|${upTo('septante', UNITS, 'et ')[value]}`
})
const EIGHTIES = upTo('quatre vingt', UNITS, '').map((eighty, value) =>
  value === 0 ? 'quatre vingt|quatre vingts|huitante|octante' : `${eighty}|${upTo('huitante', UNITS, 'et ')[value]}`,
)
const NINETIES = TEENS.map((teen, value) => `quatre vingt ${teen}|${upTo('nonante', UNITS, 'et ')[value]}`)

export const frenchNumbers: NumberWords = {
  below100: [
    ...UNITS,
    ...TEENS,
    ...TENS.flatMap((ten) => upTo(ten, UNITS, 'et ')),
    ...SEVENTIES,
    ...EIGHTIES,
    ...NINETIES,
  ],
  hundreds: {},
  multipliers: {
    cent: 100,
    cents: 100,
    mille: 1000,
    million: 1_000_000,
    millions: 1_000_000,
    milliard: 1_000_000_000,
    milliards: 1_000_000_000,
  },
  articles: [],
  and: [],
  decimal: ['virgule', 'point'],
  minus: ['moins'],
  half: ['et demi', 'et demie'],
  repeats: { double: 2, triple: 3 },
  split: [],
  decimalSign: ',',
}
