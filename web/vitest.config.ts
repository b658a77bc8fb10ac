import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** What needs a browser is slow, and left out of the fast lane. */
const fast = process.env.OUTDIAL_TEST_LANE === 'fast'
/** People are heard and answered in real time: beside too many others they would hear late answers. */
const SPOKEN = ['first-five', 'calls', 'workflows'].map((name) => `test/browser/${name}.test.ts`)
const cores = Math.max(2, availableParallelism())

const browser = {
  globalSetup: ['test/browser/shared-program.ts'],
  // Files share a process: what they load is loaded once, and nothing of theirs is kept in modules.
  isolate: false,
  // A browser in real time may be late on a busy machine.
  retry: process.env.CI ? 2 : 0,
}

export default defineConfig({
  test: {
    environment: 'node',
    exclude: [...configDefaults.exclude, ...(fast ? ['test/browser/**'] : [])],
    pool: 'forks',
    testTimeout: 90_000,
    // `expect.poll` would otherwise fail after one second, which a busy machine may need for one request.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'web', include: ['src/**/*.test.ts'], sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: { name: 'spoken', include: SPOKEN, sequence: { groupOrder: 1 }, maxWorkers: cores, ...browser },
      },
      // The others wait more for the program and the browser than they work themselves.
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...SPOKEN, ...(fast ? ['test/browser/**'] : [])],
          sequence: { groupOrder: 2 },
          maxWorkers: cores + 1,
          ...browser,
        },
      },
    ],
  },
})
