/**
 * Answering-machine detection from the audio since the answer. Pure, and evaluated again with every new utterance or tone. Biased
 * towards a person: hanging up on a person, or reading a message to them, is worse than greeting a machine.
 */
import { english } from '../language/packs/en/pack.ts'
import type { LanguagePack, MachineWords } from '../language/packs/pack.ts'
import { wordsOf } from '../language/rules/spoken-words.ts'
import { matchesAnyPattern } from '../language/rules/utterance-kind.ts'

export const MACHINE_DETECTION_TUNING = {
  /** Only speech that begins within this time of the answer is a greeting. */
  windowMs: 30_000,
  /** Words alone never decide for a shorter utterance: people say "he's not available at the moment" in one breath. */
  wordsNeedMs: 1500,
  /** Minimum duration of speech with words that people use too: longer than people usually speak when they answer. */
  doubtfulWordsNeedMs: 2400,
  /** A first utterance this long without a pause is a recording, even without typical words. */
  lengthAloneMs: 6000,
  /** A beep decides only after this much speech; without speech it may be a recorder on a person's line. */
  beepNeedsMs: 800,
  /** After a beep without speech and this much silence, no person is on the line. */
  beepAloneSilenceMs: 3000,
  /** "Is not available" followed by this much silence is a network announcement. A mailbox would have continued or beeped. */
  announcementSilenceMs: 4000,
} as const

export interface HeardSpeech {
  startedAtMs: number
  /** Length of the speech so far, in ms. */
  lengthMs: number
  ended: boolean
  /** Words of the utterance. Undefined: not recognized yet, or there is no recognizer. Empty: the recognizer found no words. */
  text?: string | undefined
}

export interface AnswerEvidence {
  answeredAtMs: number
  nowMs: number
  speech: readonly HeardSpeech[]
  /** Whether a recognizer listens: then only words prove a person, because music and tones resemble a short voice. */
  hasRecognizer: boolean
  /** Time at which a beep ended, if there was one. */
  beepAtMs?: number | undefined
  /** The expected language; English by default. */
  pack?: LanguagePack | undefined
}

export type AnswerVerdict =
  | { who: 'machine'; because: 'machine_words' | 'doubtful_words' | 'length' | 'beep' }
  | { who: 'person'; because: 'person_words' | 'short_speech' | 'nothing_telling' }
  | { who: 'undecided' }

export function classifyAnswer(evidence: AnswerEvidence): AnswerVerdict {
  const endOfWindowMs = evidence.answeredAtMs + MACHINE_DETECTION_TUNING.windowMs
  const greeting = evidence.speech.filter((speech) => speech.startedAtMs < endOfWindowMs)
  const text = textOf(greeting)
  const spokenMs = greeting.reduce((total, speech) => total + speech.lengthMs, 0)
  const words = (evidence.pack ?? english).machineWords
  if (matchesAnyPattern(words.person, text)) return { who: 'person', because: 'person_words' }
  return (
    byBeep(evidence, spokenMs, endOfWindowMs) ??
    byWords(text, spokenMs, words) ??
    byLength({ ...evidence, speech: greeting }) ?? { who: 'undecided' }
  )
}

function byBeep(evidence: AnswerEvidence, spokenMs: number, endOfWindowMs: number): AnswerVerdict | undefined {
  const { beepAtMs, nowMs, speech } = evidence
  if (beepAtMs === undefined || beepAtMs > endOfWindowMs) return undefined
  const spokenAfter = speech.some((each) => each.startedAtMs >= beepAtMs)
  const onlyBeeped = spokenMs === 0 && nowMs - beepAtMs >= MACHINE_DETECTION_TUNING.beepAloneSilenceMs
  if (onlyBeeped || (spokenMs >= MACHINE_DETECTION_TUNING.beepNeedsMs && !spokenAfter)) {
    return { who: 'machine', because: 'beep' }
  }
  return undefined
}

function byWords(text: string, spokenMs: number, words: MachineWords): AnswerVerdict | undefined {
  if (spokenMs >= MACHINE_DETECTION_TUNING.wordsNeedMs && matchesAnyPattern(words.machine, text)) {
    return { who: 'machine', because: 'machine_words' }
  }
  const doubtful = words.doubtful.filter((pattern) => matchesAnyPattern([pattern], text)).length
  if (doubtful > 1 && spokenMs >= MACHINE_DETECTION_TUNING.doubtfulWordsNeedMs) {
    return { who: 'machine', because: 'doubtful_words' }
  }
  return undefined
}

function byLength(evidence: Pick<AnswerEvidence, 'speech' | 'hasRecognizer'>): AnswerVerdict | undefined {
  const first = firstHeardSpeech(evidence)
  if (first === undefined) return undefined
  if (first.lengthMs >= MACHINE_DETECTION_TUNING.lengthAloneMs) return { who: 'machine', because: 'length' }
  if (!first.ended) return undefined
  const isShort = first.lengthMs < MACHINE_DETECTION_TUNING.doubtfulWordsNeedMs
  // A longer utterance always waits for its words, because it may be a recording.
  if (first.text === undefined && (evidence.hasRecognizer || !isShort)) return undefined
  return { who: 'person', because: isShort ? 'short_speech' : 'nothing_telling' }
}

/** The first sound that may be speech. A sound without recognized words proves nothing. */
export function firstHeardSpeech({
  speech,
  hasRecognizer,
}: Pick<AnswerEvidence, 'speech' | 'hasRecognizer'>): HeardSpeech | undefined {
  return speech.find(({ ended, text }) => !(hasRecognizer && ended && text !== undefined && wordsOf(text).length === 0))
}

function textOf(greeting: readonly HeardSpeech[]): string {
  return wordsOf(greeting.map((speech) => speech.text ?? '').join(' ')).join(' ')
}
