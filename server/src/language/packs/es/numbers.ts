import type { NumberWords } from '../pack.ts'

const UNITS = 'cero uno|un|una dos tres cuatro cinco seis siete ocho nueve'.split(' ')
const TEENS = 'diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'.split(' ')
const TWENTIES =
  'veinte veintiuno|veintiun|veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const TENS = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')

function joined(ten: string, unit: string): string {
  return unit
    .split('|')
    .map((way) => `${ten} y ${way}`)
    .join('|')
}

export const spanishNumbers: NumberWords = {
  below100: [
    ...UNITS,
    ...TEENS,
    ...TWENTIES,
    ...TENS.flatMap((ten) => UNITS.map((unit, value) => (value === 0 ? ten : joined(ten, unit)))),
  ],
  hundreds: {
    cien: 100,
    ciento: 100,
    doscientos: 200,
    doscientas: 200,
    trescientos: 300,
    trescientas: 300,
    cuatrocientos: 400,
    cuatrocientas: 400,
    quinientos: 500,
    quinientas: 500,
    seiscientos: 600,
    seiscientas: 600,
    setecientos: 700,
    setecientas: 700,
    ochocientos: 800,
    ochocientas: 800,
    novecientos: 900,
    novecientas: 900,
  },
  multipliers: { mil: 1000, millon: 1_000_000, millones: 1_000_000 },
  articles: [],
  and: [],
  decimal: ['coma', 'punto'],
  minus: ['menos'],
  half: ['y medio', 'y media'],
  repeats: { doble: 2, triple: 3 },
  split: [],
  decimalSign: ',',
}
