/**
 * Paths of the program's files. The program runs from source (tests), compiled (`server/dist/src`), or as a bundle
 * (`server/dist/program`, see scripts/bundle.mjs), in which every file has the address of its chunk.
 */
import { existsSync } from 'node:fs'

declare const OUTDIAL_BUNDLE: true | undefined

const isFlat = typeof OUTDIAL_BUNDLE !== 'undefined' || import.meta.url.endsWith('.ts')

/** The root folder of the checkout or of the installed package. */
export const PROJECT_ROOT = new URL(isFlat ? '../../../' : '../../../../', import.meta.url)

/** The compiled file that runs as a separate thread or process, by its path below `src`. Null: not built yet. */
export function compiledFile(path: string): URL | null {
  const compiled = new URL(`server/dist/src/${path}.js`, PROJECT_ROOT)
  return existsSync(compiled) ? compiled : null
}
