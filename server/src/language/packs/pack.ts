/**
 * What a language needs to be listened to and spoken on the telephone, as data. A pack is words and patterns only; the rules
 * that read them are in `language/rules/`. Words are compared in lower case and without accents; patterns are sources of
 * regular expressions over such words joined by single spaces.
 */
import type { Sentences } from '../rules/sentences.ts'

export interface DoNotCallPack {
  /** Asks not to be called again, whatever stands around it. */
  requests: readonly string[]
  /** Looks like a request and is none. */
  exemptions: readonly string[]
  /** A request in spite of an exemption. */
  always: readonly string[]
  /** A refusal for a certain time only ... */
  limitedRefusals: readonly string[]
  /** ... and the invitation to call at another, which together are no request ... */
  invitations: readonly string[]
  /** ... unless these are said too. */
  final: readonly string[]
  /** Of a pause for breath after which a comma ends no thought. */
  unfinished: readonly string[]
  /** A transcript that resembles one of these is taken for it. */
  phrases: readonly string[]
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
  doNotCall: DoNotCallPack
}
