/** The process that reads one document. */
import { serveReadRequests } from '../kernel/file-reader-process.ts'
import { type DocumentKind, readDocument } from './read-document.ts'

serveReadRequests(({ bytes, kind }: { bytes: Uint8Array; kind: DocumentKind }) => readDocument(bytes, kind))
