import { parentPort, workerData } from 'node:worker_threads'
import { loadMoonshine, type MoonshineSize } from './moonshine.ts'
import type { Transcript } from './recognizer.ts'
import { giveWayToMainThread, NICENESS, type ThreadMessage } from './thread-pool.ts'
import { prepareForListening } from './trim.ts'

/** The thread that understands speech. It decodes synchronously: blocking is what it is for. */
async function main(): Promise<void> {
  if (parentPort === null) throw new Error('this module is a worker thread')
  const port = parentPort
  giveWayToMainThread(NICENESS.recognizer)
  const { size, cacheDirectory } = workerData as { size: MoonshineSize; cacheDirectory: string }
  const transcribe = await loadMoonshine(size, cacheDirectory)

  const answer = (audio: Float32Array | Int16Array): Transcript | undefined => {
    const speech = prepareForListening(audio)
    if (speech === undefined) return undefined
    const { samples, speechMs, signalOverNoise } = speech
    return { text: transcribe(samples), speechMs, signalOverNoise }
  }
  const post = (message: ThreadMessage<Transcript | undefined>) => port.postMessage(message)
  port.on('message', (audio: Float32Array | Int16Array) => {
    try {
      post({ reply: answer(audio) })
    } catch {
      post({ failure: 'The utterance could not be recognised.' })
    }
  })
  post({ ready: true })
}

await main()
