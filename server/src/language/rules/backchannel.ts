/**
 * Words people say while they listen ("mm-hm", "okay"), or when they pick up the telephone ("hello?"). Said over the
 * agent's words they neither interrupt nor answer.
 */
const LISTENING_WORDS = new Set(
  'uh huh mm hm hmm mhm mmhmm ah oh okay ok right sure yes yeah yep yup well so i see alright all good fine'.split(' '),
)
const OPENING_WORDS = new Set('hello hi hey good morning afternoon evening day yes yeah speaking'.split(' '))
/** Longer utterances are meant, whatever their words. */
const WORDS_MAX = 4

export function isBackchannel(text: string): boolean {
  return consistsOf(text, LISTENING_WORDS) || isOpening(text)
}

export function isOpening(text: string): boolean {
  return consistsOf(text, OPENING_WORDS)
}

function consistsOf(text: string, known: ReadonlySet<string>): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  return words.length > 0 && words.length <= WORDS_MAX && words.every((word) => known.has(word))
}
