import { catalogue } from './catalogue.ts'

export const appearanceWords = catalogue({
  en: {
    title: 'Appearance',
    inBrowser: 'in this browser',
    language: 'Language',
    languageHelp:
      'Pages that are not translated yet, and messages of the server, are in English. The page is loaded again.',
    asBrowser: 'As the browser',
    theme: 'Theme',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
    patterns: 'Patterns in bars',
    patternsHelp: 'Outcomes differ by pattern as well as by colour.',
    on: 'On',
    off: 'Off',
    keys: 'Single keys',
    keysHelp: 'Such as p to pause and g c for campaigns; ? shows all of them.',
    keysOn: 'On, except while typing',
    keysOff: 'Off; ctrl K and esc still work',
  },
  de: {
    title: 'Darstellung',
    inBrowser: 'in diesem Browser',
    language: 'Sprache',
    languageHelp:
      'Noch nicht übersetzte Seiten und Meldungen des Servers sind auf Englisch. Die Seite wird neu geladen.',
    asBrowser: 'Wie der Browser',
    theme: 'Darstellung',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    patterns: 'Muster in Balken',
    patternsHelp: 'Ergebnisse unterscheiden sich auch durch Muster, nicht nur durch Farbe.',
    on: 'An',
    off: 'Aus',
    keys: 'Einzelne Tasten',
    keysHelp: 'Etwa p zum Anhalten und g c für Kampagnen; ? zeigt alle.',
    keysOn: 'An, außer beim Schreiben',
    keysOff: 'Aus; Strg K und Esc bleiben',
  },
})
