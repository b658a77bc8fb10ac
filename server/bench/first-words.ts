/** How long the first person who answers or calls waits for the first sound, on a program that has just been started. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, percentile } from './world.ts'

const ROUNDS = 3

export type FirstWordsKind = 'campaign' | 'bound' | 'started'

export interface Waits {
  first: number[]
  later: number[]
}

export async function firstWordsBench(): Promise<Figure[]> {
  const kinds: Record<FirstWordsKind, Waits> = { campaign: newWaits(), bound: newWaits(), started: newWaits() }
  for (let round = 0; round < ROUNDS; round++) {
    await inDirectory(async (dataDir) => add(kinds.campaign, await runProgram('campaign', dataDir)))
    await inDirectory(async (dataDir) => {
      add(kinds.bound, await runProgram('bound', dataDir))
      add(kinds.started, await runProgram('started', dataDir))
    })
  }
  return [
    ...figures('campaign started', kinds.campaign),
    ...figures('number bound', kinds.bound),
    ...figures('program started with a bound number', kinds.started),
  ]
}

const newWaits = (): Waits => ({ first: [], later: [] })

function add(waits: Waits, { first, later }: Waits): void {
  waits.first.push(...first)
  waits.later.push(...later)
}

async function inDirectory(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outdial-first-words-'))
  try {
    await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function runProgram(kind: FirstWordsKind, dataDir: string): Promise<Waits> {
  const program = fork(fileURLToPath(new URL('./first-words-program.js', import.meta.url)), [kind, dataDir])
  return new Promise((resolve, reject) => {
    program.once('message', (waits) => resolve(waits as Waits))
    program.once('exit', () => reject(new Error(`The program "${kind}" of the bench ended without figures.`)))
  })
}

function figures(after: string, { first, later }: Waits): Figure[] {
  const [load = 0] = loadavg()
  const method = `${ROUNDS} programs, each in a new process; simulated carrier, sample workflow, offline speech, every person with a name of their own; answer to first sound; load ${load.toFixed(1)} at the end`
  const target = '<= 300'
  return [
    { figure: `first call, ${after}, worst`, value: Math.max(...first), unit: 'ms', target, method },
    { figure: `later calls, ${after}, p95`, value: percentile(later, 0.95), unit: 'ms', target, method },
  ]
}
