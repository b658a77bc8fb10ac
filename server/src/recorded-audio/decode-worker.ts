/** The process that decodes one recording. */
import { answerAsReader } from '../kernel/file-reader-process.ts'
import { decodeRecording } from './decode-recording.ts'

answerAsReader(({ bytes }: { bytes: Uint8Array }) => decodeRecording(bytes))
