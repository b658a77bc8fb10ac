const NAME_MAX = 255
const NAMELESS = 'contacts.csv'

/** A file's name is shown and never opened; only the last part of a path is used. */
export function safeFileName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const name = [...last.replace(/\p{Cc}/gu, '').trim()].slice(0, NAME_MAX).join('')
  return name === '' || name === '.' || name === '..' ? NAMELESS : name
}
