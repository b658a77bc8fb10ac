/** The announcement for a transfer target: the results of the conversation so far. */

const VALUES_MAX = 6
const VALUE_CHARACTERS_MAX = 80
const WORDS_CHARACTERS_MAX = 200

export interface AnnouncedCall {
  /** The operator's own text, rendered; empty: the default text. */
  written: string
  opening: string
  connecting: string
  gathered: Readonly<Record<string, string>>
  /** The person's words, oldest first. */
  said: readonly string[]
}

export function announcementOf({ written, opening, connecting, gathered, said }: AnnouncedCall): string {
  if (written !== '') return written
  const values = Object.entries(gathered)
    .filter(([, value]) => value !== '')
    .slice(0, VALUES_MAX)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value.slice(0, VALUE_CHARACTERS_MAX)}.`)
  const lastWords = said.at(-1)?.slice(0, WORDS_CHARACTERS_MAX)
  return [opening, ...values, ...(lastWords ? [`"${lastWords}".`] : []), connecting].join(' ')
}
