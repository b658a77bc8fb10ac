/** Words by which people take back what they just said. Longer phrases first. */
export interface CorrectionWords {
  /** Only what follows counts. */
  markers: readonly string[]
  /** What follows is denied: "not four". */
  not: readonly string[]
}

export const CORRECTIONS: Readonly<Record<string, CorrectionWords>> = {
  en: {
    markers: [
      'no wait',
      'no sorry',
      'sorry',
      'i meant',
      'i mean',
      'i should say',
      'make that',
      'scratch that',
      'correction',
      'or rather',
      'rather',
      'actually',
      'wait',
      'pardon me',
      'excuse me',
      'my mistake',
      'no',
      'nope',
    ],
    not: ['not', 'and not', 'instead of'],
  },
  de: {
    markers: [
      'nein',
      'nee',
      'ich meine',
      'ich meinte',
      'meinte ich',
      'entschuldigung',
      'verzeihung',
      'sorry',
      'quatsch',
      'moment',
      'korrektur',
      'besser gesagt',
      'vielmehr',
      'beziehungsweise',
    ],
    not: ['nicht', 'statt'],
  },
  es: {
    markers: [
      'quiero decir',
      'quise decir',
      'digo',
      'perdón',
      'perdone',
      'disculpe',
      'mejor dicho',
      'corrijo',
      'espere',
      'no, espere',
      'no',
    ],
    not: ['y no', 'en vez de'],
  },
  fr: {
    markers: [
      'je veux dire',
      'je voulais dire',
      'pardon',
      'excusez moi',
      'excusez-moi',
      'désolé',
      'désolée',
      'plutôt',
      'attendez',
      'non',
      'enfin',
    ],
    not: ['et pas', 'pas', 'au lieu de'],
  },
  pt: {
    markers: [
      'quero dizer',
      'quis dizer',
      'digo',
      'desculpe',
      'desculpa',
      'perdão',
      'aliás',
      'ou melhor',
      'corrigindo',
      'espere',
      'não',
    ],
    not: ['e não', 'em vez de'],
  },
}
