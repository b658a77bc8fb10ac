/** Dates and hours as people say them in the languages that have a pack. It is Monday, 16 November 2026, nine in the morning. */
import { expect, test } from 'vitest'
import { packOf } from '../../language/packs/packs.ts'
import { collectValue } from './collect-values.ts'

const REFERENCE = { instant: new Date('2026-11-16T09:00:00Z'), timezoneOffsetMinutes: 0 }

test.each([
  ['es', 'mañana a las tres de la tarde', '2026-11-17T15:00'],
  ['es', 'el martes a las diez y media', '2026-11-17T10:30'],
  ['es', 'pasado mañana a las nueve', '2026-11-18T09:00'],
  ['es', 'mañana a las diez de la mañana', '2026-11-17T10:00'],
  ['es', 'mañana a las tres', '2026-11-17T15:00'],
  ['es', 'mañana a las tres de la madrugada', '2026-11-17T03:00'],
  ['es', 'mañana por la mañana', '2026-11-17'],
  ['fr', 'demain à quinze heures', '2026-11-17T15:00'],
  ['fr', 'demain à trois heures et demie', '2026-11-17T15:30'],
  ['fr', 'après-demain à neuf heures du matin', '2026-11-18T09:00'],
  ['fr', 'mardi à quinze heures trente', '2026-11-17T15:30'],
  ['fr', 'demain à trois heures de l’après-midi', '2026-11-17T15:00'],
  ['de', 'morgen um fünfzehn Uhr', '2026-11-17T15:00'],
  ['de', 'morgen um fünfzehn Uhr dreißig', '2026-11-17T15:30'],
  ['de', 'morgen um halb vier', '2026-11-17T15:30'],
  ['de', 'übermorgen um neun Uhr', '2026-11-18T09:00'],
  ['de', 'morgen früh um acht Uhr', '2026-11-17T08:00'],
  ['de', 'am dritten März um sechzehn Uhr', '2027-03-03T16:00'],
  ['fr', 'le premier mars à seize heures', '2027-03-01T16:00'],
  ['pt', 'amanhã às três da tarde', '2026-11-17T15:00'],
  ['pt', 'depois de amanhã às nove', '2026-11-18T09:00'],
  ['pt', 'amanhã às quinze horas', '2026-11-17T15:00'],
  ['pt', 'dia três de março às dezesseis horas', '2027-03-03T16:00'],
  ['pt', 'amanhã às três e meia', '2026-11-17T15:30'],
])('in %s: %s', (language, said, wanted) => {
  const collect = { variable: 'when', kind: 'date' } as const
  expect(collectValue(collect, { transcript: said }, { ...REFERENCE, pack: packOf(language) })).toBe(wanted)
})
