import { findDigitConsensus, findWordConsensus, WORD_MS_MAX } from './digit-consensus.ts'
import { moonshineModel } from './moonshine.ts'
import type { RecognitionRequest, RecognizerSettings, Transcript } from './recognizer.ts'
import { loadRecognizer } from './sherpa.ts'
import { prepareForListening, slowDown } from './trim.ts'
import { giveWayToMainThread, WORKER_NICENESS, type WorkerMessage } from './worker.ts'

/** The recognizer process. It decodes synchronously, because it has no other work, and ends with its parent process. */
async function main(): Promise<void> {
  if (process.send === undefined) throw new Error('this module is a process of its own')
  process.once('disconnect', () => process.exit())
  const settings = JSON.parse(process.argv[2] as string) as RecognizerSettings
  giveWayToMainThread(settings.isRough ? WORKER_NICENESS.roughRecognizer : WORKER_NICENESS.recognizer)
  const transcribe =
    'model' in settings
      ? loadRecognizer(settings.model, settings.runtime)
      : loadRecognizer(await moonshineModel(settings.size, settings.cacheDirectory))

  const answer = ({ audio, digits }: RecognitionRequest): Transcript | undefined => {
    const speech = prepareForListening(audio)
    if (speech === undefined) return undefined
    const { samples, withoutTail, withoutLead, speechMs, signalOverNoise } = speech
    const text = transcribe(samples)
    // The digits check is made for Moonshine; other models have other errors.
    if ('model' in settings) return { text, doubtful: false, speechMs, signalOverNoise }
    const again = [() => transcribe(withoutTail), () => transcribe(slowDown(samples))]
    const others = [
      () => transcribe(withoutTail),
      () => transcribe(slowDown(withoutTail)),
      () => transcribe(withoutLead),
    ]
    const word = speechMs <= WORD_MS_MAX ? findWordConsensus(text, others) : null
    return { ...(word ?? findDigitConsensus(text, again, digits)), speechMs, signalOverNoise }
  }
  // Ignores send errors: a killed parent cannot receive the result, and an unhandled error would log a stack trace.
  const post = (message: WorkerMessage<Transcript | undefined>) =>
    process.send?.(message, undefined, undefined, (error) => error && process.exit())
  process.on('message', (request: RecognitionRequest) => {
    try {
      post({ reply: answer(request) })
    } catch {
      post({ failure: 'The utterance could not be recognised.' })
    }
  })
  post({ ready: true })
}

await main()
