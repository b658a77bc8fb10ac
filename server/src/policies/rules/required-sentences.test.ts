import { describe, expect, it } from 'vitest'
import { AI_ANNOUNCEMENT } from '../packs/pack.ts'
import { missingSentences } from './required-sentences.ts'

const sentence = {
  id: 'own',
  from: 'organization',
  description: 'Own',
  said: 'anywhere' as const,
  any_of: ['Acme Ltd'],
}
const notice = { from: 'eu', ...AI_ANNOUNCEMENT }

function isMissing(language: string, opening: string, later = '') {
  return missingSentences([notice], { language, opening: [opening], anywhere: [opening, later] }).length > 0
}

describe('the sentence that a machine speaks', () => {
  it.each([
    ['en', 'Hello, this is Anna, the AI assistant of Acme.'],
    ['en', 'Hello, I am an AI. May I ask you something?'],
    ['en-GB', 'You are talking to artificial intelligence.'],
    ['de', 'Guten Tag, hier spricht eine KUNSTLICHE   Intelligenz!'],
    ['de-AT', 'Grüß Gott, ich bin eine KI von Acme.'],
    ['fr', "Bonjour, je suis une intelligence artificielle. J'ai une question."],
    ['fr', "Bonjour, je suis l'IA de la société Martin."],
    ['it', 'Buongiorno, sono un’intelligenza artificiale; offriamo sconti ai nostri clienti.'],
    ['pt', 'Olá, fala a assistente virtual da Acme. Aí está?'],
  ])('is heard in %s: %s', (language, opening) => {
    expect(isMissing(language, opening)).toBe(false)
  })

  it.each([
    ['fr', "Bonjour, ici Marie de la société Martin. J'ai une question à vous poser."],
    ['it', 'Buongiorno, sono Marco. Offriamo sconti ai nostri clienti.'],
    ['pt', 'Olá, aí está a Maria da Acme.'],
    ['fr', 'Bonjour, c’est Anna, un AI assistant.'],
    ['de', 'Guten Tag, hier ist Maier.'],
    ['en', 'Hello, this is Anna. I am not an AI, I promise.'],
    ['de', 'Ich bin keine künstliche Intelligenz.'],
    ['en', 'Please wait, this is again me.'],
    ['xx', 'Hello, I am AI.'],
  ])('is not heard in %s: %s', (language, opening) => {
    expect(isMissing(language, opening)).toBe(true)
  })

  it('is too late after the opening', () => {
    expect(isMissing('en', 'Hello, this is Anna.', 'By the way, I am an AI assistant.')).toBe(true)
  })
})

it('an own sentence may be said by any step', () => {
  const texts = { language: 'en', opening: ['Hello.'], anywhere: ['Hello.', 'This is ACME ltd.'] }
  expect(missingSentences([sentence], texts)).toEqual([])
  expect(missingSentences([sentence], { ...texts, anywhere: ['Hello.'] })).toMatchObject([{ id: 'own' }])
})
