/** The available language packs. */
import { german } from './de/pack.ts'
import { english } from './en/pack.ts'
import { spanish } from './es/pack.ts'
import { french } from './fr/pack.ts'
import type { LanguagePack } from './pack.ts'
import { portuguese } from './pt/pack.ts'

export const LANGUAGE_PACKS: readonly LanguagePack[] = [english, spanish, french, german, portuguese]

/** The pack of a language by its tag, if there is one. */
export function findPack(tag: string): LanguagePack | undefined {
  return LANGUAGE_PACKS.find((pack) => pack.tag === primaryLanguageOf(tag))
}

export function primaryLanguageOf(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase()
}

/** The pack for the primary language of a BCP 47 tag; English if there is none. */
export function packOf(tag: string | null | undefined): LanguagePack {
  return (tag ? findPack(tag) : undefined) ?? english
}
