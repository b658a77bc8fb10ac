// Writes server/src/policies/rules/holiday-data.ts: the public holidays of the countries and states our packs name.
// To renew it, in any empty directory: npm install date-holidays
// then here: node scripts/renew-holiday-data.mjs <that directory> [first year] [number of years]
//
// date-holidays is 41 MB with what it needs and takes 2 ms for an answer, so only its dates come along. Its code is
// ISC, its data CC BY-SA 3.0 (Wikipedia); the file says so.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [directory, first = '2026', count = '6'] = process.argv.slice(2)
if (!directory) {
  console.error('usage: node scripts/renew-holiday-data.mjs <directory with node_modules> [first year] [years]')
  process.exit(1)
}
const require = createRequire(join(resolve(directory), 'index.js'))
const Holidays = require('date-holidays')
const version = JSON.parse(
  readFileSync(join(resolve(directory), 'node_modules/date-holidays/package.json'), 'utf8'),
).version

const CALENDARS = [
  ...['AE', 'AU', 'BR', 'CA', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'JP', 'MX', 'NL', 'NZ', 'SG', 'US', 'ZA'],
  ...['AL', 'LA', 'NE', 'PA', 'RI', 'UT'].map((state) => `US-${state}`),
]
const years = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)

const lines = CALENDARS.map((name) => {
  const holidays = new Holidays(...name.split('-'))
  const perYear = years.map((year) => {
    const dates = holidays
      .getHolidays(year)
      .filter((day) => day.type === 'public')
      .map((day) => day.date.slice(0, 10))
      .filter((date) => date.startsWith(String(year)))
      .map((date) => date.slice(5))
    return `${year} ${[...new Set(dates)].sort().join(' ')}`
  })
  return `  '${name}':\n    '${perYear.join('; ')}',`
})

const text = `/**
 * Made by scripts/renew-holiday-data.mjs from date-holidays ${version}; not written by hand.
 * Dates: date-holidays by commenthol, data from Wikipedia under CC BY-SA 3.0; this file is shared under the same licence.
 * Days that depend on the moon are approximate. A legislature may count other days: add and take out your own.
 */

/** Calendar → \`year date date …; year …\`. */
export const HOLIDAYS: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`
writeFileSync(fileURLToPath(new URL('../server/src/policies/rules/holiday-data.ts', import.meta.url)), text)
