import { expect, test } from 'vitest'
import { readLanguageRequest } from './language-request.ts'

test.each([
  ['English please.', 'en'],
  ['In English, please', 'en'],
  ['Can we speak English?', 'en'],
  ['Do you speak Spanish?', 'es'],
  ['I only speak German.', 'de'],
  ['Auf Deutsch, bitte.', 'de'],
  ['Können wir Deutsch sprechen?', 'de'],
  ['Ich spreche nur Englisch', 'en'],
  ['en español por favor', 'es'],
  ['¿Habla inglés?', 'en'],
  ['En français, s’il vous plaît', 'fr'],
  ['Je parle seulement anglais', 'en'],
  ['em português por favor', 'pt-BR'],
  ['German bitte', 'de'],
])('%j asks for %s', (words, language) => {
  expect(readLanguageRequest(words, ['en', 'de', 'es', 'fr', 'pt-BR'])).toBe(language)
})

test.each([
  'I do not speak German',
  'I do not want to speak English',
  'Ich spreche kein Englisch',
  'my wife is German',
  'I am learning Spanish at the moment',
  'the English breakfast please',
  'German',
  'no English',
  'nein, kein Deutsch',
  'English or German please',
  'yes please',
  'please speak up',
  '',
])('%j asks for no language', (words) => {
  expect(readLanguageRequest(words, ['en', 'de', 'es', 'fr'])).toBeNull()
})

test('a language that is not offered is not switched to', () => {
  expect(readLanguageRequest('in French please', ['de'])).toBeNull()
})
