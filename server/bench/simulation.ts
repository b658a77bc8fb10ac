import { liveOneDay } from '../simulation/world.ts'
import type { Figure } from './world.ts'

const DAYS = 300

export async function simulationBench(): Promise<Figure[]> {
  const started = performance.now()
  let broken = 0
  for (let seed = 1; seed <= DAYS; seed++) if ((await liveOneDay(seed)).broken) broken++
  const perMinute = (DAYS / (performance.now() - started)) * 60_000
  const method = `seeds 1 to ${DAYS}, two nodes, bad weather, every checker`
  return [
    { figure: 'simulated days per minute', value: Math.round(perMinute), unit: '1/min', target: '>= 200', method },
    { figure: 'days with a broken promise', value: broken, unit: '', target: '<= 0', method },
  ]
}
