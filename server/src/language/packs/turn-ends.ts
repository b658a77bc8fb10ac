/**
 * How long to wait for more words, as data: words after which nothing follows, and words after which something must. As in the
 * packs: lower case, without accents and apostrophes, words joined by single spaces.
 */
export interface TurnEnds {
  /** Patterns of the beginnings of a question. */
  questions: readonly string[]
  /** Patterns at the end of a complete utterance. */
  closed: readonly string[]
  /** Words at the end, outside of a question, after which more will follow; in addition to the hesitations of the pack. */
  unfinished: readonly string[]
}

export const TURN_ENDS: Readonly<Record<string, TurnEnds>> = {
  en: {
    questions: [
      '(?:and |but |so |okay |well )*(?:what|where|when|why|how|who|which|whose)',
      '(?:and |but |so |okay |well )*(?:do|does|did|is|are|was|were|can|could|will|would|should|shall|may|have|has) (?:you|i|we|it|they|there|he|she|this|that|the|my|your)',
    ],
    closed: [
      'please',
      'thank you',
      'thanks',
      'that is all',
      'that is it',
      'that is right',
      'that is correct',
      'nothing else',
    ],
    unfinished:
      'with from by into than if when where which whose your his her our their some every these those very also about'.split(
        ' ',
      ),
  },
  es: {
    questions: [
      '(?:y |pero |pues |bueno )*(?:que|donde|adonde|cuando|cuanto|cuanta|cuantos|cuantas|como|quien|quienes|cual|cuales|por que)',
      '(?:y |pero )*(?:puedo|puede|podria|tiene|tienen|hay|es|son|esta|estan)',
    ],
    closed: ['por favor', 'gracias', 'eso es todo', 'nada mas', 'correcto', 'asi es'],
    unfinished:
      'por sin sobre hasta desde si cuando donde cual su sus mis tu tus este esta estos muy tan entre hacia'.split(' '),
  },
  fr: {
    questions: [
      '(?:et |mais |alors |bon )*(?:qui|que|quoi|quand|comment|combien|pourquoi|quel|quelle|quels|quelles|est ce que|ou (?:est|se|puis|sont|dois))',
      '(?:et |mais )*(?:puis je|pouvez vous|pourriez vous|avez vous|y a t il|est il|etes vous|faut il)',
    ],
    closed: ['sil vous plait', 'sil te plait', 'merci', 'cest tout', 'rien dautre', 'cest ca', 'cest exact'],
    unfinished:
      'avec sans sur chez vers dans par si quand votre vos mes son ses leur leurs ce cette ces tres aussi des du'.split(
        ' ',
      ),
  },
  de: {
    questions: [
      '(?:und |aber |also |ja )*(?:was|wo|wohin|woher|wann|warum|wieso|wie|wer|wem|wen|welche|welcher|welches)',
      '(?:und |aber )*(?:kann|konnen|konnten|haben|hat|habe|ist|sind|gibt|muss|soll|darf|werden) (?:ich|sie|es|man|wir|das|der|die)',
    ],
    closed: [
      'bitte',
      'danke',
      'danke schon',
      'vielen dank',
      'das ist alles',
      'das wars',
      'sonst nichts',
      'genau',
      'das stimmt',
    ],
    unfinished:
      'mit auf in bei fur aus nach vor uber wenn ob dass ihre ihren ihr unser unsere dieser diese dieses sehr auch den dem einen einem'.split(
        ' ',
      ),
  },
  pt: {
    questions: [
      '(?:e |mas |entao |bom )*(?:o que|que|onde|quando|quanto|quanta|quantos|quantas|como|quem|qual|quais|por que|porque)',
      '(?:e |mas )*(?:posso|pode|poderia|tem|ha|esta|estao|sao|preciso)',
    ],
    closed: ['por favor', 'obrigado', 'obrigada', 'e so isso', 'so isso', 'mais nada', 'isso mesmo', 'correto'],
    unfinished:
      'por sem sobre ate desde se quando onde qual seu sua seus suas meus minhas este esta muito entre no na do da ao'.split(
        ' ',
      ),
  },
}
