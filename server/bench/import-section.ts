import { importBench } from './import.ts'
import { type Figure, openBenchWorld } from './world.ts'

export async function importSection(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    return (await importBench(world.pool)).rows
  } finally {
    await world.close()
  }
}
