/**
 * Files of do-not-call registries, as the registries give them out: no row with column names, and with some of them area code
 * and number apart. Each line becomes the number alone, below the column name that a contact file begins with.
 */

/** `header`: the first row has the names of the columns. */
export const REGISTRY_LAYOUTS = ['header', 'number', 'area_code_and_number'] as const
export type RegistryLayout = (typeof REGISTRY_LAYOUTS)[number]

const HEADER = 'phone_number\n'
/** Longer than any line of a registry; a file without line ends must not fill the memory. */
const LINE_CHARACTERS_MAX = 1_000

/** A line that is too long is cut: what is left is no number, and is rejected as such. */
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

/** Of a line such as `202,5550100` or `"02079460018";…`. An empty line stays empty. */
function numberOf(line: string, layout: Exclude<RegistryLayout, 'header'>): string {
  // The byte order mark of UTF-8, read as Latin-1.
  const cells = line
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(/[,;\t|]/)
    .map((cell) => cell.replaceAll('"', '').trim())
  const [first = '', second = ''] = cells
  return layout === 'number' ? first : `${first}${second}`
}
