/** The process that reads one document. */
import { answerAsReader } from '../kernel/file-reader-process.ts'
import { type DocumentKind, readDocument } from './read-document.ts'

answerAsReader(({ bytes, kind }: { bytes: Uint8Array; kind: DocumentKind }) => readDocument(bytes, kind))
