/**
 * The language of this console. Chosen once, when the page is loaded: by the setting of this browser, else by the browser's
 * preferred languages. Changing it reloads the page, so that texts in constants follow too.
 */
import { storedPreference, storePreference } from '../ui/theme.ts'

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

const STORED = 'outdial-language'

const isLanguage = (word: string | null): word is Language => word !== null && Object.hasOwn(LANGUAGES, word)

/**
 * Chooses the language. `wanted`: the browser's languages in order of preference, such as `de-AT`. English if none is available.
 */
export function chosenLanguage(stored: string | null, wanted: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  for (const tag of wanted) {
    const word = tag.toLowerCase().split('-')[0] ?? ''
    if (isLanguage(word)) return word
  }
  return 'en'
}

/** The stored choice; null: the browser's preference applies. */
export const storedLanguage = (): Language | null => {
  const word = storedPreference(STORED)
  return isLanguage(word) ? word : null
}

export const language: Language = chosenLanguage(
  typeof window === 'undefined' ? 'en' : storedPreference(STORED),
  typeof navigator === 'undefined' ? [] : (navigator.languages ?? []),
)

/** Locale for dates: English dates are written as in Britain, with the day first. */
export const locale = { en: 'en-GB', de: 'de-DE' }[language]

export function setLanguage(next: Language | null): void {
  storePreference(STORED, next ?? 'browser')
  window.location.reload()
}
