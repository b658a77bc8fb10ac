/** One file, then the thread is over. */
import { parentPort, workerData } from 'node:worker_threads'
import { type DocumentKind, readDocument, UnusableDocument } from './read-document.ts'

const { bytes, kind } = workerData as { bytes: Uint8Array; kind: DocumentKind }
readDocument(bytes, kind).then(
  (blocks) => parentPort?.postMessage({ blocks }),
  (error: unknown) => parentPort?.postMessage({ refused: error instanceof UnusableDocument ? error.message : null }),
)
