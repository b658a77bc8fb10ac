/** The sorting thread as seen from the main thread: one request at a time, each with one answer. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compiledFile } from '../kernel/project-paths.ts'
import type { NumberBlock } from './rules/number-blocks.ts'
import { type RegistryFormat, RegistryLineError } from './rules/read-registry.ts'
import type { RegistrySummary } from './sort-registry.ts'

export type SorterRequest = { kind: 'bytes'; bytes: Uint8Array } | { kind: 'end' } | { kind: 'blocks'; count: number }

export type SorterAnswer =
  | { kind: 'rows'; rows: number }
  | { kind: 'summary'; summary: RegistrySummary }
  | { kind: 'blocks'; blocks: NumberBlock[] }
  | { kind: 'fault'; line: number; message: string }

export interface SorterThread {
  /** Returns the number of rows so far. */
  push(bytes: Uint8Array): Promise<number>
  end(): Promise<RegistrySummary>
  /** The next blocks in order; empty: there are no more. */
  nextBlocks(count: number): Promise<NumberBlock[]>
  close(): Promise<void>
}

export function openSorterThread(format: RegistryFormat, directory: string): SorterThread {
  const file = compiledFile('registries/registry-worker')
  if (!file) throw new Error('the thread that sorts registries is not built; run npm run build')
  const worker = new Worker(file, { workerData: { format, directory } })
  const failed = once(worker, 'error').then(([error]) => {
    throw error
  })
  failed.catch(() => {})

  async function ask<K extends SorterAnswer['kind']>(request: SorterRequest, kind: K) {
    const answered = once(worker, 'message') as Promise<[SorterAnswer]>
    worker.postMessage(request)
    const [answer] = await Promise.race([answered, failed as Promise<never>])
    if (answer.kind === 'fault') throw new RegistryLineError(answer.line, answer.message)
    if (answer.kind !== kind) throw new Error(`the sorting thread answered ${answer.kind} instead of ${kind}`)
    return answer as Extract<SorterAnswer, { kind: K }>
  }

  return {
    push: async (bytes) => (await ask({ kind: 'bytes', bytes }, 'rows')).rows,
    end: async () => (await ask({ kind: 'end' }, 'summary')).summary,
    nextBlocks: async (count) => (await ask({ kind: 'blocks', count }, 'blocks')).blocks,
    async close() {
      await worker.terminate()
    },
  }
}
