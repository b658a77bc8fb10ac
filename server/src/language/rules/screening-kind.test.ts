import { expect, test } from 'vitest'
import { asksToHold, detectScreening } from './screening-kind.ts'

test.each([
  [
    'en',
    'Hi, the person you are calling is using a screening service. Go ahead and say your name and why you are calling.',
  ],
  ['en', 'Hi. If you record your name and reason for calling, I will see if this person is available.'],
  ['en', 'Please state your name and the reason for your call.'],
  ['es', 'Por favor, diga su nombre y el motivo de su llamada.'],
  ['fr', 'Dites votre nom et la raison de votre appel.'],
  ['de', 'Bitte nennen Sie Ihren Namen und den Grund Ihres Anrufs.'],
  ['pt', 'Diga seu nome e o motivo da ligação.'],
])('%s: "%s" is a screening service', (tag, text) => {
  expect(detectScreening(text, tag)).toBe('screening')
})

test.each([
  ['en', 'Thank you for calling Acme. For sales, press one. For support, press two.'],
  ['en', 'Press 0 to speak to the operator.'],
  ['es', 'Para ventas, marque uno.'],
  ['fr', 'Pour le service client, tapez un.'],
  ['de', 'Für den Vertrieb drücken Sie die Eins.'],
  ['pt', 'Para vendas, digite um.'],
])('%s: "%s" is a menu', (tag, text) => {
  expect(detectScreening(text, tag)).toBe('ivr')
})

test.each([
  'Hello, this is Maria speaking.',
  'Who is calling please?',
  'May I ask what this is about?',
  'You have reached the voice mail of John. Please record your name and reason for calling after the tone.',
  'Please leave a message after the beep, or press one for more options.',
  'I am using my phone.',
  'To be honest, I pressed the wrong button.',
])('"%s" is neither', (text) => {
  expect(detectScreening(text, 'en')).toBeNull()
})

test('asks to hold', () => {
  expect(asksToHold('Thanks. Please stay on the line.', 'en')).toBe(true)
  expect(asksToHold('Hello?', 'en')).toBe(false)
})
