import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { slowTests } from './test/lanes.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const fast = process.env.OUTDIAL_TEST_LANE === 'fast'

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['test/global-setup.ts'],
    include: ['src/**/*.test.ts', 'simulation/**/*.test.ts', 'soak/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(fast ? slowTests(here) : [])],
    pool: 'forks',
    // Real speech, browsers and processes in real time: on a busy machine one of them may be late, and is tried once more.
    retry: process.env.CI ? 1 : 0,
    // One more than cores: whole calls are heard and spoken in real time, and wait more than they work.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
})
