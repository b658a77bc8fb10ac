import type { TimeWords } from '../pack.ts'

export const portugueseTimes: TimeWords = {
  at: '(?:às|as|à|pelas|lá pelas)',
  oClock: 'horas?|h',
  fractions: { 'e meia': 30, 'e quinze': 15 },
  halfBefore: null,
  afternoon: '(?:da|de|à) (?:tarde|noite)',
  morning: '(?:da|de) (?:manhã|madrugada)',
  dayAfterTomorrow: 'depois de amanhã',
  rewrites: [
    ['primeiro de', '1 de'],
    ['(segunda|terça|quarta|quinta|sexta)(?:[- ]feira)? que vem', 'próxima $1-feira'],
  ],
}
