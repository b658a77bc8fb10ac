import { liveManyDays } from '../simulation/many-days.ts'
import type { Figure } from './world.ts'

const DAYS = 400

export async function simulationBench(): Promise<Figure[]> {
  const { broken, perMinute } = await liveManyDays(1, DAYS, () => {})
  const method = `seeds 1 to ${DAYS} on all cores, two nodes, bad weather, every checker`
  return [
    { figure: 'simulated days per minute', value: Math.round(perMinute), unit: '1/min', target: '>= 400', method },
    { figure: 'days with a broken promise', value: broken, unit: '', target: '<= 0', method },
  ]
}
