/** Light, dark or the system's theme. `public/theme.js` reads the same setting before the first paint. */
import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

export function currentTheme(): Theme {
  const set = document.documentElement.dataset.theme
  return set === 'light' || set === 'dark' ? set : 'system'
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  storePreference('outdial-theme', theme)
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
}

/** Stores a preference of this browser, never data. Without storage the preference is lost. */
export function storePreference(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Reads a preference; private windows may refuse access.
  }
}

export function storedPreference(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
