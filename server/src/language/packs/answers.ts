/**
 * How people answer yes-or-no questions, as data. A yes is a closed form: every word of the utterance must be in one of these
 * lists (or in the question). A sentence that merely contains a yes word does not count as agreement.
 */

export interface DoubtWords {
  /** Words of withdrawal: "not", "wrong", "stop". */
  denials: readonly string[]
  /** Words that begin a question of the person. */
  questions: readonly string[]
  /** Words of agreement with a reservation: "if", "but", "later". */
  conditions: readonly string[]
  /** Words that show that the answer is about, or from, another person. */
  thirdPersons: readonly string[]
  /** Words of uncertainty: "maybe", "I guess". */
  hedges: readonly string[]
}

export interface AnswerWords {
  /** Words and phrases that agree. One of them, or a statement, comes first; others may follow. */
  yes: readonly string[]
  /** Phrases that agree only as the last words: "I am" agrees, "I am good" declines. */
  statements: readonly string[]
  /** Final words after a yes that add nothing, and that agree to nothing without it: "that is okay". */
  afterYes: readonly string[]
  /** Words before an echo of the question: "yes, this is Anna". */
  beforeEcho: readonly string[]
  /** Patterns over the text in lower case with its accents: "si puedo" is a condition, "sí, puedo" is not. */
  accentDoubts: readonly string[]
  /** Words without meaning that may occur anywhere: "please", "thank you". They do not count towards the length. */
  polite: readonly string[]
  /** Sounds of hesitation before an answer, which do not count towards the length. */
  fillers: readonly string[]
  /** Words that are never part of an echo of the question or of an agreement by a similar phrase. */
  doubts: DoubtWords
  /** A question with one of these offers alternatives: its echo chooses one and is not a yes. */
  alternatives: readonly string[]
  /** First-person words: an example that begins with one does not match a sentence about another person. */
  firstPersons: readonly string[]
  /** How a word of the question returns in the answer: "you" as "I". */
  echoes: Readonly<Record<string, readonly string[]>>
  /** Examples or labels that stand for every way of saying yes or no. */
  means: { yes: readonly string[]; no: readonly string[] }
  /** The word for no also negates the following verb: "no puedo" is "I can not". */
  noNegatesVerb: boolean
  /** Patterns of a whole clause that says no. */
  no: readonly string[]
  /** Patterns that make an answer neither yes nor no. */
  unsure: readonly string[]
}

/** A list as one text, entries separated by commas. */
export function splitAtCommas(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
