/** Members of a catalogue that are shown to people; all others are names and values. */
const SHOWN: ReadonlySet<string> = new Set(['display_name', 'description', 'label'])

/** A catalogue of the server with its texts replaced, as far as they are known. */
export function withTexts<T>(value: T, texts: Readonly<Record<string, string>>): T {
  if (Array.isArray(value)) return value.map((one) => withTexts(one as unknown, texts)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SHOWN.has(name) && typeof member === 'string' ? (texts[member] ?? member) : withTexts(member as unknown, texts),
    ]),
  ) as T
}
