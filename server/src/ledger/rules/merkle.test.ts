import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { merklePath, merkleRoot, merkleRootFromPath } from './merkle.ts'

const hashes = (count: number) =>
  Array.from({ length: count }, (_, index) => createHash('sha256').update(String(index)).digest())

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

  it('takes no path that is too long or too short', () => {
    const all = hashes(5)
    const path = merklePath(all, 1)
    expect(merkleRootFromPath(all[1] as Buffer, 1, 5, path.slice(1))).toBeNull()
    expect(
      merkleRootFromPath(all[1] as Buffer, 1, 5, [...path, Buffer.alloc(32)])?.equals(merkleRoot(all)) ?? false,
    ).toBe(false)
  })
})
