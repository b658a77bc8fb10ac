import type { NumberWords } from '../pack.ts'

const UNITS = 'zero um|uma dois|duas tres quatro cinco seis sete oito nove'.split(' ')
const TEENS =
  'dez onze doze treze quatorze|catorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove'.split(
    ' ',
  )
const TENS = 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')

function joined(ten: string, unit: string): string {
  return unit
    .split('|')
    .map((way) => `${ten} e ${way}`)
    .join('|')
}

export const portugueseNumbers: NumberWords = {
  below100: [
    ...UNITS,
    ...TEENS,
    ...TENS.flatMap((ten) => UNITS.map((unit, value) => (value === 0 ? ten : joined(ten, unit)))),
  ],
  hundreds: {
    cem: 100,
    cento: 100,
    duzentos: 200,
    duzentas: 200,
    trezentos: 300,
    trezentas: 300,
    quatrocentos: 400,
    quatrocentas: 400,
    quinhentos: 500,
    quinhentas: 500,
    seiscentos: 600,
    seiscentas: 600,
    setecentos: 700,
    setecentas: 700,
    oitocentos: 800,
    oitocentas: 800,
    novecentos: 900,
    novecentas: 900,
  },
  multipliers: { mil: 1000, milhao: 1_000_000, milhoes: 1_000_000 },
  articles: [],
  and: ['e'],
  decimal: ['virgula', 'ponto'],
  minus: ['menos'],
  half: ['e meio', 'e meia'],
  repeats: { duplo: 2, dobro: 2, triplo: 3 },
  split: [],
  decimalSign: ',',
}
