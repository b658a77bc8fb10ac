import type { TimeWords } from '../pack.ts'

export const spanishTimes: TimeWords = {
  at: '(?:a|hacia|sobre) las?',
  oClock: 'horas?|en punto',
  fractions: { 'y media': 30, 'y cuarto': 15 },
  halfBefore: null,
  afternoon: '(?:de|por) la (?:tarde|noche)',
  morning: '(?:de|por) la (?:mañana|madrugada)',
  dayAfterTomorrow: 'pasado mañana',
  rewrites: [
    ['primero de', '1 de'],
    ['(lunes|martes|miércoles|jueves|viernes|sábado|domingo) que viene', 'próximo $1'],
  ],
}
