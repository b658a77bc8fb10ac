/** Reads a file of a tenant apart from everything else: it has its time and its memory, and no more. */
import { Worker } from 'node:worker_threads'
import { compiledFile } from '../kernel/places.ts'
import { type DocumentKind, UnusableDocument } from './read-document.ts'
import { PARSE_MEMORY_MB_MAX, PARSE_MS_MAX } from './rules/limits.ts'
import type { Block } from './rules/passages.ts'

const TOO_MUCH = 'The document takes too much time or memory to read. Save it again, or split it.'

export interface ParseLimits {
  msMax: number
  memoryMbMax: number
}

/** Throws UnusableDocument. */
export async function parseDocument(
  bytes: Uint8Array,
  kind: DocumentKind,
  { msMax, memoryMbMax }: ParseLimits = { msMax: PARSE_MS_MAX, memoryMbMax: PARSE_MEMORY_MB_MAX },
): Promise<Block[]> {
  const compiled = compiledFile('knowledge/parse-worker')
  if (compiled === null) throw new Error('knowledge/parse-worker.js has not been compiled; build the server first')
  const worker = new Worker(compiled, {
    workerData: { bytes, kind },
    resourceLimits: { maxOldGenerationSizeMb: memoryMbMax },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Block[]>((resolve, reject) => {
      const refuse = () => reject(new UnusableDocument(TOO_MUCH))
      timer = setTimeout(refuse, msMax)
      worker.once('message', ({ blocks, refused }: { blocks?: Block[]; refused?: string | null }) =>
        blocks ? resolve(blocks) : reject(new UnusableDocument(refused ?? 'The document is damaged. Save it again.')),
      )
      worker.once('error', refuse)
      worker.once('exit', refuse)
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
