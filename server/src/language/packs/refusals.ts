/**
 * The structure of a request not to be called again, in any language: a negated verb of calling, an end of calls, unwanted
 * calls, removal from a list, a revoked permission, a threat. A language gives its words for each of these; the combinations
 * are here, once. All words are sources of regular expressions, as in `pack.ts`.
 */

export interface RefusalWords {
  /** Negations that precede the negated words. */
  never: string
  /** One word that may be between a negation and its verb, and does not begin another thought. */
  gap: string
  /** Verbs of calling and bothering, in imperative and wish forms; past forms are not included. */
  call: string
  /** Words after the verb that give it another meaning ("call centre", "call me Ann"). */
  notCall: string
  /** Verb forms of the present, which are a refusal only together with `again`. */
  calling: string
  /** Words such as "any more", "again", "in future". */
  again: string
  /** Nouns such as "calls", "phone calls", "being rung up". */
  calls: string
  /** Words after the noun that give it another meaning ("missed calls"). */
  notCalls: string
  /** Verbs that mean to put an end to something. */
  stop: string
  /** Verbs that say that the calls themselves stop. */
  cease: string
  /** Words such as "no", "no more", "without", "neither". */
  none: string
  /** Words such as "enough", "fed up", "sick and tired". */
  enough: string
  /** Verbs such as "want", "accept", "order", "tolerate", "receive". */
  want: string
  nobody: string
  /** Verbs such as "strike", "take off", "delete", as a command or a wish. */
  remove: string
  /** Participles such as "taken off" or "deleted", after the object. */
  removed: string
  /** Objects such as "my number", "my name", "my details". */
  mine: string
  list: string
  /** Words that give "list" another meaning ("waiting list"). */
  notList: string
  /** Verbs such as "lose", "forget", "block". */
  forget: string
  /** Phrases such as "my number", "this number". */
  number: string
  revoke: string
  /** Nouns for the consent that is revoked. */
  consent: string
  /** Nouns for what was never given: consent, a right to call. */
  permission: string
  /** Verbs such as "I object", "I forbid", "I demand", followed by calling or the number. */
  forbid: string
  /** Phrases for the number or the data that must not be used. */
  use: string
  /** Phrases of a threat that begin with "if you call"; `again` may precede or follow. */
  ifCall: string
  /** Times such as "tomorrow" or "on Monday": "if you call again tomorrow" is not a threat. */
  later: string
  /** Phrases such as "if you continue". */
  ifOn: string
  /** Phrases of an ultimatum: "one more call and". */
  oneMore: string
  and: string
  /** Threats such as "I will sue", "the police", "my lawyer". */
  threat: string
  /** Registers, laws and authorities that people name only in this context. */
  law: string
  alone: string
  /** Phrases such as "hear from you", "have to do with you". */
  hear: string
  last: string
  /** Phrases such as "never again" that are the whole utterance. */
  neverAgain: string
}

/** A pattern for up to this many arbitrary words. */
const upTo = (most: number): string => `(?:\\w+ ){0,${most}}?`

/** The patterns of a request in a language with these words. */
export function refusalPatterns(words: RefusalWords): string[] {
  const { never, gap, call, calls, again, stop, want, remove, mine, list, permission } = words
  const theCalls = `${calls}(?! ${words.notCalls})`
  return [
    // "never (ever) call", "I do not want you to call"
    `${never} (?:${gap} ){0,9}?${call}(?! ${words.notCall})`,
    `${never} ${upTo(3)}${words.calling} ${upTo(2)}${again}`,
    `${never} ${upTo(3)}${again} ${upTo(2)}${words.calling}`,
    // "stop calling", "stop these calls", "that these calls stop"
    `${stop} ${upTo(4)}(?:${call}|${calls})(?! ${words.notCall})`,
    `${calls} ${upTo(3)}${words.cease}`,
    // "no more calls", "I do not want any calls", "these calls I do not want", "nobody here wants your calls"
    `${words.none} ${upTo(3)}${theCalls}`,
    `${never} ${upTo(4)}${want} ${upTo(5)}${theCalls}`,
    `${calls} ${upTo(4)}${never} ${upTo(3)}${want}`,
    `${want} ${upTo(2)}${calls} ${never}`,
    `${words.nobody} ${upTo(3)}${want} ${upTo(3)}${theCalls}`,
    `${words.enough} ${upTo(5)}(?:${calls}|${call})`,
    // "take my name off", "delete me from your list", "my number must be deleted"
    `${remove} ${upTo(3)}${mine}`,
    `${remove} ${upTo(8)}${list}(?! ${words.notList})`,
    `${mine} ${upTo(5)}${words.removed}`,
    `${mine} ${upTo(3)}${never} ${upTo(5)}${list}(?! ${words.notList})`,
    `${words.forget} ${upTo(5)}${words.number}`,
    // "I take back my consent", "I never gave permission", "I object to"
    `${words.revoke} ${upTo(4)}${words.consent}`,
    `(?:${never}|${words.none}) ${upTo(5)}${permission}`,
    `${words.forbid} ${upTo(6)}(?:${call}|${calls}|${words.use})`,
    // "if you call again", "one more call and I will"
    `(?!${words.ifCall} ${upTo(5)}${words.later})${words.ifCall} ${upTo(4)}${again}`,
    `${words.ifOn} ${upTo(3)}(?:${call}|${calls})`,
    `${words.oneMore} ${upTo(2)}(?:${calls}|${call}) ${words.and}`,
    words.threat,
    words.law,
    words.alone,
    `(?:${never}|${words.none}) ${upTo(6)}${words.hear}`,
    words.last,
    words.neverAgain,
  ]
}
