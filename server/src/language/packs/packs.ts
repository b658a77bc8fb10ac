/** The language packs there are, and the one for a tag. */
import { english } from './en.ts'
import type { LanguagePack } from './pack.ts'

export const LANGUAGE_PACKS: readonly LanguagePack[] = [english]

/** By the primary language of a BCP 47 tag; English where there is none. */
export function packOf(tag: string | null | undefined): LanguagePack {
  const primary = tag?.split('-')[0]?.toLowerCase()
  return LANGUAGE_PACKS.find((pack) => pack.tag === primary) ?? english
}
