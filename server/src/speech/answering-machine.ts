/**
 * Person or machine, from what was heard since the answer. Pure, and asked again whenever something new is heard.
 * Biased to person: hanging up on somebody, or reading a message at them, is worse than greeting a machine.
 */
export const ANSWERING_MACHINE = {
  /** Only what begins within this time of the answer is a greeting. */
  windowMs: 30_000,
  /** Words alone never convict a shorter utterance: people say "he's not available at the moment" in a breath. */
  wordsNeedMs: 1500,
  /** With words that people use too, the speech must be as long as few people speak on answering. */
  doubtfulWordsNeedMs: 2400,
  /** Without any telling words, so long a first speech without a pause is a recording. */
  lengthAloneMs: 6000,
  /** A beep convicts after so much speech; alone it may be a recorder on a person's line. */
  beepNeedsMs: 800,
  /** Silence from a line that only beeped, for so long: nobody is there. */
  beepAloneSilenceMs: 3000,
} as const

export interface HeardSpeech {
  startedAtMs: number
  /** Of the voice, until now if it still goes on. */
  lengthMs: number
  ended: boolean
  /** Undefined while it is not recognised yet, or if there is no recognizer. */
  text?: string | undefined
}

export interface AnswerEvidence {
  answeredAtMs: number
  nowMs: number
  speech: readonly HeardSpeech[]
  /** When a beep ended, if one was heard. */
  beepAtMs?: number | undefined
}

export type AnswerVerdict =
  | { who: 'machine'; because: 'machine_words' | 'doubtful_words' | 'length' | 'beep' }
  | { who: 'person'; because: 'person_words' | 'short_speech' | 'nothing_telling' }
  | { who: 'undecided' }

/** Only recordings say these. A message may be offered by a person too, so that must be a command. */
const MACHINE_WORDS = [
  /\b(after|at|following|wait for|hear) the (sound of the )?(tone|beep|signal)\b/,
  /\b(please|kindly|just|and|to|or|can) (leave|record) (me |us )?(a|your|the) .{0,60}\b(message|name|number)\b/,
  /\bleave (me |us )?(a|the|your) (brief |short |detailed |quick )?(voice ?)?(message|name and)\b/,
  /\brecord your (message|name|greeting)\b|\baccept (any )?(new )?messages\b/,
  /\b(mail ?box|voice ?mail( box)?) (is full|has not been set|that has not|belonging)\b/,
  /\b(forwarded|transferred|redirected) to (an? )?(automat|voice|answer)/,
  /\b(when you (are|have) (finished|done)|press (pound|hash|one|1|the)|for more options)\b/,
]

/** Recordings say these, and so do people who answer for somebody else. */
const DOUBTFUL_WORDS = [
  /\b(not|un) ?available\b/,
  /\b(can ?no|can'?|unable to|could ?no|couldn'?)t? (come to|answer|take|pick up|reach)\b/,
  /\byou('| ha)?ve (just )?reached\b/,
  /\bvoice ?mail\b|\bmail ?box\b|\banswering (machine|service)\b/,
  /\b(away from|out of) (my|the|our) (desk|phone|office)\b/,
  /\bmissed your call\b|\bback to you\b|\bas soon as\b/,
]

/** A recording neither asks who is calling nor offers to help. */
const PERSON_WORDS = [
  /\b(who('?s| is) (this|calling|speaking)|who am i|may i ask|can i ask)\b/,
  /\b(can|may|could|how can|how may) i (help|assist|take)\b/,
  /\b(would you like|do you want|did you want|shall i|should i|want me) (to|me)\b/,
  /\bmessage with me\b|\bi('?ll| will| can) (tell|let|give|pass|take)\b/,
  /\b(what('?s| is) (this|it) (about|regarding)|what do you want|is (this|that|it) about)\b/,
]

export function personOrMachine(evidence: AnswerEvidence): AnswerVerdict {
  const endOfWindowMs = evidence.answeredAtMs + ANSWERING_MACHINE.windowMs
  const greeting = evidence.speech.filter((speech) => speech.startedAtMs < endOfWindowMs)
  const text = wordsOf(greeting)
  const spokenMs = greeting.reduce((total, speech) => total + speech.lengthMs, 0)
  if (matches(PERSON_WORDS, text)) return { who: 'person', because: 'person_words' }
  return (
    byBeep(evidence, spokenMs, endOfWindowMs) ??
    byWords(text, spokenMs) ??
    byLength(greeting, text) ?? { who: 'undecided' }
  )
}

function byBeep(evidence: AnswerEvidence, spokenMs: number, endOfWindowMs: number): AnswerVerdict | undefined {
  const { beepAtMs, nowMs, speech } = evidence
  if (beepAtMs === undefined || beepAtMs > endOfWindowMs) return undefined
  const spokenAfter = speech.some((each) => each.startedAtMs >= beepAtMs)
  const onlyBeeped = spokenMs === 0 && nowMs - beepAtMs >= ANSWERING_MACHINE.beepAloneSilenceMs
  if (onlyBeeped || (spokenMs >= ANSWERING_MACHINE.beepNeedsMs && !spokenAfter)) {
    return { who: 'machine', because: 'beep' }
  }
  return undefined
}

function byWords(text: string, spokenMs: number): AnswerVerdict | undefined {
  if (spokenMs >= ANSWERING_MACHINE.wordsNeedMs && matches(MACHINE_WORDS, text)) {
    return { who: 'machine', because: 'machine_words' }
  }
  const doubtful = DOUBTFUL_WORDS.filter((pattern) => pattern.test(text)).length
  if (doubtful > 1 && spokenMs >= ANSWERING_MACHINE.doubtfulWordsNeedMs) {
    return { who: 'machine', because: 'doubtful_words' }
  }
  return undefined
}

function byLength(greeting: readonly HeardSpeech[], text: string): AnswerVerdict | undefined {
  const first = greeting[0]
  if (first === undefined) return undefined
  if (first.lengthMs >= ANSWERING_MACHINE.lengthAloneMs) return { who: 'machine', because: 'length' }
  if (!first.ended) return undefined
  if (first.lengthMs < ANSWERING_MACHINE.doubtfulWordsNeedMs) return { who: 'person', because: 'short_speech' }
  // A longer speech waits for its words, if there is somebody to recognise them.
  return text === '' && first.text === undefined ? undefined : { who: 'person', because: 'nothing_telling' }
}

function wordsOf(greeting: readonly HeardSpeech[]): string {
  return greeting
    .map((speech) => speech.text ?? '')
    .join(' ')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^a-z0-9' ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function matches(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text))
}
