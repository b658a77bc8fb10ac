/** `npm run bench [section ...]`: measures, prints a table, writes bench-results.json. */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Figure } from './world.ts'

const SECTIONS: Record<string, () => Promise<Figure[]>> = {
  start: async () => (await import('./start.ts')).startBench(),
  rest: async () => (await import('./rest.ts')).restBench(),
  http: async () => (await import('./http.ts')).httpBench(),
  blocks: async () => (await import('./blocks.ts')).blocksBench(),
  import: async () => (await import('./import-section.ts')).importSection(),
  dialer: async () => (await import('./dialer.ts')).dialerBench(),
  slots: async () => (await import('./dialer.ts')).slotsBench(),
  deck: async () => (await import('./deck.ts')).deckBench(),
  cost: async () => (await import('./cost.ts')).costBench(),
  parts: async () => (await import('./parts.ts')).partsBench(),
  shared: async () => (await import('./shared.ts')).sharedBench(),
  peers: async () => (await import('./peers.ts')).peersBench(),
  tenants: async () => (await import('./tenants.ts')).tenantsBench(),
  neighbour: async () => (await import('./neighbour.ts')).neighbourBench(),
  locks: async () => (await import('./locks.ts')).locksBench(),
  growth: async () => (await import('./growth.ts')).growthBench(),
  living: async () => (await import('./living.ts')).livingBench(),
  'dry-run': async () => (await import('./dry-run.ts')).dryRunBench(),
  rehearsal: async () => (await import('./rehearsal.ts')).rehearsalBench(),
  registry: async () => (await import('./registry.ts')).registryBench(),
  numbers: async () => (await import('./number-limits.ts')).numberLimitsBench(),
  rules: async () => (await import('./rules.ts')).rulesBench(),
  forecast: async () => (await import('./forecast.ts')).forecastBench(),
  outlook: async () => (await import('./outlook.ts')).outlookBench(),
  onlookers: async () => (await import('./onlookers.ts')).onlookersBench(),
  console: async () => (await import('./console.ts')).consoleBench(),
  nodes: async () => (await import('./nodes.ts')).nodesBench(),
  simulation: async () => (await import('./simulation.ts')).simulationBench(),
  speech: async () => (await (await import('./speech.ts')).speechBench()).rows,
  voices: async () => (await import('./voices.ts')).voicesBench(),
  talk: async () => (await import('./talk-load.ts')).talkLoadBench(),
  knowledge: async () => (await import('./knowledge.ts')).knowledgeBench(),
  replay: async () => (await import('./replay.ts')).replayBench(),
  'first-words': async () => (await import('./first-words.ts')).firstWordsBench(),
  room: async () => (await import('./room.ts')).roomBench(),
  model: async () => (await import('./conversations.ts')).modelBench(),
  streamed: async () => (await import('./conversations.ts')).streamedBench(),
  conversations: async () => (await (await import('./conversations.ts')).conversationBench()).rows,
}

async function main(wanted: string[]): Promise<void> {
  const names = wanted.length > 0 ? wanted : Object.keys(SECTIONS)
  const unknown = names.filter((name) => !SECTIONS[name])
  if (unknown.length > 0)
    throw new Error(`no section ${unknown.join(', ')}; there are ${Object.keys(SECTIONS).join(', ')}`)
  const results: Array<Figure & { section: string }> = []
  for (const name of names) {
    process.stdout.write(`\n${name}\n`)
    for (const figure of await (SECTIONS[name] as () => Promise<Figure[]>)()) {
      results.push({ section: name, ...figure })
      const verdict = figure.target === undefined ? '' : meets(figure.value, figure.target) ? 'reached' : 'MISSED'
      process.stdout.write(
        `  ${figure.figure.padEnd(44)} ${String(figure.value).padStart(10)} ${figure.unit.padEnd(6)} ${(figure.target ?? '').padEnd(10)} ${verdict}\n      ${figure.method}\n`,
      )
    }
  }
  const machine = { cores: cpus().length, model: cpus()[0]?.model, node: process.version, at: new Date().toISOString() }
  writeFileSync('bench-results.json', `${JSON.stringify({ machine, results }, null, 2)}\n`)
}

function meets(value: number, target: string): boolean {
  const [sign, limit] = target.split(' ')
  return sign === '>=' ? value >= Number(limit) : value <= Number(limit)
}

await main(process.argv.slice(2))
process.exit(0)
