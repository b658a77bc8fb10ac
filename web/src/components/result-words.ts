/** A disposition is a code that the workflow chooses; people read words. One place, so that every page says the same. */
const WORDS: Record<string, string> = {
  do_not_call: 'asked not to be called',
  hung_up: 'hung up',
  wrong_number: 'wrong number',
  message_left: 'message left',
  no_message: 'no message left',
  call_back: 'asked for a call back',
}

export const resultWords = (disposition: string): string => WORDS[disposition] ?? disposition.replaceAll('_', ' ')
