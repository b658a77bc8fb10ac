import { callsWords } from '../words/calls.ts'

/** A disposition is a code that the workflow chooses; people read words. One place, so that every page says the same. */
const WORDS: Record<string, string> = callsWords.results

export const resultWords = (disposition: string): string => WORDS[disposition] ?? disposition.replaceAll('_', ' ')
