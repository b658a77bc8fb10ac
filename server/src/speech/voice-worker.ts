import type { InstalledModel } from './installed-models.ts'
import { loadResampler, resampleAll } from './resample.ts'
import { loadVoice } from './sherpa.ts'
import type { ClauseRequest } from './synthesizer.ts'
import { trimForSpeaking } from './trim.ts'
import { encodeAudio } from './wire-audio.ts'
import { giveWayToMainThread, WORKER_NICENESS, type WorkerMessage } from './worker.ts'

export interface VoiceSettings {
  model: InstalledModel
  /** Replaces sherpa-onnx-node, for tests. */
  runtime?: string | undefined
}

/** The process of a sherpa-onnx voice, isolated because its native code may crash. It ends with its parent process. */
async function main(): Promise<void> {
  if (process.send === undefined) throw new Error('this module is a process of its own')
  process.once('disconnect', () => process.exit())
  giveWayToMainThread(WORKER_NICENESS.synthesizer)
  const { model, runtime } = JSON.parse(process.argv[2] as string) as VoiceSettings
  const speak = loadVoice(model, runtime)
  const openResampler = await loadResampler()

  const answer = ({ text, voice, format, pauseAfterMs }: ClauseRequest): Uint8Array => {
    const { samples, sampleRateHz } = speak(text, Number(voice))
    const trimmed = trimForSpeaking(samples, sampleRateHz, pauseAfterMs)
    return encodeAudio(resampleAll(openResampler, trimmed, sampleRateHz, format.sampleRateHz), format.encoding)
  }
  const post = (message: WorkerMessage<Uint8Array>) => process.send?.(message)
  process.on('message', (request: ClauseRequest) => {
    try {
      post({ reply: answer(request) })
    } catch {
      post({ failure: 'The sentence could not be spoken.' })
    }
  })
  post({ ready: true })
}

await main()
