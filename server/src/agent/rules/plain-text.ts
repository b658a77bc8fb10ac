/**
 * Cleans text of any origin for storing and speaking: PostgreSQL's JSON accepts neither NUL nor lone surrogates, and control
 * characters cannot be spoken.
 */
export function plainText(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[^\P{Cc}\t\n]/gu, '')
}

/** Removes spaces that an empty variable leaves behind: "Hello , this is" becomes "Hello, this is". */
export function tidySpaces(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/ +([,.;:!?])/gu, '$1')
    .trim()
}

/** At most `longest` characters, ending with a whole sentence if there is one, else with a whole word. */
export function cutAtSentence(text: string, longest: number): string {
  if (text.length <= longest) return text
  const room = text.slice(0, longest)
  const sentences = /^[\s\S]*[.!?…](?=\s)/u.exec(room)
  if (sentences !== null) return sentences[0]
  const space = room.lastIndexOf(' ')
  return space > 0 ? room.slice(0, space) : room
}
