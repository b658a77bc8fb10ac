/** A language is recognized by several of its own words, never by one, and never in an answer that is understood otherwise. */
import { describe, expect, test } from 'vitest'
import { TELLING_WORDS } from '../packs/telling-words.ts'
import { languageOfAnswer } from './answered-language.ts'
import { wordsOf } from './spoken-words.ts'

const ALL = ['en', 'de', 'es', 'fr', 'pt']
const heard = (transcript: string, own = 'en', offered = ALL.filter((tag) => tag !== own)) =>
  languageOfAnswer(transcript, { own, offered })

describe('answers in another language', () => {
  test.each([
    ['Ja, das möchte ich gerne.', 'de'],
    ['Entschuldigung, ich verstehe kein Englisch.', 'de'],
    ['Nein danke, heute nicht.', 'de'],
    ['No hablo inglés, lo siento.', 'es'],
    ['Sí, quiero el martes, gracias.', 'es'],
    ['Je ne comprends pas.', 'fr'],
    ["Oui, c'est bien pour moi.", 'fr'],
    ['Não falo inglês, desculpe.', 'pt'],
    ['Sim, eu quero isso.', 'pt'],
  ])('"%s" is %s', (transcript, language) => {
    expect(heard(transcript)).toBe(language)
  })

  test('the other way round, English is found in a German conversation', () => {
    expect(heard('Sorry, I do not understand you.', 'de')).toBe('en')
  })

  test('a tag with a region is found by its language', () => {
    expect(heard('Sim, eu quero isso.', 'en', ['pt-BR'])).toBe('pt-BR')
  })
})

describe('no evidence', () => {
  test.each([
    // One or two words, whatever they are.
    'ja',
    'sí gracias',
    'nein danke',
    // The language spoken so far.
    'Yes, that is right.',
    'No, thank you, not today.',
    'I said nein danke',
    'Yes, ja, das stimmt',
    // Names and addresses.
    'Calle de la Rosa 12, Los Angeles',
    'Rue de la Paix, second floor',
    'Friedrich und Söhne, Hauptstraße 5',
    'My name is Maria de los Santos',
    'Müller with two dots',
    // What a recognizer for English makes of other languages.
    'Yah, dust mesh tick ganna.',
    'Nine dunker.',
    'four seven one one',
    '',
  ])('"%s"', (transcript) => {
    expect(heard(transcript)).toBeNull()
  })

  test('a language that is not offered', () => {
    expect(heard('Ja, das möchte ich gerne.', 'en', ['es'])).toBeNull()
  })
})

test('the words are written as they are compared', () => {
  for (const list of Object.values(TELLING_WORDS)) for (const word of list) expect(wordsOf(word)).toEqual([word])
})
