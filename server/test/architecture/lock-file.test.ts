/** The lock file: `npm ci` refuses one that lacks a package, also a package of another platform. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  /** Packages that are in the archive of this one. */
  bundleDependencies?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const file = new URL('../../../package-lock.json', import.meta.url)
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }

/** As Node.js looks for it: in the package's own folder, then in every one above it. */
function isLocked(name: string, from: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder}${folder ? '/' : ''}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

test('every package that a package asks for is in it, those of other platforms too', () => {
  const missing = Object.entries(packages).flatMap(
    ([place, { dependencies, optionalDependencies, bundleDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !bundleDependencies?.includes(name))
        .filter((name) => !isLocked(name, place.startsWith('node_modules') ? place : ''))
        .map((name) => `${name}, asked for by ${place}`),
  )
  expect(missing).toEqual([])
})

test('every package of a registry has a hash, and none names a host', () => {
  const others = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link)
  expect(others.length).toBeGreaterThan(400)
  expect(others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([])
  expect(others.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([])
})
