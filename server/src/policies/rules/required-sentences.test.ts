import { expect, it } from 'vitest'
import { missingSentences } from './required-sentences.ts'

const required = [{ id: 'ai', from: 'eu', description: 'AI', any_of: ['AI', 'künstliche Intelligenz'] }]
const missing = (...texts: string[]) => missingSentences(required, texts).map(({ id }) => id)

it('finds a wording as words, whatever their case, accents and punctuation', () => {
  expect(missing('Hello, this is an AI.')).toEqual([])
  expect(missing('Guten Tag.', 'Hier spricht eine KUNSTLICHE   Intelligenz!')).toEqual([])
  expect(missing('Guten Tag, hier ist Maier.')).toEqual(['ai'])
  expect(missing('Please wait, this is again me.')).toEqual(['ai'])
  expect(missing()).toEqual(['ai'])
})
