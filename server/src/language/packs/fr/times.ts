import type { TimeWords } from '../pack.ts'

export const frenchTimes: TimeWords = {
  at: '(?:à|vers)',
  oClock: 'heures?|h',
  fractions: { 'et demie?': 30, 'et quart': 15 },
  halfBefore: null,
  afternoon: "(?:de l[’' ]?après[- ]midi|du soir)",
  morning: 'du matin',
  dayAfterTomorrow: 'après[- ]demain',
  rewrites: [
    ['premier (?=janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)', '1 '],
  ],
}
