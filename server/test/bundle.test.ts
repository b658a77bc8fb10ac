/** When the program is bundled anew, and how long files of the bundle before it stay for servers that still run from it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const script = (name: string) => import(fileURLToPath(new URL(`../../scripts/${name}`, import.meta.url)))
const { isBundleStale } = (await script('build.mjs')) as { isBundleStale(at: string): boolean }
const { CURRENT, finishReplacing } = (await script('bundle-files.mjs')) as {
  CURRENT: string
  finishReplacing(program: string, names: string[], nowMs: number): void
}

const DAY_MS = 24 * 60 * 60_000
const home = mkdtempSync(join(tmpdir(), 'outdial-bundle-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function written(file: string, atMs: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  await utimes(file, atMs / 1000, atMs / 1000)
}

test('a bundle is stale once our files, a package or the way of joining them are newer', async () => {
  const at = join(home, 'stale')
  const parts = ['server/dist/src/main.js', 'node_modules/.package-lock.json', 'scripts/bundle.mjs']
  for (const part of parts) await written(join(at, part), 1_000_000)
  await utimes(join(at, 'server/dist/src'), 1000, 1000)
  expect(isBundleStale(at)).toBe(true)
  await written(join(at, 'server/dist/program/main.js'), 2_000_000)
  // It broke off: not all of its files are there.
  expect(isBundleStale(at)).toBe(true)
  await written(join(at, 'server/dist/program', CURRENT), 2_000_000)
  expect(isBundleStale(at)).toBe(false)
  for (const part of parts) {
    await written(join(at, part), 3_000_000)
    expect([part, isBundleStale(at)]).toEqual([part, true])
    await written(join(at, part), 1_000_000)
  }
})

test('files of a bundle stay for a week after it was replaced, however old they are; the newest one stays whole', async () => {
  const program = join(home, 'program')
  const monthAgoMs = Date.now() - 30 * DAY_MS
  const replace = async (names: string[], nowMs: number) => {
    for (const name of names) if (!existsSync(join(program, name))) await written(join(program, name), nowMs)
    finishReplacing(program, names, nowMs)
    return (await readdir(program)).filter((name) => name.endsWith('.js')).sort()
  }
  await replace(['main.js', 'one.js', 'same.js'], monthAgoMs)
  expect(await replace(['main.js', 'same.js', 'two.js'], Date.now())).toEqual([
    'main.js',
    'one.js',
    'same.js',
    'two.js',
  ])
  // Building often does not keep what nobody can still be running from.
  await replace(['main.js', 'same.js', 'three.js'], Date.now() + 4 * DAY_MS)
  expect(await replace(['main.js', 'same.js', 'three.js'], Date.now() + 8 * DAY_MS)).toEqual([
    'main.js',
    'same.js',
    'three.js',
    'two.js',
  ])
})
