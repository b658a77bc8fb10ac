/** The rooms stand on each other in one order, and no import runs back up, type imports included. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ORDER } from './room-order.ts'
import { room, SOURCE, type SourceFile, sources } from './sources.ts'

const ASSEMBLY = ['config.ts', 'assembly', 'app.ts', 'roles', 'main.ts']

function runningUp(files: readonly SourceFile[]): string[] {
  const height = (path: string) => [...ORDER, ...ASSEMBLY].indexOf(room(path))
  return files.flatMap((file) =>
    file.imports
      .filter((path) => room(path) !== 'config.ts' || ORDER.includes(room(file.path)))
      .filter((path) => height(path) > height(file.path))
      .map((path) => `${file.path} → ${path}`),
  )
}

test('every room has its place in the order', () => {
  const there = readdirSync(SOURCE).filter((name) => !name.endsWith('.md'))
  expect(there.filter((name) => ![...ORDER, ...ASSEMBLY].includes(name))).toEqual([])
})

test('no import between rooms runs back up', () => {
  expect(runningUp(sources)).toEqual([])
})

test('an import that runs up would be seen, a type import too', () => {
  const planted: SourceFile = { path: 'telephony/account-pool.ts', text: '', imports: ['dialer/place-call.ts'] }
  expect(runningUp([planted])).toEqual(['telephony/account-pool.ts → dialer/place-call.ts'])
  const typed = sources.filter((file) => /import type [^;]*from '\.\.\/telephony\/provider\.ts'/.test(file.text))
  expect(typed.some((file) => file.imports.includes('telephony/provider.ts'))).toBe(true)
})
