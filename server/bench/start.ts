import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, percentile } from './world.ts'

const PROGRAM = fileURLToPath(new URL('../program/main.js', import.meta.url))
const ROUNDS = 5

/** From starting the process on an empty data directory to the first answer of /ready. */
export async function startBench(): Promise<Figure[]> {
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'outdial-start-'))
    cold.push(await secondsToReady(dataDir, 8300 + round))
    warm.push(await secondsToReady(dataDir, 8300 + round))
    rmSync(dataDir, { recursive: true, force: true })
  }
  const method = `median of ${ROUNDS} starts of the real program, process start to the first 200 of /api/v1/ready`
  return [
    {
      figure: 'cold start, empty data directory',
      value: rounded(percentile(cold, 0.5)),
      unit: 's',
      target: '<= 2.5',
      method,
    },
    { figure: 'warm start', value: rounded(percentile(warm, 0.5)), unit: 's', target: '<= 1.2', method },
  ]
}

async function secondsToReady(dataDir: string, port: number): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  for (;;) {
    const ok = await fetch(`http://127.0.0.1:${port}/api/v1/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) break
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const seconds = (performance.now() - started) / 1000
  child.kill('SIGTERM')
  await ended
  return seconds
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
