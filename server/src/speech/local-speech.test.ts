/** Voices and recognizers that were put here: by the real runtime where a model is at hand, else by a stand-in that is called as it is. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { fileInPackage, missingPartMessage } from './availability.ts'
import { installedModels } from './installed-models.ts'
import { LocalSpeech } from './local-speech.ts'
import { tokensFile } from './moonshine.ts'
import { loadResampler, resampleAll } from './resample.ts'
import type { Synthesizer } from './synthesizer.ts'
import { decodeAudio } from './wire-audio.ts'

const absent = missingPartMessage('synthesizer') !== undefined || missingPartMessage('recognizer') !== undefined
const TELEPHONE = { encoding: 'mulaw', sampleRateHz: 8000 } as const

/** A voice as sherpa-onnx has it: refuses files that are not there, speaks at its own rate, a tone as long as the text. */
const STAND_IN = `
const { existsSync } = require('node:fs')
class OfflineTts {
  constructor(config) {
    const { vits, numThreads, provider } = config.model
    for (const file of [vits.model, vits.tokens, vits.dataDir]) if (!existsSync(file)) throw new Error('no ' + file)
    if (numThreads !== 1 || provider !== 'cpu' || config.maxNumSentences !== 1) throw new Error('bad configuration')
    this.numSpeakers = 2
    this.sampleRate = 22050
  }
  generate({ text, sid, speed, enableExternalBuffer }) {
    if (speed !== 1 || enableExternalBuffer !== false) throw new Error('bad request')
    if (text.includes('kaputt')) process.abort()
    const samples = Float32Array.from({ length: 2205 * text.length }, (_, at) => (sid + 1) * 0.3 * Math.sin(at / 5))
    return { samples, sampleRate: 22050 }
  }
}
module.exports = { OfflineTts }
`

let root: string
let local: LocalSpeech
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'outdial-local-speech-'))
  const voice = join(root, 'voices/de/thorsten')
  mkdirSync(join(voice, 'espeak-ng-data'), { recursive: true })
  for (const file of ['de_DE-thorsten-medium.onnx', 'tokens.txt']) writeFileSync(join(voice, file), '')
  const runtime = join(root, 'runtime.cjs')
  writeFileSync(runtime, STAND_IN)
  local = new LocalSpeech({ clock: systemClock, cacheDirectory: root, models: installedModels(root), runtime })
})
afterAll(async () => {
  await local.close()
  rmSync(root, { recursive: true })
})

async function hear(voice: Synthesizer | undefined, text: string, requested?: string): Promise<Int16Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of voice?.speak(text, { format: TELEPHONE, voice: requested }) ?? []) pieces.push(piece)
  return decodeAudio(Buffer.concat(pieces), 'mulaw')
}

const loudest = (samples: Int16Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

test.skipIf(absent)('a voice that was put here speaks its language, at the rate of the telephone', async () => {
  const german = local.voice('de-AT', undefined)
  expect(german?.letters).toBe('latin')
  const audio = await hear(german?.synthesizer, 'Grüß Gott.')
  // A tenth of a second for each of ten letters, and the pause behind a sentence.
  expect(audio.length / 8000).toBeCloseTo(1 + 0.32, 1)
  const second = await hear(german?.synthesizer, 'Grüß Gott.', 'thorsten:1')
  expect(loudest(second) / loudest(audio)).toBeCloseTo(2, 0)
  expect(local.voice('fr', undefined)).toBeNull()
})

test.skipIf(absent)('one that crashes costs its own sentence and is replaced', async () => {
  const german = local.voice('de', undefined)?.synthesizer
  await expect(hear(german, 'Das ist kaputt.')).rejects.toThrow('ended unexpectedly')
  expect((await hear(german, 'Weiter geht es.')).length).toBeGreaterThan(8000)
})

test.skipIf(absent)('an English voice put here goes before ours, unless one of ours is asked for by name', () => {
  const models = installedModels(root)
  const english = models.usable.map((model) => ({ ...model, language: 'en', name: 'amy' }))
  const speech = new LocalSpeech({
    clock: systemClock,
    cacheDirectory: root,
    models: { usable: english, unusable: [] },
  })
  expect(speech.voice('en', 'amy')?.letters).toBe('latin')
  expect(speech.voice('en', undefined)?.letters).toBe('latin')
  expect(speech.voice('en', 'rms')?.letters).toBe('ascii')
  return speech.close()
})

test.skipIf(absent)(
  'a recognizer that was put here understands, by the real runtime',
  { timeout: 60_000 },
  async () => {
    const directory = join(root, 'recognizers/en/moonshine-tiny')
    mkdirSync(directory, { recursive: true })
    for (const file of ['encoder_model.onnx', 'decoder_model_merged.onnx']) {
      symlinkSync(
        fileInPackage('@usefulsensors/moonshine-js', 'dist', 'model', 'tiny', 'quantized', file),
        join(directory, file),
      )
    }
    copyFileSync(await tokensFile(root), join(directory, 'tokens.txt'))
    const models = installedModels(root)
    expect(models.usable).toContainEqual(expect.objectContaining({ use: 'recognizer', kind: 'moonshine' }))
    const speech = new LocalSpeech({ clock: systemClock, cacheDirectory: root, models })
    try {
      const openResampler = await loadResampler()
      const said = await hear(speech.voice('en', 'rms')?.synthesizer, 'Call me back, please.', 'rms')
      const heard = await speech.recognizer('en')?.recognize(resampleAll(openResampler, said, 8000, 16_000))
      expect(heard?.text.toLowerCase()).toContain('call me back')
      expect(speech.recognizer('es')).toBeNull()
    } finally {
      await speech.close()
    }
  },
)

test.skipIf(absent)('a damaged recognizer fails by itself and takes nothing with it', { timeout: 60_000 }, async () => {
  const directory = join(root, 'recognizers/es/broken')
  mkdirSync(directory, { recursive: true })
  for (const file of ['a-encoder.onnx', 'a-decoder.onnx', 'a-tokens.txt']) writeFileSync(join(directory, file), 'junk')
  const speech = new LocalSpeech({ clock: systemClock, cacheDirectory: root, models: installedModels(root) })
  try {
    await expect(speech.recognizer('es')?.recognize(new Int16Array(16_000))).rejects.toThrow('could not be started')
  } finally {
    await speech.close()
  }
})
