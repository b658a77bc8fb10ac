/**
 * Whether a person asks not to be called again. Biased towards catching it: a contact lost by mistake costs a call, a
 * request missed is a breach of the law. So a misheard "stop" counts, and a refusal limited in time is let pass only if the
 * person also asks to be called at another time.
 */
import type { LanguagePack } from '../packs/pack.ts'
import { heardPhrases, phraseOf, phraseScore } from './likeness.ts'
import { clausesOf, wordsOf } from './spoken-words.ts'

/** Likeness to one of the phrases at which a garbled transcript still counts. */
export const DO_NOT_CALL_THRESHOLD = 0.82

const CONTACT =
  '(?:call|calls|calling|called|phone|phoning|phoned|ring|ringing|dial|dialing|dialling|contact|contacting|bother|bothering|harass|harassing|disturb|disturbing|pester|pestering|text|texting)'
const STOP = '(?:stop|stopped|quit|cease|discontinue|end)'
/** What recognisers made of "stop" on telephone audio. */
const MISHEARD_STOP = '(?:start|started|stock|stuff|top|step|stab|store|stopping|stuck|shop|drop)'
/** Words that may stand between the refusal and the calling. Any word would join "not sure" to "call me later". */
const GAP =
  '(?:ever|even|please|you|dare|to|be|being|keep|try|want|wish|like|need|any|more|anyone|again|continue|get|receive|have|your|these|those|further|a|the|phone|going|let|them|him|her|people|allowed|permitted|authorized|supposed|just)'
const LIST = '(?:list|lists|database|system|records?|register|file|directory|book)'
const REMOVE = '(?:remove|delete|erase|scratch|strike|unsubscribe|deregister|drop)'
const ME =
  '(?:me|my (?:phone )?number|my (?:name|details|data|contact|information)|this (?:phone )?number|us|our number|the number)'

const REQUESTS: readonly RegExp[] = [
  new RegExp(`\\b${STOP} (?:\\w+ ){0,3}?${CONTACT}\\b`, 'u'),
  new RegExp(
    `^(?:(?:please|just|now|and|hey|okay|can you|could you) )*${MISHEARD_STOP} ${CONTACT}(?: me| us| here| this number| my number)?(?: again| please| now| anymore)*$`,
    'u',
  ),
  new RegExp(`\\b(?:not|never) (?:${GAP} ){0,5}?${CONTACT}\\b(?! (?:center|centre))`, 'u'),
  new RegExp(`\\bno more (?:\\w+ ){0,2}?${CONTACT}\\b`, 'u'),
  new RegExp(
    `\\b(?:take|taken|taking|get|keep|strike|cross) (?:${ME} )?(?:of|off|out of|from) (?:(?:your|the|this|that|all|any|of|calling|call|contact|phone|mailing) )*${LIST}\\b`,
    'u',
  ),
  new RegExp(`\\b(?:take|get|keep) ${ME} off\\b`, 'u'),
  new RegExp(`\\b${REMOVE} (?:\\w+ )?${ME}\\b`, 'u'),
  new RegExp(`\\b${REMOVE} (?:\\w+ ){0,4}?(?:from|off) (?:\\w+ ){0,3}?${LIST}\\b`, 'u'),
  /\b(?:lose|forget|block) (?:my|this) number\b/u,
  /\bopt(?:ing|ed)? (?:me )?out\b/u,
  /\bunsubscribe\b/u,
  /\bleave (?:me|us) (?:alone|in peace)\b/u,
  /\bdo not call (?:list|register|registry)\b/u,
  /^(?:(?:please|just|no|okay|hey) )*stop(?: (?:it|that|this|please|now|stop))*$/u,
]

/** Not requests although they hold the words of one. */
const EXEMPTIONS: readonly RegExp[] = [
  // Asked of themselves or of the past: "I could not call you", "you did not call me", "sorry I did not ring back".
  new RegExp(
    `\\b(?:i|we) (?:can|could|did|do|will|would|have|had|was|am|were|are) not (?:\\w+ ){0,2}?${CONTACT}\\b(?! (?:me|us)\\b)`,
    'u',
  ),
  new RegExp(`\\b(?:you|nobody|they|he|she) (?:did|have|had|has) not (?:\\w+ ){0,2}?${CONTACT}\\b`, 'u'),
  new RegExp(`\\bwhy (?:do|did|have|has|would) (?:not you|you not) ${CONTACT}\\b`, 'u'),
  /(?<!you )\bdo not (?:stop|quit|remove|delete|take|drop|unsubscribe)\b/u,
  /\b(?:is|are) not (?:a |the )?(?:phone|ring|text|call)\b/u,
]

/** "I do not want ..." stays a request whoever the subject is. */
const ALWAYS = new RegExp(
  `\\b(?:do|did|does|would|will) not (?:want|wish|like|need|allow|consent|agree)(?: \\w+){0,4}? ${CONTACT}\\b|\\b(?:asked|told|said|begged)(?: \\w+){0,3}? not to (?:\\w+ )?${CONTACT}\\b`,
  'u',
)

const TIME =
  '(?:now|today|tonight|tomorrow|before|until|till|after|during|while|at|on|in|this (?:early|late|week|morning|afternoon|evening)|so (?:early|late)|right now|these days|when|between|yet|earlier|later|weekends?|sundays?|mondays?|nights?|mornings?)'
/** A refusal for a certain time only. */
const LIMITED_REFUSAL = new RegExp(`\\b(?:not|stop) (?:\\w+ ){0,2}?${CONTACT}(?: me| us| here| back)? ${TIME}\\b`, 'u')
const INVITATION =
  /\b(?:call|phone|ring|try)(?: me| us)? (?:back|again|later|tomorrow|tonight|after|at|on|in|then|instead|next|this)\b/gu

const PHRASES = [
  'stop calling me',
  'take me off your list',
  'take me off the list',
  'remove me from your list',
  'remove my number',
  'do not call me again',
  'do not call me anymore',
  'never call me again',
  'put me on the do not call list',
  'i do not want any more calls',
].map((phrase) => phraseOf(wordsOf(phrase)))

export interface DoNotCallVerdict {
  caught: boolean
  /** Which kind of evidence decided; never the words themselves. */
  reason: 'request' | 'sounds_like_request' | 'limited_in_time' | 'none'
}

export function hearsDoNotCall(transcript: string, _pack?: LanguagePack): DoNotCallVerdict {
  const clauses = joinedClauses(clausesOf(transcript))
  const whole = clauses.map((clause) => clause.join(' ')).join(' ')
  if (isLimitedInTime(whole)) return { caught: false, reason: 'limited_in_time' }
  if (clauses.some((clause) => isRequest(clause.join(' ')))) return { caught: true, reason: 'request' }
  if (isExempt(whole)) return { caught: false, reason: 'none' }
  const heard = heardPhrases(clauses)
  const likeness = Math.max(0, ...PHRASES.map((phrase) => phraseScore(phrase, heard)))
  return likeness >= DO_NOT_CALL_THRESHOLD
    ? { caught: true, reason: 'sounds_like_request' }
    : { caught: false, reason: 'none' }
}

/** Words after which a recogniser's comma is a pause for breath, not the end of a thought: "Do not, call me." */
const UNFINISHED = new Set([
  'not',
  'never',
  'stop',
  'stopped',
  'quit',
  'off',
  'of',
  'from',
  'to',
  'my',
  'your',
  'remove',
])

function joinedClauses(clauses: readonly string[][]): string[][] {
  const joined: string[][] = []
  for (const clause of clauses) {
    const last = joined.at(-1)
    if (last && UNFINISHED.has(last.at(-1) ?? '')) last.push(...clause)
    else joined.push([...clause])
  }
  return joined
}

function isRequest(text: string): boolean {
  if (ALWAYS.test(text)) return true
  return !isExempt(text) && REQUESTS.some((request) => request.test(text))
}

function isExempt(text: string): boolean {
  return EXEMPTIONS.some((exemption) => exemption.test(text))
}

/** Words of finality turn even a dated refusal into one for good. */
const FINAL = /\b(?:again|ever|anymore|any more|never|list|remove)\b/u

function isLimitedInTime(text: string): boolean {
  const refusal = LIMITED_REFUSAL.exec(text)
  if (!refusal) return false
  const rest = `${text.slice(0, refusal.index)} ${text.slice(refusal.index + refusal[0].length)}`
  const invitations = [...rest.matchAll(INVITATION)].filter(
    ({ index }) => !/\b(?:not|never|stop) (?:\w+ )?$/u.test(rest.slice(0, index)),
  )
  return invitations.length > 0 && !FINAL.test(rest.replace(INVITATION, ' '))
}
