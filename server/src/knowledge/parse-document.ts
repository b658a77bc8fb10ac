/** Converts a tenant's file to passages, in a separate process with limits. */
import { type FileReaders, FileRefused, FileTooCostly, type ReadLimits } from '../kernel/file-readers.ts'
import type { DocumentKind } from './read-document.ts'
import { PARSE_MEMORY_MB_MAX, PARSE_MS_MAX } from './rules/limits.ts'
import type { Passage } from './rules/passages.ts'

const TOO_MUCH = 'The document takes too much time or memory to read. Save it again, or split it.'
const LIMITS: ReadLimits = { msMax: PARSE_MS_MAX, memoryMbMax: PARSE_MEMORY_MB_MAX }

/** Throws FileRefused if the file cannot be used. */
export async function parseDocument(
  readers: FileReaders,
  organizationId: number,
  file: () => Promise<{ bytes: Uint8Array; kind: DocumentKind }>,
  limits = LIMITS,
): Promise<Passage[]> {
  try {
    return await readers.read<Passage[]>(organizationId, { path: 'knowledge/parse-worker', limits }, file)
  } catch (error) {
    throw error instanceof FileTooCostly ? new FileRefused(TOO_MUCH, error.crash) : error
  }
}
