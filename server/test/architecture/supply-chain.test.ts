/** Packages that are installed with others and never loaded are empty ones of our own. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

test('a package that is replaced is replaced by one of this repository, also in the image', () => {
  const { overrides, workspaces } = read('package.json') as {
    overrides: Record<string, Record<string, string>>
    workspaces: string[]
  }
  const replaced = Object.values(overrides).flatMap(Object.entries)
  expect(replaced.filter(([, version]) => !/^\d/u.test(version))).toEqual([])
  const stubs = readdirSync(join(ROOT, 'stubs')).map((folder) => ({ folder, ...read(`stubs/${folder}/package.json`) }))
  const { packages } = read('package-lock.json')
  for (const [name] of replaced.filter(([, version]) => version === '0.0.0')) {
    const stub = stubs.find((each) => each.name === name)
    expect(stub).toMatchObject({ version: '0.0.0', private: true })
    expect(packages[`node_modules/${name}`]).toEqual({ resolved: `stubs/${stub?.folder}`, link: true })
  }
  expect(stubs.flatMap(({ main, scripts, dependencies }) => [main, scripts, dependencies]).filter(Boolean)).toEqual([])
  expect(workspaces).toContain('stubs/*')
  const installs = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('RUN npm ci').slice(0, -1)
  for (const before of installs) expect(before.slice(before.lastIndexOf('FROM '))).toContain('COPY stubs/ stubs/')
  expect(existsSync(join(ROOT, 'stubs'))).toBe(true)
})
