// Installs nothing and assumes nothing but `npm install`: checks, builds, and runs every test. The last line says how many.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'outdial-tests-'))

function step(name, args) {
  console.log(`\n== ${name}`)
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  return result.status === 0
}

/** Counts from vitest's own report; a run that died before writing one counts as one failure. */
function suite(name, directory, filters) {
  const report = join(scratch, `${name}.json`)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--root',
    directory,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const ok = step(`tests: ${name}`, [...args, ...filters])
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
    const failed = numFailedTests + broken
    return { passed: numPassedTests, failed: failed === 0 && !ok ? 1 : failed, skipped: numPendingTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

const totals = { passed: 0, failed: 0, skipped: 0 }
function add(counts) {
  for (const key of Object.keys(totals)) totals[key] += counts[key]
}

const filters = process.argv.slice(2)
if (filters.length === 0) {
  const formatted = step('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'])
  add({ passed: formatted ? 1 : 0, failed: formatted ? 0 : 1, skipped: 0 })
}
console.log('\n== build and types')
if (build() !== 0) {
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}
add(suite('server', 'server', filters))
if (filters.length === 0) add(suite('sdk', 'sdk', []))
rmSync(scratch, { recursive: true, force: true })
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exitCode = totals.failed > 0 ? 1 : 0
