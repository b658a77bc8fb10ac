/** Words by which people withdraw what they just said, longer phrases first. */
export interface CorrectionWords {
  /** Words after which only the following words count. */
  markers: readonly string[]
  /** Words that deny what follows: "not four". */
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
