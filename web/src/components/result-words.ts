import { callsWords } from '../words/calls.ts'

/** Words for dispositions, which are codes of the workflow. Defined in one place, so that every page uses the same words. */
const WORDS: Record<string, string> = callsWords.results

export const resultWords = (disposition: string): string => WORDS[disposition] ?? disposition.replaceAll('_', ' ')

const CAUSES: Record<string, string> = callsWords.causes

/** Why a call ended. A carrier's own words stay as they are. */
export const causeWords = (cause: string): string => CAUSES[cause] ?? cause
