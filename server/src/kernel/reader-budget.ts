import { totalmem } from 'node:os'

const MB = 1024 * 1024
/** Memory of a node with two recognizers and running conversations, as measured by `npm run soak`, and a reserve. */
const NODE_MB = 1_200
/** Maximum number of reader processes on one node. Each may keep a core busy, which live calls need more. */
const READERS_MAX = 2
const READER_MB_MAX = 768
/** Minimum memory of a reader. With less, even small documents fail: Node.js itself takes about 150 MB. */
const READER_MB_MIN = 384

export interface ReaderBudget {
  atOnce: number
  memoryMbMax: number
}

/** Memory that this process and its children may use: the machine's, or less if a container has a limit. */
export function usableMemoryMb(constrained = process.constrainedMemory(), machine = totalmem()): number {
  return Math.floor(Math.min(machine, constrained > 0 ? constrained : machine) / MB)
}

/** Memory for file readers beside the rest of the node. The system kills the whole node if the sum exceeds the limit. */
export function readerBudget(usableMb = usableMemoryMb()): ReaderBudget {
  const freeMb = usableMb - NODE_MB
  return {
    atOnce: clamp(Math.floor(freeMb / READER_MB_MAX), 1, READERS_MAX),
    memoryMbMax: clamp(freeMb, READER_MB_MIN, READER_MB_MAX),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
