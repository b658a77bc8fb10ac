/**
 * What a language needs to be listened to and spoken on the telephone, as data. A pack is words and patterns only; the rules
 * that read them are in `language/rules/` and `speech/`. Words are compared in lower case, without accents and apostrophes;
 * patterns are sources of regular expressions over such words joined by single spaces.
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

/** Answers to a question. Patterns of a whole clause. */
export interface YesNoWords {
  yes: readonly string[]
  no: readonly string[]
  /** Neither, whatever else is said. */
  unsure: readonly string[]
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
  /** Null where a rule knows the language better than a list can: English. */
  yesNo: YesNoWords | null
  /** Digits as they are said, besides the numerals. */
  digits: Readonly<Record<string, string>>
  machineWords: MachineWords
  doNotCall: DoNotCallPack
}
