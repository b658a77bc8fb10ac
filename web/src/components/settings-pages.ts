import { settingsWords } from '../words/settings.ts'

/** Pages of the settings, with their path segment and title. */
export const SETTINGS_PAGES = settingsWords.pages

export type SettingsPageKey = keyof typeof SETTINGS_PAGES
