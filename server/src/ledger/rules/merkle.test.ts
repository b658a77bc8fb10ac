import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { merklePath, merklePathInSteps, merkleRoot, merkleRootFromPath, merkleRootInSteps } from './merkle.ts'

const hashes = (count: number) =>
  Array.from({ length: count }, (_, index) => createHash('sha256').update(String(index)).digest())

function run<Result>(steps: Generator<void, Result>): { result: Result; pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next()
    if (done) return { result: value, pauses }
  }
}

describe('a Merkle tree', () => {
  it('proves each of its records at its own place and no other', () => {
    for (let size = 1; size <= 20; size++) {
      const all = hashes(size)
      const root = merkleRoot(all)
      for (let index = 0; index < size; index++) {
        const path = merklePath(all, index)
        const from = (hash: Buffer, at: number) => merkleRootFromPath(hash, at, size, path)
        expect(from(all[index] as Buffer, index)?.equals(root)).toBe(true)
        expect(from(Buffer.alloc(32), index)?.equals(root) ?? false).toBe(false)
        for (let other = 0; other < size; other++) {
          if (other !== index) expect(from(all[index] as Buffer, other)?.equals(root) ?? false).toBe(false)
        }
      }
    }
  })

  it('is the same when it is built in steps of 1,024 records', () => {
    const many = hashes(5_000)
    for (const size of [1, 2, 1_023, 1_024, 1_025, 2_047, 2_048, 2_049, 3_072, 3_500, 4_096, 4_097, 5_000]) {
      const all = many.slice(0, size)
      const root = merkleRoot(all)
      expect(run(merkleRootInSteps(all))).toEqual({ result: root, pauses: Math.ceil(size / 1_024) })
      for (const index of [0, size >> 1, size - 1]) {
        const { result, pauses } = run(merklePathInSteps(all, index))
        expect(result).toEqual(merklePath(all, index))
        expect(pauses).toBe(Math.ceil(size / 1_024))
      }
    }
  })

  it('takes no path that is too long or too short', () => {
    const all = hashes(5)
    const path = merklePath(all, 1)
    expect(merkleRootFromPath(all[1] as Buffer, 1, 5, path.slice(1))).toBeNull()
    expect(
      merkleRootFromPath(all[1] as Buffer, 1, 5, [...path, Buffer.alloc(32)])?.equals(merkleRoot(all)) ?? false,
    ).toBe(false)
  })
})
