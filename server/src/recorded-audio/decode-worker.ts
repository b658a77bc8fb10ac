/** The process that decodes one recording. */
import { serveReadRequests } from '../kernel/file-reader-process.ts'
import { decodeRecording } from './decode-recording.ts'

serveReadRequests(({ bytes }: { bytes: Uint8Array }) => decodeRecording(bytes))
