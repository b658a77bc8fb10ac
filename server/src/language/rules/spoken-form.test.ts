import { expect, test } from 'vitest'
import { LANGUAGE_PACKS, packOf } from '../packs/packs.ts'
import { applyPronunciations, toSpokenForm } from './spoken-form.ts'

test.each([
  ['en', 'You owe $1,234.50.', 'You owe 1,234 dollars and 50 cents.'],
  ['en', 'It is 1 € or €0.99.', 'It is 1 euro or 99 cents.'],
  ['en', 'Pay 25 GBP by 5%.', 'Pay 25 pounds by 5 percent.'],
  ['en', 'Write to ada.b@example.com, please.', 'Write to ada dot b at example dot com, please.'],
  ['en', 'See https://www.example.com/pay.', 'See www dot example dot com slash pay.'],
  ['en', 'Open 9–17, 20 °C, 5 km away.', 'Open 9 to 17, 20 degrees Celsius, 5 kilometers away.'],
  ['en', 'Johnson & Sons – since 1901', 'Johnson and Sons, since 1901'],
  ['en', 'Call 555-0123 on 2026-11-16.', 'Call 555-0123 on 2026-11-16.'],
  ['en', 'It’s “fine”…', "It's fine..."],
  ['en', 'It was -5 degrees, ½ of it.', 'It was minus 5 degrees, one half of it.'],
  ['es', 'Debe 1.234,50 € (5 %).', 'Debe 1234 euros con 50 céntimos (5 por ciento).'],
  ['es', '¿Vendrá usted?', 'Vendrá usted?'],
  ['fr', 'Il doit 20,50 €.', 'Il doit 20 euros et 50 centimes.'],
  ['de', 'Müller & Söhne, info@müller.de', 'Müller und Söhne, info ät müller Punkt de'],
  ['pt', 'São R$ 10 por 2 kg.', 'São 10 reais por 2 quilos.'],
])('in %s: %s', (language, written, said) => {
  const letters = language === 'en' ? 'ascii' : 'latin'
  expect(toSpokenForm(written, packOf(language), letters)).toEqual({ text: said, unsayable: [] })
})

test('letters a voice does not know are written with those it knows; what has no sound at all is told', () => {
  const en = packOf('en')
  expect(toSpokenForm('Señor Łukasz Groß, Søren', en, 'ascii').text).toBe('Senor Lukasz Gross, Soren')
  expect(toSpokenForm('Hello Иван 😀!', en, 'ascii')).toEqual({ text: 'Hello!', unsayable: ['И', 'в', 'а', 'н', '😀'] })
  expect(toSpokenForm('Hello 李明 😀!', en, 'any')).toEqual({ text: 'Hello 李明!', unsayable: ['😀'] })
})

test.each(LANGUAGE_PACKS.map(({ tag }) => tag))('in %s no sign of a keyboard is lost', (tag) => {
  const signs = '&+=#@%*/\\_~<>§°€£$¥½²×'
  for (const sign of signs) {
    const { text, unsayable } = toSpokenForm(`a ${sign} b`, packOf(tag), 'latin')
    expect([sign, unsayable]).toEqual([sign, []])
    expect(text.length, `${sign} is said`).toBeGreaterThan('a b'.length + 1)
  }
})

test('words are said as their author wants them, and only whole words', () => {
  const wanted = [
    { word: 'Nguyen', say: 'win' },
    { word: 'St.', say: 'street' },
    { word: 'C++', say: 'see plus plus' },
  ]
  expect(applyPronunciations('Mrs. NGUYEN of Main St. likes C++, not Nguyens.', wanted)).toBe(
    'Mrs. win of Main street likes see plus plus, not Nguyens.',
  )
})
