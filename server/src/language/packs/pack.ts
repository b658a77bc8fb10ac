/**
 * What a language needs for listening and speaking on the phone, as data. A pack contains only words and patterns; the rules
 * that read them are in `language/rules/` and `speech/`. Words are compared in lower case, without accents and apostrophes;
 * patterns are sources of regular expressions over such words joined by single spaces.
 */
import type { StandardSentences } from '../rules/sentences.ts'
import type { AnswerWords } from './answers.ts'
import type { CorrectionWords } from './corrections.ts'
import type { DateWords } from './dates.ts'

export interface DoNotCallPack {
  /** Requests not to be called again, in any context. */
  requests: readonly string[]
  /** Possible requests, by which the person wants the agent to leave. They have no effect in the call and are judged after it. */
  candidates: readonly string[]
  /** Phrases that look like a request but are not one. */
  exemptions: readonly string[]
  /** Phrases that are a request in spite of an exemption. */
  always: readonly string[]
  /** A refusal limited to a certain time, which leaves other times open ... */
  limitedRefusals: readonly string[]
  /** ... or to a certain place, which may be the number that was called: it does not count as a request only ... */
  elsewhereRefusals: readonly string[]
  /** ... with an invitation to call at another one ... */
  invitations: readonly string[]
  /** ... and these words make both a request. */
  final: readonly string[]
  /** Words after which a recognizer's comma is a pause, not the end of a thought: "Do not, call me." */
  unfinished: readonly string[]
  /** A transcript similar to one of these counts as a request. */
  phrases: readonly string[]
}

/** Greetings of recordings that people do not say. */
export interface MachineWords {
  /** Only recordings say these. */
  machine: readonly string[]
  /** Recordings say these, and so do people who answer for another person. */
  doubtful: readonly string[]
  /** Phrases of a person: a recording neither asks who is calling nor offers to help. */
  person: readonly string[]
}

/** Number words, in their compared form; several words with spaces between. */
export interface NumberWords {
  /** Words for 0 to 99, in order; alternatives are separated by `|`. */
  below100: readonly string[]
  /** Separate words for multiples of a hundred. */
  hundreds: Readonly<Record<string, number>>
  /** Words that multiply the preceding number; alone they count once. */
  multipliers: Readonly<Record<string, number>>
  /** Articles before a multiplier, which mean one of it. */
  articles: readonly string[]
  and: readonly string[]
  decimal: readonly string[]
  minus: readonly string[]
  half: readonly string[]
  /** Words before a digit that say how often it is repeated. */
  repeats: Readonly<Record<string, number>>
  /** Parts of a compound word, if a number is written as one word. */
  split: readonly string[]
  /** Decimal separator in numerals. */
  decimalSign: '.' | ','
}

/** Words for a currency: [one, several, a hundredth, several hundredths]; empty if there are none. */
export type CurrencyWords = readonly [one: string, many: string, oneCent: string, manyCents: string]

/** How symbols are spoken, so that nothing is lost between writing and speaking. */
export interface SpokenForms {
  /** Currencies by ISO 4217 code. */
  currencies: Readonly<Record<string, CurrencyWords>>
  /** Word between an amount and its hundredths. */
  currencyAnd: string
  /** Units after a number: [one, several]. */
  units: Readonly<Record<string, readonly [one: string, many: string]>>
  /** Symbols that are always spoken. */
  signs: Readonly<Record<string, string>>
  /** Symbols that are spoken only between numbers, as operators. */
  betweenNumbers: Readonly<Record<string, string>>
  /** Words for symbols inside email and web addresses. */
  address: Readonly<Record<'@' | '.' | '-' | '_' | '/' | ':' | '+', string>>
  /** The sign of minus before a number. */
  minus: string
}

export interface LanguagePack {
  /** ISO 639-1 code of the language. */
  tag: string
  name: string
  /** Words besides the name of a language in a request to speak it: "can we speak German please". */
  languageRequests: readonly string[]
  sentences: StandardSentences
  /** Backchannels: words said while listening, which neither interrupt nor answer. */
  listening: readonly string[]
  /** Words said when answering the phone, which neither interrupt nor answer. */
  openings: readonly string[]
  /** The openings that are greetings: together with one of them, even a "yes" answers nothing. */
  greetings: readonly string[]
  /** The backchannels and openings that can answer a question which was heard. */
  answers: readonly string[]
  /** Thanks and farewells, which change nothing when said over the agent's last words. */
  closings: readonly string[]
  /** Phrases that ask for a moment. */
  holdOn: readonly string[]
  /** Questions of the person, or requests for a repetition, which answer nothing. */
  asksBack: readonly string[]
  /** Words at the end of an utterance that show that the person will continue. */
  hesitations: readonly string[]
  /** How yes and no are said. */
  answerForms: AnswerWords
  /** Words that reverse the meaning of a phrase: "I do not agree" is not "I agree". */
  negations: readonly string[]
  numbers: NumberWords
  /** Words that count as digits only if digits are expected. */
  digits: Readonly<Record<string, string>>
  /** How days and hours are said. */
  dates: DateWords
  /** How people correct themselves. */
  corrections: CorrectionWords
  spoken: SpokenForms
  machineWords: MachineWords
  doNotCall: DoNotCallPack
}
