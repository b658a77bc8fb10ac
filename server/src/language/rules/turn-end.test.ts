import { expect, test } from 'vitest'
import { LANGUAGE_PACKS } from '../packs/packs.ts'
import { TURN_ENDS } from '../packs/turn-ends.ts'
import { wordsOf } from './spoken-words.ts'
import { type TurnCompleteness, turnCompleteness } from './turn-end.ts'

const SAYINGS: Record<string, Record<TurnCompleteness, string[]>> = {
  en: {
    complete: [
      'What does it cost?',
      'Is there a place to park?',
      'On Friday, please.',
      "That's all.",
      'And where do I go?',
    ],
    unfinished: ['I would come with', 'It depends on your', 'I am calling about'],
    unknown: [
      'Where are you calling from?',
      'My name is Maria',
      'What is',
      'I will pay on Friday',
      'The pleased customer',
    ],
  },
  es: {
    complete: ['¿Cuánto cuesta la visita?', 'El viernes, por favor.', 'Eso es todo.'],
    unfinished: ['Quiero hablar sobre', 'Iré sin'],
    unknown: ['Me llamo María', '¿Qué es'],
  },
  fr: {
    complete: ['Combien ça coûte ?', 'Vendredi, s’il vous plaît.', "C'est tout."],
    unfinished: ['Je viens avec', 'Je voudrais parler de votre'],
    unknown: ['Je m’appelle Marie', 'Qui est'],
  },
  de: {
    complete: ['Was kostet das denn?', 'Am Freitag, bitte.', 'Vielen Dank.', 'Kann ich dort parken?'],
    unfinished: ['Ich komme mit', 'Das hängt davon ab, ob'],
    unknown: ['Ich heiße Maria', 'Was ist', 'Ich bitte Sie'],
  },
  pt: {
    complete: ['Quanto custa a consulta?', 'Na sexta, por favor.', 'É só isso.'],
    unfinished: ['Eu vou sem', 'Quero falar sobre'],
    unknown: ['Meu nome é Maria', 'Quem é'],
  },
}

test.each(Object.entries(SAYINGS))(
  '%s: questions and closing words are whole, prepositions are not',
  (tag, sayings) => {
    for (const [finish, texts] of Object.entries(sayings)) {
      for (const text of texts) expect([text, turnCompleteness(text, tag)]).toEqual([text, finish])
    }
  },
)

test('every language that has a pack has its ends, in words as they are compared', () => {
  expect(Object.keys(TURN_ENDS).sort()).toEqual(LANGUAGE_PACKS.map(({ tag }) => tag).sort())
  for (const { unfinished, closed } of Object.values(TURN_ENDS)) {
    for (const word of [...unfinished, ...closed]) expect(wordsOf(word).join(' ')).toBe(word)
  }
})
