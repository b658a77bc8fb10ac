/**
 * A Merkle tree over record hashes, built as in RFC 6962: one signature covers thousands of records, and a receipt needs only
 * the hashes beside the path from its record to the root.
 */
import { createHash } from 'node:crypto'

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

const leafOf = (hash: Buffer) => createHash('sha256').update(LEAF).update(hash).digest()
const nodeOf = (left: Buffer, right: Buffer) => createHash('sha256').update(NODE).update(left).update(right).digest()

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

export function merkleRoot(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return createHash('sha256').digest()
  if (hashes.length === 1) return leafOf(hashes[0] as Buffer)
  const split = splitOf(hashes.length)
  return nodeOf(merkleRoot(hashes.slice(0, split)), merkleRoot(hashes.slice(split)))
}

/** The path of hashes from a leaf up to the root. */
export function merklePath(hashes: readonly Buffer[], index: number): Buffer[] {
  if (hashes.length <= 1) return []
  const split = splitOf(hashes.length)
  return index < split
    ? [...merklePath(hashes.slice(0, split), index), merkleRoot(hashes.slice(split))]
    : [...merklePath(hashes.slice(split), index - split), merkleRoot(hashes.slice(0, split))]
}

/** Leaves of a subtree that is computed in one step: about ten milliseconds. A power of two, so that a step is a subtree. */
const STEP_LEAVES = 1_024

/** The same root, with a pause after each step. */
export function* merkleRootInSteps(hashes: readonly Buffer[]): Generator<void, Buffer> {
  return rootOfNodes(yield* subtreesOf(hashes))
}

/** The same path, with a pause after each step. */
export function* merklePathInSteps(hashes: readonly Buffer[], index: number): Generator<void, Buffer[]> {
  const above = pathOfNodes(yield* subtreesOf(hashes), Math.floor(index / STEP_LEAVES))
  const first = index - (index % STEP_LEAVES)
  return [...merklePath(hashes.slice(first, first + STEP_LEAVES), index - first), ...above]
}

function* subtreesOf(hashes: readonly Buffer[]): Generator<void, Buffer[]> {
  const roots: Buffer[] = []
  for (let first = 0; first < Math.max(hashes.length, 1); first += STEP_LEAVES) {
    roots.push(merkleRoot(hashes.slice(first, first + STEP_LEAVES)))
    yield
  }
  return roots
}

function rootOfNodes(nodes: readonly Buffer[]): Buffer {
  if (nodes.length === 1) return nodes[0] as Buffer
  const split = splitOf(nodes.length)
  return nodeOf(rootOfNodes(nodes.slice(0, split)), rootOfNodes(nodes.slice(split)))
}

function pathOfNodes(nodes: readonly Buffer[], index: number): Buffer[] {
  if (nodes.length === 1) return []
  const split = splitOf(nodes.length)
  const [left, right] = [nodes.slice(0, split), nodes.slice(split)]
  return index < split
    ? [...pathOfNodes(left, index), rootOfNodes(right)]
    : [...pathOfNodes(right, index - split), rootOfNodes(left)]
}

/** Computes the root from a leaf and its path. Null: the path does not fit a tree of this size. */
export function merkleRootFromPath(hash: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | null {
  if (index < 0 || index >= size) return null
  if (size === 1) return path.length === 0 ? leafOf(hash) : null
  const split = splitOf(size)
  const sibling = path.at(-1)
  if (!sibling) return null
  const below = path.slice(0, -1)
  const left = index < split
  const inner = left
    ? merkleRootFromPath(hash, index, split, below)
    : merkleRootFromPath(hash, index - split, size - split, below)
  if (!inner) return null
  return left ? nodeOf(inner, sibling) : nodeOf(sibling, inner)
}
