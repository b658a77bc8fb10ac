import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readerBudget, usableMemoryMb } from './reader-budget.ts'

const GB = 1024 ** 3

test.each([
  ['no limit known', 0, 24, 24 * 1024],
  ['no limit set', 2 ** 64, 24, 24 * 1024],
  ['a container of 2 GiB', 2 * GB, 24, 2048],
])('usable memory: %s', (_, constrained, machineGb, megabytes) => {
  expect(usableMemoryMb(constrained, machineGb * GB)).toBe(megabytes)
})

test.each([
  [24 * 1024, { atOnce: 2, memoryMbMax: 768 }],
  [3 * 1024, { atOnce: 2, memoryMbMax: 768 }],
  [2 * 1024, { atOnce: 1, memoryMbMax: 768 }],
  [1_700, { atOnce: 1, memoryMbMax: 500 }],
  [512, { atOnce: 1, memoryMbMax: 384 }],
])('%d MB', (usableMb, budget) => {
  expect(readerBudget(usableMb)).toEqual(budget)
})

test('a node of 1,200 MB and its readers fit into the limits that are shipped', () => {
  const root = new URL('../../../', import.meta.url)
  const limits = ['deploy/kubernetes.yaml', 'deploy/helm/values.yaml'].map((path) => {
    const text = readFileSync(new URL(path, root), 'utf8')
    return Number(/limits:[\s\S]*?memory: (\d+)Gi/.exec(text)?.[1]) * 1024
  })
  for (const limitMb of limits) {
    const { atOnce, memoryMbMax } = readerBudget(limitMb)
    expect(1_200 + atOnce * memoryMbMax).toBeLessThanOrEqual(limitMb)
  }
})
