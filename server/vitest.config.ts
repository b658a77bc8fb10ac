import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longestFirst, slowTests, spokenTests } from './test/lanes.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const fast = process.env.OUTDIAL_TEST_LANE === 'fast'
/** For their time: `npm run proof -- rolling | conversations-asterisk | package | failover | pooler`; `conversations` leaves itself out. */
const proofs = process.env.OUTDIAL_PROOF
  ? []
  : [
      'test/processes/failover.test.ts',
      'test/processes/package.test.ts',
      'test/processes/pooler.test.ts',
      'test/processes/rolling.test.ts',
      'test/end-to-end/conversations-asterisk.test.ts',
    ]
const left = [...proofs, ...configDefaults.exclude, ...(fast ? slowTests(here) : [])]
const spoken = spokenTests(here).filter((file) => !left.includes(file))
const cores = Math.max(2, availableParallelism())

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    return usual.toSorted((one, other) => longestFirst(one.moduleId) - longestFirst(other.moduleId))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    environment: 'node',
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // How long a test takes on a busy machine says nothing about its promise: the limit only ends one that hangs.
    testTimeout: 180_000,
    // `expect.poll` would otherwise fail after one second, which a busy machine may need for one request.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 180_000,
    reporters: ['default'],
    projects: [
      // Conversations first; then the others, of which many wait more than they work.
      ...(spoken.length > 0
        ? [
            {
              extends: true as const,
              test: {
                name: 'spoken',
                include: spoken,
                sequence: { groupOrder: 0 },
                // What they load is loaded once; the machine is left to those who talk.
                isolate: false,
                maxWorkers: cores,
                // Speech in real time may be late on a busy machine. No other test has a second try: what fails once in a
                // simulated day or beside a killed node is a fault.
                retry: process.env.CI ? 2 : 0,
              },
            },
          ]
        : []),
      {
        extends: true as const,
        test: {
          name: 'rest',
          // Loading the program takes longer than most of these tests: files share what their worker has loaded.
          isolate: false,
          include: ['src/**/*.test.ts', 'simulation/**/*.test.ts', 'soak/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...left, ...spoken],
          sequence: { groupOrder: 1 },
          maxWorkers: cores + 2,
        },
      },
    ],
  },
})
