/** The table of docs/scale.md that names what is not keyed by organization. */
import { readFileSync } from 'node:fs'

const page = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8')

/** The names in the second column of one row. */
export function namesInRow(first: string): string[] {
  const row = page.split('\n').find((line) => line.startsWith(`| ${first} |`))
  const [, , names = ''] = row?.split('|') ?? []
  return [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => name as string)
}
