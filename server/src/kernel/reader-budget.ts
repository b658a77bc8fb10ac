import { totalmem } from 'node:os'

const MB = 1024 * 1024
/** A node with two recognizers and conversations under way, as `npm run soak` shows it, and some room. */
const NODE_MB = 1_200
/** Processes on one node. Each may keep a core busy, which live calls need more. */
const READERS_MAX = 2
const READER_MB_MAX = 768
/** With less even small documents fail: Node.js itself takes about 150 MB. */
const READER_MB_MIN = 384

export interface ReaderBudget {
  atOnce: number
  memoryMbMax: number
}

/** Memory that this process and its children may use: the machine's, or less where a container has a limit. */
export function usableMemoryMb(constrained = process.constrainedMemory(), machine = totalmem()): number {
  return Math.floor(Math.min(machine, constrained > 0 ? constrained : machine) / MB)
}

/** What the readers of files may take beside the rest of the node. The system ends the whole node where the sum exceeds the limit. */
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
