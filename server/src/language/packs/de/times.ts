import type { TimeWords } from '../pack.ts'

const MONTHS = 'januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember'
const ORDINALS =
  'ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften dreizehnten vierzehnten fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten einundzwanzigsten zweiundzwanzigsten dreiundzwanzigsten vierundzwanzigsten fünfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten achtundzwanzigsten neunundzwanzigsten dreißigsten einunddreißigsten'.split(
    ' ',
  )

export const germanTimes: TimeWords = {
  at: '(?:um|gegen)',
  oClock: 'uhr',
  fractions: {},
  halfBefore: 'halb',
  afternoon: '(?:nachmittags?|am nachmittag|abends?|am abend)',
  morning: '(?:morgens|am morgen|vormittags?|am vormittag|früh|nachts)',
  dayAfterTomorrow: 'übermorgen',
  rewrites: [
    ['(morgen|heute) (?:früh|vormittag|mittag|nachmittag|abend)', '$1'],
    ...ORDINALS.map((word, day) => [`${word} (?=${MONTHS})`, `${day + 1}. `] as const),
    [`(\\d{1,2}) (?=(?:${MONTHS}))`, '$1. '],
  ],
}
