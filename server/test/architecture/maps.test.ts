/** What the documents say of the code is true: paths exist, the list of rooms is the order that the code keeps. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CAMPAIGN_STATES } from '../../src/dialer/rules/may-dial.ts'
import { STEP_STATES } from '../../src/dialer/rules/route.ts'
import { ORDER } from './room-order.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A path in backticks that ends in a file name of ours. Patterns and placeholders are none. */
const PATH = /`(?:\.\.\/)*([\w@.-]+(?:\/[\w@.-]+)*\.(?:ts|tsx|mjs|md|sql|yaml|service|json|sh))`/g
/** Named as examples, as files of somebody else, or as files that a user makes. */
const ELSEWHERE = new Set([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'verb-noun.ts',
  'model.json',
  'voice.json',
  'bench-results.json',
])

function tracked(pattern: string): string[] {
  return execFileSync('git', ['ls-files', '--', pattern], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}

const files = tracked('*').map((file) => `/${file}`)

/** A path may leave out the folders that its reader is in. */
function missingPaths(file: string, text: string): string[] {
  return [...text.matchAll(PATH)]
    .map((match) => match[1] as string)
    .filter((path) => !ELSEWHERE.has(path) && !files.some((known) => known.endsWith(`/${path}`)))
    .map((path) => `${file}: ${path}`)
}

test('every file that a document names exists', () => {
  const documents = tracked('*.md').filter((file) => file !== 'CHANGELOG.md')
  expect(documents.length).toBeGreaterThan(30)
  expect(documents.flatMap((file) => missingPaths(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('every file that a comment names exists', () => {
  const commentsOf = (text: string) => (text.match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? []).join('\n')
  const sources = tracked('*.ts').filter((file) => file !== 'server/test/architecture/maps.test.ts')
  expect(sources.flatMap((file) => missingPaths(file, commentsOf(readFileSync(join(root, file), 'utf8'))))).toEqual([])
})

test('a file that does not exist would be noticed', () => {
  expect(missingPaths('docs/one.md', 'see `dialer/no-such-file.ts` and `dialer/dial-loop.ts`')).toEqual([
    'docs/one.md: dialer/no-such-file.ts',
  ])
})

test('ARCHITECTURE lists the rooms in the order that the imports keep', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const listed = [...text.matchAll(/^ {2}([a-z-]+)\/ /gm)].map((match) => match[1] as string)
  expect(listed.filter((name) => name !== 'assembly' && name !== 'roles')).toEqual(ORDER)
})

test('the states of a call on the on-call page are those of the code', () => {
  const [, union = ''] =
    /type CallState = ([^\n]+)/.exec(readFileSync(join(root, 'server/src/dialer/store.ts'), 'utf8')) ?? []
  const states = [...union.matchAll(/'(\w+)'/g)].map((match) => match[1] as string)
  const page =
    readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('## A call is stuck')[1]?.split('\n2. ')[0] ?? ''
  const named = [...page.matchAll(/`(\w+)`/g)].map((match) => match[1] as string)
  expect(named.sort()).toEqual([...states].sort())
})

/** The names in the first column of the tables of a section. */
function tableNames(page: string, heading: string): string[] {
  const section = readFileSync(join(root, page), 'utf8').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1] as string)
}

test('the states of a route in the documents are those of the code', () => {
  const drawn = ['ready', 'stopped', ...tableNames('docs/state-machines.md', 'Configuration of a route')]
  expect(drawn.sort()).toEqual([...STEP_STATES].sort())
  const listed = ['ready', 'other_numbers', ...tableNames('docs/routes.md', 'Which configuration is used')]
  expect(listed.sort()).toEqual([...STEP_STATES].sort())
})

test('the states of campaigns, contacts and calls in the diagrams are those of the code', () => {
  const page = readFileSync(join(root, 'docs/state-machines.md'), 'utf8')
  for (const [heading, states] of [
    ['Campaign', CAMPAIGN_STATES],
    ['Contact', ['pending', 'in_call', 'done']],
    ['Call', ['claimed', 'dialing', 'ringing', 'answered', 'ended']],
  ] as const) {
    const diagram = page.split(`## ${heading}\n`)[1]?.split('```')[1] ?? ''
    expect([heading, states.filter((state) => !new RegExp(`\\b${state}\\b`).test(diagram))]).toEqual([heading, []])
  }
})

test('the published package has every file that runs as a thread or process', () => {
  const list = readFileSync(join(root, 'scripts/pack.mjs'), 'utf8').split('const THREADS = [')[1]?.split(']')[0] ?? ''
  const packed = [...list.matchAll(/'([^']+)'/g)].map((match) => match[1] as string)
  const workers = tracked('server/src/*-worker.ts').map((file) => file.replace(/^server\/src\/|\.ts$/g, ''))
  expect(packed.sort()).toEqual(workers.sort())
})
