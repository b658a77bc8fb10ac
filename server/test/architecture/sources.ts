/** The sources of the server as the tests of its architecture read them: text, and what each file imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))

export interface SourceFile {
  /** Below src, with forward slashes. */
  path: string
  text: string
  imports: string[]
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : []
  })
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"](\.{1,2}\/[^'"]+)['"]|import\(\s*['"](\.{1,2}\/[^'"]+)['"]\s*\)/g

export const sources: SourceFile[] = filesBelow(SOURCE).map((file) => {
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(IMPORT)].map((match) =>
    relative(SOURCE, resolve(dirname(file), (match[1] ?? match[2]) as string)),
  )
  return { path: relative(SOURCE, file), text, imports }
})

/** Statements without their comments: a comment may name what the code may not use. */
export function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

export const room = (path: string) => path.split('/')[0] as string
