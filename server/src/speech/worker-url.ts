import { compiledFile } from '../kernel/project-paths.ts'
import { SpeechUnavailable } from './availability.ts'

/** URL of a worker's compiled code: threads and processes run compiled code, even in tests. */
export function workerUrl(path: string): URL {
  const compiled = compiledFile(path)
  if (compiled === null) throw new SpeechUnavailable(`${path}.js has not been compiled; build the server first.`)
  return compiled
}
