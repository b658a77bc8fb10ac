// Installs nothing and assumes nothing but `npm install`: checks, builds, and runs every test; with `--fast` only those that
// need neither Asterisk, a browser, speech nor child processes (see server/test/lanes.ts). The last line says how many.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { build } from './build.mjs'

const SLOWEST_SHOWN = 15
/** Niceness of the tests that do not mind to wait. Those that talk or drive a browser in real time go first. */
const BEHIND = 10

const given = process.argv.slice(2)
const fast = given.includes('--fast')
const filters = given.filter((word) => word !== '--fast')
const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'outdial-tests-'))

/** `behind`: the file that takes its output; it runs beside others and takes the processor only where they leave it idle. */
async function step(name, args, behind = null) {
  console.log(`\n== ${name}${behind ? ', beside the others; its output follows at the end' : ''}`)
  const env = fast ? { ...process.env, OUTDIAL_TEST_LANE: 'fast' } : process.env
  const output = behind ? openSync(behind, 'w') : 'inherit'
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', output, output], env })
  if (behind) setPriority(child.pid, BEHIND)
  const [code] = await once(child, 'exit')
  if (behind) closeSync(output)
  return code === 0
}

/** Counts from vitest's own report; a run that died before writing one counts as one failure. */
async function suite(name, directory, words, behind = null) {
  const report = join(scratch, `${name.replace(':', '-')}.json`)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--root',
    directory,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const ok = await step(`tests: ${name}`, [...args, ...words], behind)
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
    const failed = numFailedTests + broken
    for (const file of testResults) remember(name, file)
    add({ passed: numPassedTests, failed: failed === 0 && !ok ? 1 : failed, skipped: numPendingTests })
  } catch {
    add({ passed: 0, failed: 1, skipped: 0 })
  }
}

async function check(name, args) {
  const ok = await step(name, args)
  add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })
}

const failures = []
const slowest = []

/** What a reader of the last lines needs: which tests failed and why, and which files took longest. */
function remember(suiteName, { name, status, message, startTime, endTime, assertionResults }) {
  const file = `${suiteName}: ${relative(root, name)}`
  slowest.push({ file, seconds: Math.round((endTime - startTime) / 1000) })
  const failed = assertionResults.filter((result) => result.status === 'failed')
  for (const { fullName, failureMessages } of failed)
    failures.push(`${file} > ${fullName}\n    ${reason(failureMessages[0])}`)
  if (status === 'failed' && assertionResults.length === 0) failures.push(`${file}\n    ${reason(message)}`)
}

const reason = (message = '') => stripVTControlCharacters(message).split('\n').slice(0, 3).join('\n    ').slice(0, 400)

function tellDetails() {
  slowest.sort((a, b) => b.seconds - a.seconds)
  console.log('\n== longest files, in seconds')
  for (const { file, seconds } of slowest.slice(0, SLOWEST_SHOWN))
    console.log(`${String(seconds).padStart(5)}  ${file}`)
  if (failures.length > 0) console.log(`\n== failed\n${failures.join('\n')}`)
}

const totals = { passed: 0, failed: 0, skipped: 0 }
function add(counts) {
  for (const key of Object.keys(totals)) totals[key] += counts[key]
}

const whole = filters.length === 0
if (whole) await check('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'])
console.log('\n== build and types')
if (build() !== 0) {
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}
if (whole && !fast) {
  const output = join(scratch, 'rest.txt')
  const rest = suite('server:rest', 'server', ['--project', 'rest'], output)
  await suite('server:spoken', 'server', ['--project', 'spoken'])
  await otherSuites()
  await rest
  console.log(readFileSync(output, 'utf8'))
} else {
  await suite('server', 'server', filters)
  if (whole) await otherSuites()
}

async function otherSuites() {
  await suite('sdk', 'sdk', [])
  await check('types: web', ['node_modules/typescript/bin/tsc', '-p', 'web'])
  await suite('web', 'web', [])
}

rmSync(scratch, { recursive: true, force: true })
tellDetails()
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exitCode = totals.failed > 0 ? 1 : 0
