/** The language packs there are, and the one for a tag. */
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import type { LanguagePack } from './pack.ts'
import { portuguese } from './pt.ts'

export const LANGUAGE_PACKS: readonly LanguagePack[] = [english, spanish, french, german, portuguese]

/** By the primary language of a BCP 47 tag; English where there is none. */
export function packOf(tag: string | null | undefined): LanguagePack {
  const primary = tag?.split('-')[0]?.toLowerCase()
  return LANGUAGE_PACKS.find((pack) => pack.tag === primary) ?? english
}
