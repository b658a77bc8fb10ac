/**
 * Which tests are slow, decided by what they need rather than by hand: a test file that reaches one of SLOW_PARTS through its
 * own imports and those of test support is slow. Imports of the product are not followed, for the product imports everything.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Asterisk, a browser, speech, carriers in real time, child processes, and the simulated days. */
const SLOW_PARTS = [
  'test/asterisk/asterisk.ts',
  'test/browser/browser.ts',
  'test/child-program.ts',
  'test/end-to-end/program.ts',
  'test/postgres/debian-postgres.ts',
  'test/agent/real-calls.ts',
  'src/speech/recognizer.ts',
  'src/speech/local-speech.ts',
  'src/speech/synthesizer.ts',
  'src/agent/open-agents.ts',
  'src/storage/embedded-test-programs.ts',
  'simulation/world.ts',
]

/** The program with the agents that calls have, and so with their speech. */
const REAL_AGENTS = "openAgents: 'real'"

/** People are heard and answered in real time: too much beside them, and they hear late answers. */
const SPOKEN_PARTS = [
  'test/asterisk/asterisk.ts',
  'test/agent/real-calls.ts',
  'test/end-to-end/person.ts',
  'src/speech/recognizer.ts',
  'src/speech/local-speech.ts',
  'src/agent/open-agents.ts',
]

/** Of a type alone nothing is loaded. */
const IMPORT = /^(?:import|export)(?! type\b)[^'"]*?'(\.{1,2}\/[^']+\.ts)'/gm

export const slowTests = (server: string) => [
  ...testsThatReach(SLOW_PARTS, server),
  ...testFiles(server)
    .filter((file) => readFileSync(file, 'utf8').includes(REAL_AGENTS))
    .map((file) => relative(server, file)),
]
export const spokenTests = (server: string) => testsThatReach(SPOKEN_PARTS, server)

function testsThatReach(parts: readonly string[], server: string): string[] {
  const slow = new Set(parts.map((part) => join(server, part)))
  const support = ['test', 'simulation', 'bench'].map((folder) => join(server, folder))
  const known = new Map<string, boolean>()

  function needsSlow(file: string): boolean {
    if (slow.has(file)) return true
    const decided = known.get(file)
    if (decided !== undefined) return decided
    known.set(file, false)
    const followed = file.endsWith('.test.ts') || support.some((folder) => file.startsWith(folder))
    const result = followed && importsOf(file).some(needsSlow)
    known.set(file, result)
    return result
  }
  return testFiles(server)
    .filter(needsSlow)
    .map((file) => relative(server, file))
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) => resolve(dirname(file), path as string))
}

function testFiles(server: string): string[] {
  return ['src', 'simulation', 'test'].flatMap((folder) =>
    readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(server, folder, name)),
  )
}
