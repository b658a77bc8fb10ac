/**
 * What a language needs to be listened to and spoken on the telephone, as data. A pack is words and patterns only; the rules
 * that read them are in `language/rules/` and `speech/`. Words are compared in lower case, without accents and apostrophes;
 * patterns are sources of regular expressions over such words joined by single spaces.
 */
import type { Sentences } from '../rules/sentences.ts'
import type { AnswerWords } from './answers.ts'
import type { CorrectionWords } from './corrections.ts'
import type { DateWords } from './dates.ts'

export interface DoNotCallPack {
  /** Asks not to be called again, whatever stands around it. */
  requests: readonly string[]
  /** May be one: the person wants us gone. Not caught in the call; to be judged after it. */
  candidates: readonly string[]
  /** Looks like a request and is none. */
  exemptions: readonly string[]
  /** A request in spite of an exemption. */
  always: readonly string[]
  /** A refusal for a certain time only, which leaves the others open ... */
  limitedRefusals: readonly string[]
  /** ... or at a certain place, which may be the number that was called: no request only ... */
  elsewhereRefusals: readonly string[]
  /** ... with an invitation to call at another ... */
  invitations: readonly string[]
  /** ... and neither is, if these are said too. */
  final: readonly string[]
  /** Words after which a recognizer's comma is a pause for breath, not the end of a thought: "Do not, call me." */
  unfinished: readonly string[]
  /** A transcript that resembles one of these is taken for it. */
  phrases: readonly string[]
}

/** How recordings greet, and people do not. */
export interface MachineWords {
  /** Only recordings say these. */
  machine: readonly string[]
  /** Recordings say these, and so do people who answer for somebody else. */
  doubtful: readonly string[]
  /** A recording neither asks who is calling nor offers to help. */
  person: readonly string[]
}

/** How numbers are said. Words as they are compared; several words with spaces between. */
export interface NumberWords {
  /** For 0 to 99, in order; other ways of saying the same stand behind a `|`. */
  below100: readonly string[]
  /** Words of their own for several hundreds. */
  hundreds: Readonly<Record<string, number>>
  /** What is said before them is multiplied; alone they count once. */
  multipliers: Readonly<Record<string, number>>
  /** Before a multiplier: one of it. */
  articles: readonly string[]
  and: readonly string[]
  decimal: readonly string[]
  minus: readonly string[]
  half: readonly string[]
  /** Before a digit: it is said so often. */
  repeats: Readonly<Record<string, number>>
  /** Parts of a word that stand for themselves, where a number is written as one word. */
  split: readonly string[]
  /** Between whole and fraction in numerals. */
  decimalSign: '.' | ','
}

/** [one, several, a hundredth, several hundredths]; empty where there are none. */
export type CurrencyWords = readonly [one: string, many: string, oneCent: string, manyCents: string]

/** How what is no word is said: nothing of a text may be lost between writing and speaking. */
export interface SpokenForms {
  /** By ISO 4217 code. */
  currencies: Readonly<Record<string, CurrencyWords>>
  /** Between an amount and its hundredths. */
  currencyAnd: string
  /** Behind a number: [one, several]. */
  units: Readonly<Record<string, readonly [one: string, many: string]>>
  /** Signs that are said wherever they stand. */
  signs: Readonly<Record<string, string>>
  /** Signs that are said only between numbers, where they reckon. */
  betweenNumbers: Readonly<Record<string, string>>
  /** Inside addresses of mail and web. */
  address: Readonly<Record<'@' | '.' | '-' | '_' | '/' | ':' | '+', string>>
  /** The sign of minus before a number. */
  minus: string
}

export interface LanguagePack {
  /** ISO 639-1. */
  tag: string
  name: string
  sentences: Sentences
  /** Said while listening; neither interrupts nor answers. */
  listening: readonly string[]
  /** Said on picking up; likewise. */
  openings: readonly string[]
  /** Of the openings, those that greet: with one of them even a "yes" answers nothing. */
  greetings: readonly string[]
  /** Of the words above, those that answer a question which was heard. */
  answers: readonly string[]
  /** Thanks and farewells: said over our last words they change nothing. */
  closings: readonly string[]
  /** Asks for a moment. */
  holdOn: readonly string[]
  /** Asks us something, or for the question again: answers nothing. */
  asksBack: readonly string[]
  /** At the end of an utterance: more is to come. */
  hesitations: readonly string[]
  /** How yes and no are said. */
  answerForms: AnswerWords
  /** Turn a phrase into its contrary: "I do not agree" is not "I agree". */
  negations: readonly string[]
  numbers: NumberWords
  /** Words that are digits only where digits are asked for. */
  digits: Readonly<Record<string, string>>
  /** How days and hours are said. */
  dates: DateWords
  /** How people correct themselves. */
  corrections: CorrectionWords
  spoken: SpokenForms
  machineWords: MachineWords
  doNotCall: DoNotCallPack
}
