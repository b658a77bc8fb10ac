/**
 * `npm run sim:plant [days] [words of one]`: breaks the engine on purpose, one way after the other, lives days until a checker notices, and
 * prints which one it was. A fault that no checker notices is a gap in the simulation, not a feat of the engine.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FAULTS, type Fault } from './faults-to-plant.ts'

const SERVER = fileURLToPath(new URL('../..', import.meta.url))
/** Beside the build, so that paths from there lead where they should. */
const PLANTED = join(SERVER, 'planted')
/** The program as it was at the beginning: somebody may build anew meanwhile. */
const WHOLE = join(PLANTED, 'whole')
const PARTS = ['src', 'simulation']
const DAYS = 300
/** Days of one process; the next begins only if nobody noticed anything. */
const AT_ONCE = 10

/** The sentence of the first day that broke a promise, or null. */
function caughtBy(fault: Fault, days: number): string | null {
  copyParts(WHOLE, PLANTED)
  plant(fault.file, fault.also ? [fault, fault.also] : [fault])
  if (fault.elsewhere) plant(fault.elsewhere.file, [fault.elsewhere])
  for (let from = 1; from <= days; from += AT_ONCE) {
    const args = [join(PLANTED, 'simulation/main.js'), '--seeds', String(AT_ONCE), '--from', String(from)]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (!new RegExp(`^${AT_ONCE} days`, 'm').test(stdout)) throw new Error(`the days could not be lived: ${stderr}`)
    const [, seed, told] = /^seed (\d+): BROKEN after [\d.]+ s: (.*?) \(/m.exec(stdout) ?? []
    if (seed !== undefined) return `seed ${seed}, ${told}`
  }
  return null
}

function plant(name: string, changes: ReadonlyArray<{ code: string; instead: string }>): void {
  const file = join(PLANTED, name)
  let text = readFileSync(file, 'utf8')
  for (const { code, instead } of changes) {
    if (!text.includes(code)) throw new Error(`${name} no longer says: ${code}`)
    text = text.replace(code, instead)
  }
  writeFileSync(file, text)
}

function copyParts(from: string, to: string): void {
  for (const part of PARTS) cpSync(join(from, part), join(to, part), { recursive: true })
}

const [, , wantedDays = DAYS, ...words] = process.argv
const days = Number(wantedDays)
const faults = FAULTS.filter(({ what }) => words.every((word) => what.includes(word)))
rmSync(PLANTED, { recursive: true, force: true })
copyParts(join(SERVER, 'dist'), WHOLE)
let missed = 0
for (const fault of faults) {
  const caught = caughtBy(fault, days)
  if (caught === null) missed++
  process.stdout.write(`${fault.what}\n    ${caught ?? `NOT NOTICED in ${days} days`}\n`)
}
rmSync(PLANTED, { recursive: true, force: true })
process.stdout.write(`${faults.length - missed} of ${faults.length} faults noticed\n`)
process.exitCode = missed === 0 ? 0 : 1
