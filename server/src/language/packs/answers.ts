/**
 * How people answer yes-or-no questions, as data. A yes is a closed form: every word of the utterance must be in one of these
 * lists (or in the question). A sentence that only contains a yes word agrees to nothing.
 */

export interface DoubtWords {
  /** "not", "wrong", "stop": the person takes something back. */
  denials: readonly string[]
  /** The person asks us something. */
  questions: readonly string[]
  /** "if", "but", "later": agreement with a reservation. */
  conditions: readonly string[]
  /** The answer is about, or comes from, someone else. */
  thirdPersons: readonly string[]
  /** "maybe", "I guess". */
  hedges: readonly string[]
}

export interface AnswerWords {
  /** Words and phrases that agree. One of them, or a statement, comes first; others may follow. */
  yes: readonly string[]
  /** Agree as well, but only as the last words: "I am" agrees, "I am good" declines. */
  statements: readonly string[]
  /** Final words after a yes that add nothing, and that agree to nothing without it: "that is okay". */
  afterYes: readonly string[]
  /** Before an echo of the question: "yes, this is Anna". */
  beforeEcho: readonly string[]
  /** Patterns over the text in lower case with its accents: "si puedo" is a condition, "sí, puedo" is not. */
  accentDoubts: readonly string[]
  /** May occur anywhere without meaning: "please", "thank you". They do not count towards the length. */
  polite: readonly string[]
  /** Sounds of hesitation before an answer. They do not count towards the length. */
  fillers: readonly string[]
  /** Never part of an echo of the question, and never part of an agreement by a similar phrase. */
  doubts: DoubtWords
  /** A question with one of these offers alternatives: its echo chooses one and is not a yes. */
  alternatives: readonly string[]
  /** First person: an example that begins with one is not matched by a sentence about someone else. */
  firstPersons: readonly string[]
  /** How a word of the question returns in the answer: "you" as "I". */
  echoes: Readonly<Record<string, readonly string[]>>
  /** An example or label that is one of these stands for every way of saying yes or no. */
  means: { yes: readonly string[]; no: readonly string[] }
  /** The word for no also negates the following verb: "no puedo" is "I can not". */
  noNegatesVerb: boolean
  /** Patterns of a whole clause that says no. */
  no: readonly string[]
  /** Patterns that make an answer neither yes nor no. */
  unsure: readonly string[]
}

/** A list as one text, entries separated by commas. */
export function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
