/** A worker thread that sorts the file of one registry: minutes of computing must not delay the calls of this node. */
import { parentPort, workerData } from 'node:worker_threads'
import { type RegistryFormat, RegistryLineError } from './rules/read-registry.ts'
import { RegistrySorter } from './sort-registry.ts'
import type { SorterAnswer, SorterRequest } from './sorter-thread.ts'

const { format, directory } = workerData as { format: RegistryFormat; directory: string }
const sorter = new RegistrySorter(format, directory)

function answerTo(request: SorterRequest): SorterAnswer {
  switch (request.kind) {
    case 'bytes':
      sorter.push(request.bytes)
      return { kind: 'rows', rows: sorter.rows }
    case 'end':
      return { kind: 'summary', summary: sorter.end() }
    case 'blocks':
      return { kind: 'blocks', blocks: sorter.nextBlocks(request.count) }
  }
}

parentPort?.on('message', (request: SorterRequest) => {
  try {
    parentPort?.postMessage(answerTo(request))
  } catch (error) {
    if (!(error instanceof RegistryLineError)) throw error
    parentPort?.postMessage({ kind: 'fault', line: error.line, message: error.message } satisfies SorterAnswer)
  }
})
