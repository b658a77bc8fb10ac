import { callsWords } from '../words/calls.ts'

/** A disposition is a code from the workflow; people read words. One place, so that every page uses the same words. */
const WORDS: Record<string, string> = callsWords.results

export const resultWords = (disposition: string): string => WORDS[disposition] ?? disposition.replaceAll('_', ' ')
