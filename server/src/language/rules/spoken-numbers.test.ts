import { expect, test } from 'vitest'
import { packOf } from '../packs/packs.ts'
import { readDigits } from './spoken-digits.ts'
import { readNumber } from './spoken-numbers.ts'

test.each([
  ['en', 'about two hundred and six thousand twelve', 206_012],
  ['en', 'minus three point five', -3.5],
  ['en', 'a hundred and twenty', 120],
  ['en', 'two and a half', 2.5],
  ['en', '1,250.50', 1250.5],
  ['es', 'ciento veinticinco', 125],
  ['es', 'mil doscientos treinta y cuatro', 1234],
  ['es', 'dos mil quinientos', 2500],
  ['es', 'tres coma cinco', 3.5],
  ['es', 'son 1.250,50 euros', 1250.5],
  ['fr', 'quatre-vingt-dix-sept', 97],
  ['fr', 'soixante et onze', 71],
  ['fr', 'septante-cinq', 75],
  ['fr', 'deux cent cinquante', 250],
  ['fr', 'mille neuf cent quatre-vingt-quatre', 1984],
  ['fr', 'trois virgule vingt-cinq', 3.25],
  ['de', 'zweihundertfünfunddreißig', 235],
  ['de', 'dreitausendvierhundertzwölf', 3412],
  ['de', 'zweieinhalb', 2.5],
  ['de', 'minus sieben Komma fünf', -7.5],
  ['de', '1.250,50', 1250.5],
  ['pt', 'cento e vinte e cinco', 125],
  ['pt', 'mil e duzentos', 1200],
  ['pt', 'dois mil trezentos e quarenta e seis', 2346],
  ['pt', 'três vírgula cinco', 3.5],
])('in %s "%s" is %d', (language, said, value) => {
  expect(readNumber(said, packOf(language).numbers)).toBe(value)
})

test('no number is none', () => {
  expect(readNumber('ninguno', packOf('es').numbers)).toBeNull()
  expect(readNumber('hello there', packOf('en').numbers)).toBeNull()
})

test.each([
  ['fr', 'zéro six douze trente-quatre', '061234'],
  ['fr', 'quatre-vingt-dix-sept vingt-deux', '9722'],
  ['de', 'zweiundvierzig neunzehn', '4219'],
  ['es', 'treinta y cinco doble ocho', '3588'],
  ['pt', 'meia dois meia sete', '6267'],
])('in %s the digits of "%s" are %s', (language, said, digits) => {
  expect(readDigits(said, packOf(language)).digits).toBe(digits)
})
