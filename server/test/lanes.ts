/**
 * Which tests are slow, decided by what they need as far as that tells: a test file that reaches one of SLOW_PARTS through its
 * own imports and those of test support is slow. Imports of the product are not followed, for the product imports everything.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Asterisk, a browser, speech, carriers in real time, child processes, and the simulated days. */
const SLOW_PARTS = [
  'test/asterisk/asterisk.ts',
  'test/browser/browser.ts',
  'test/child-program.ts',
  'test/end-to-end/program.ts',
  'test/postgres/debian-postgres.ts',
  'test/prometheus/promtool.ts',
  'test/s3/s3-server.ts',
  'test/agent/real-calls.ts',
  'src/speech/recognizer.ts',
  'src/speech/local-speech.ts',
  'src/speech/synthesizer.ts',
  'src/agent/open-agents.ts',
  'test/postgres/embedded-programs.ts',
  'simulation/world.ts',
]

/** Sweeps over every route, provider, person or state: four seconds and more each, and half of the time of all that is left. */
const SWEEPS = [
  'src/agent/no-words-in-mouths.test.ts',
  'src/agent/people.test.ts',
  'src/contacts/copy-contacts.test.ts',
  'src/events/routes.test.ts',
  'src/http/openapi.test.ts',
  'src/policies/rules/wall-clock.test.ts',
  'src/telephony/providers/simulator/simulator.test.ts',
  'test/architecture/generated.test.ts',
  'test/conformance/provider-conformance.test.ts',
  'test/dialer/single-and-inbound.test.ts',
  'test/dialer/store-calls.test.ts',
  'test/dialer/store-claims.test.ts',
  'test/dialer/store-figures.test.ts',
  'test/dialer/store-policies.test.ts',
  'test/interface/after-call.test.ts',
  'test/interface/boundaries.test.ts',
  'test/interface/campaign-forecast.test.ts',
  'test/interface/campaign-states.test.ts',
  'test/interface/campaigns.test.ts',
  'test/interface/cold-agents.test.ts',
  'test/interface/coverage.test.ts',
  'test/interface/examples.test.ts',
  'test/interface/live-calls.test.ts',
  'test/interface/tenants.test.ts',
  'test/interface/webhooks.test.ts',
]

/** They begin first: begun last, one of them would run alone while the other workers have nothing left to do. */
const LONGEST = [
  'test/end-to-end/asterisk.test.ts',
  'test/end-to-end/carriers.test.ts',
  'src/agent/real-conversations.test.ts',
  'test/end-to-end/who-pays.test.ts',
  'test/interface/coverage.test.ts',
  'test/interface/roles.test.ts',
  'src/storage/embedded-postgres.test.ts',
  'test/processes/backup.test.ts',
  'test/processes/deck.test.ts',
  'test/processes/kill-and-freeze.test.ts',
  'test/upgrade/upgrade-roles.test.ts',
  'test/dialer/who-pays-carriers.test.ts',
  'test/dialer/one-call-per-number.test.ts',
  'simulation/simulation.test.ts',
  'test/dialer/who-pays.test.ts',
  'test/interface/boundaries.test.ts',
  'test/interface/calling-rules.test.ts',
  'test/interface/agent-materials.test.ts',
  'test/interface/campaign-states.test.ts',
  'src/agent/prompt-injection.test.ts',
]

/** Of a test file's path: the longest ones come before all others, which keep their order. */
export function longestFirst(path: string): number {
  const place = LONGEST.findIndex((file) => path.endsWith(file))
  return place < 0 ? LONGEST.length : place
}

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
/** They speak through the whole program, which their imports do not tell. */
const SPOKEN_FILES = ['test/interface/microphone.test.ts', 'test/interface/simulated-suppression.test.ts']

/** Of a type alone nothing is loaded. */
const IMPORT = /^(?:import|export)(?! type\b)[^'"]*?'(\.{1,2}\/[^']+\.ts)'/gm

export const slowTests = (server: string) => [
  ...SWEEPS.filter((file) => statSync(join(server, file)).isFile()),
  ...testsThatReach(SLOW_PARTS, server),
  ...testFiles(server)
    .filter((file) => readFileSync(file, 'utf8').includes(REAL_AGENTS))
    .map((file) => relative(server, file)),
]
export const spokenTests = (server: string) => [...SPOKEN_FILES, ...testsThatReach(SPOKEN_PARTS, server)]

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
