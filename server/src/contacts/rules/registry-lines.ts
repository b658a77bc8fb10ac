/**
 * Reads files of do-not-call registries in their original form: no header, and in some of them area code and number in separate
 * columns. Each line becomes the number alone, after the header that a contact file needs.
 */

/** `header`: the first row contains the column names. */
export const REGISTRY_LAYOUTS = ['header', 'number', 'area_code_and_number'] as const
export type RegistryLayout = (typeof REGISTRY_LAYOUTS)[number]

const HEADER = 'phone_number\n'
/** Longer than any line of a registry; a file without line ends must not fill the memory. */
const LINE_CHARACTERS_MAX = 1_000

/** A line that is too long is cut off: the rest is not a valid number and is rejected. */
export async function* registryLines(
  source: AsyncIterable<Uint8Array>,
  layout: Exclude<RegistryLayout, 'header'>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(HEADER)
  let rest = ''
  for await (const piece of source) {
    const lines = (rest + Buffer.from(piece).toString('latin1')).split('\n')
    rest = (lines.pop() ?? '').slice(0, LINE_CHARACTERS_MAX)
    if (lines.length > 0) yield Buffer.from(`${lines.map((line) => numberOf(line, layout)).join('\n')}\n`)
  }
  if (rest.trim() !== '') yield Buffer.from(numberOf(rest, layout))
}

/** The number in a line such as `202,5550100` or `"02079460018";…`. An empty line stays empty. */
function numberOf(line: string, layout: Exclude<RegistryLayout, 'header'>): string {
  // The UTF-8 byte order mark, read as Latin-1.
  const cells = line
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(/[,;\t|]/)
    .map((cell) => cell.replaceAll('"', '').trim())
  const [first = '', second = ''] = cells
  return layout === 'number' ? first : `${first}${second}`
}
