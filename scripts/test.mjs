// Installs nothing and assumes nothing but `npm install`: checks, builds, and runs the tests (of some sweeps a drawn part, see server/test/drawn.ts); with `--fast` only those that
// need neither Asterisk, a browser, speech nor child processes (see server/test/lanes.ts). The last line says how many.
import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { build } from './build.mjs'

const SLOWEST_SHOWN = 15

const given = process.argv.slice(2)
const fast = given.includes('--fast')
const filters = given.filter((word) => word !== '--fast')
const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'outdial-tests-'))

/**
 * Which part of the drawn tests runs (server/test/drawn.ts), and where property tests begin (server/test/setup.ts). It follows from
 * the commit: the same commit always runs the same tests, and the next commit runs others.
 */
const draw = process.env.OUTDIAL_DRAW ?? drawOfCommit() ?? String(randomInt(1_000_000))
const env = { ...process.env, OUTDIAL_DRAW: draw, ...(fast ? { OUTDIAL_TEST_LANE: 'fast' } : {}) }

function drawOfCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? String(Number.parseInt(stdout.slice(0, 6), 16)) : undefined
}

function step(name, args) {
  console.log(`\n== ${name}`)
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status === 0
}

/** Beside another one: what it prints is shown when it ends. */
async function stepBeside(name, args, [command, ...before] = [process.execPath]) {
  const log = join(scratch, `${name.replace(/\W+/g, '-')}.log`)
  const output = openSync(log, 'w')
  const child = spawn(command, [...before, ...args], { cwd: root, stdio: ['ignore', output, output], env })
  const [status] = await once(child, 'exit')
  closeSync(output)
  console.log(`\n== ${name}\n${readFileSync(log, 'utf8')}`)
  return status === 0
}

/** Runs only when nothing else wants to, so that it does not delay the conversations beside it; as usual where there is no chrt. */
const whenIdle = () => {
  const hasChrt = spawnSync('chrt', ['--idle', '0', 'true']).status === 0
  return hasChrt ? ['chrt', '--idle', '0', process.execPath] : [process.execPath]
}

function vitest(directory, report, more) {
  const args = ['run', '--root', directory, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return ['node_modules/vitest/vitest.mjs', ...args, ...more]
}

/** Counts from vitest's own report; a run that died before writing one counts as one failure. */
function count(name, report, ok) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
    const failed = numFailedTests + broken
    for (const file of testResults) remember(name, file)
    return { passed: numPassedTests, failed: failed === 0 && !ok ? 1 : failed, skipped: numPendingTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function suite(name, directory, more = []) {
  const report = join(scratch, `${name}.json`)
  add(count(name, report, step(`tests: ${name}`, vitest(directory, report, more))))
}

async function suiteBeside(name, directory, more = [], command = undefined) {
  const report = join(scratch, `${name}.json`)
  add(count(name, report, await stepBeside(`tests: ${name}`, vitest(directory, report, more), command)))
}

const check = (passed) => add({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })

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

const types = async (command) =>
  check(await stepBeside('types: web', ['node_modules/typescript/bin/tsc', '-p', 'web'], command))
const lint = async (command) =>
  check(await stepBeside('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'], command))

/** Conversations are held in real time: beside them runs only what can wait. Then the others, which wait more than they work. */
async function everything() {
  const idle = whenIdle()
  await Promise.all([
    (async () => {
      await suiteBeside('server-spoken', 'server', ['--project', 'spoken'])
      await suiteBeside('web-spoken', 'web', ['--project', 'spoken'])
    })(),
    (async () => {
      await lint(idle)
      await types(idle)
      await suiteBeside('web', 'web', ['--project', 'web'], idle)
      await suiteBeside('sdk', 'sdk', [], idle)
    })(),
  ])
  await Promise.all([
    suiteBeside('server', 'server', ['--project', 'rest']),
    suiteBeside('web-browser', 'web', ['--project', 'browser']),
  ])
}

/** Without conversations and browsers. */
async function fastLane() {
  await lint()
  await types()
  for (const name of ['server', 'web', 'sdk']) await suiteBeside(name, name)
}

const totals = { passed: 0, failed: 0, skipped: 0 }
function add(counts) {
  for (const key of Object.keys(totals)) totals[key] += counts[key]
}

console.log(`\n== draw: OUTDIAL_DRAW=${draw} runs the same tests again`)
console.log('\n== build and types')
if (build() !== 0) {
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}
if (filters.length > 0) suite('server', 'server', filters)
else if (fast) await fastLane()
else await everything()
rmSync(scratch, { recursive: true, force: true })
tellDetails()
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exitCode = totals.failed > 0 ? 1 : 0
