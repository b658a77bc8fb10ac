/**
 * Where the program's files lie. It runs as it is written (tests), as it was compiled (`server/dist/src`), or as a bundle of what was
 * compiled (`server/dist/program`, see scripts/bundle.mjs), in which every file has the address of its chunk.
 */
import { existsSync } from 'node:fs'

declare const OUTDIAL_BUNDLE: true | undefined

const isFlat = typeof OUTDIAL_BUNDLE !== 'undefined' || import.meta.url.endsWith('.ts')

/** The checkout, or what was installed of it. */
export const ROOT = new URL(isFlat ? '../../../' : '../../../../', import.meta.url)

/** A file that runs as a thread or process of its own, by its path below `src`; always the compiled one. Null: not built yet. */
export function compiledFile(path: string): URL | null {
  const compiled = new URL(`server/dist/src/${path}.js`, ROOT)
  return existsSync(compiled) ? compiled : null
}
