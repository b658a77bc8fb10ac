import { configDefaults, defineConfig } from 'vitest/config'

/** What needs a browser is slow, and left out of the fast lane. */
const fast = process.env.OUTDIAL_TEST_LANE === 'fast'

export default defineConfig({
  test: {
    environment: 'node',
    exclude: [...configDefaults.exclude, ...(fast ? ['test/browser/**'] : [])],
    // One program and one browser at a time: they are heavier than the machine is wide.
    fileParallelism: false,
    pool: 'forks',
    // Real speech, browsers and processes in real time: on a busy machine one of them may be late, and is tried once more.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'web', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/browser/shared-program.ts'],
          // Files share a process: what they load is loaded once, and nothing of theirs is kept in modules.
          isolate: false,
        },
      },
    ],
  },
})
