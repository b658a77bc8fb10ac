import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { installedModels, missingForLanguage, modelsFor } from './installed-models.ts'

let root = mkdtempSync(join(tmpdir(), 'outdial-models-'))
beforeEach(() => {
  rmSync(root, { recursive: true })
  root = mkdtempSync(join(tmpdir(), 'outdial-models-'))
})
afterAll(() => rmSync(root, { recursive: true }))

function put(folder: string, ...files: string[]): void {
  for (const file of files) {
    const path = join(root, folder, file)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, '')
  }
}

const look = () => installedModels(root, () => null)

test('nothing there is nothing wrong', () => {
  expect(look()).toEqual({ usable: [], unusable: [] })
})

test.each([
  [
    'voices/es/davefx',
    ['es_ES-davefx.onnx', 'tokens.txt', 'espeak-ng-data/phontab'],
    'vits',
    ['dataDir', 'model', 'tokens'],
  ],
  ['voices/de/a', ['model.onnx', 'lexicon.txt', 'tokens.txt'], 'vits', ['lexicon', 'model', 'tokens']],
  [
    'voices/fr/k',
    ['model.onnx', 'voices.bin', 'tokens.txt', 'espeak-ng-data/x'],
    'kokoro',
    ['dataDir', 'model', 'tokens', 'voices'],
  ],
  [
    'voices/en/m',
    ['model-steps-3.onnx', 'vocos-22khz-univ.onnx', 'tokens.txt', 'espeak-ng-data/x'],
    'matcha',
    ['acousticModel', 'dataDir', 'tokens', 'vocoder'],
  ],
  [
    'recognizers/es/w',
    ['base-encoder.int8.onnx', 'base-encoder.onnx', 'base-decoder.int8.onnx', 'base-tokens.txt'],
    'whisper',
    ['decoder', 'encoder', 'tokens'],
  ],
  [
    'recognizers/fr/t',
    ['encoder-epoch-29.onnx', 'decoder-epoch-29.onnx', 'joiner-epoch-29.onnx', 'tokens.txt'],
    'transducer',
    ['decoder', 'encoder', 'joiner', 'tokens'],
  ],
  [
    'recognizers/es/m',
    ['preprocess.onnx', 'encode.int8.onnx', 'uncached_decode.int8.onnx', 'cached_decode.int8.onnx', 'tokens.txt'],
    'moonshine',
    ['cachedDecoder', 'encoder', 'preprocessor', 'tokens', 'uncachedDecoder'],
  ],
  [
    'recognizers/en/m2',
    ['encoder_model.onnx', 'decoder_model_merged.onnx', 'tokens.txt'],
    'moonshine',
    ['encoder', 'mergedDecoder', 'tokens'],
  ],
])('%s is told by its files', (folder, files, kind, parts) => {
  put(folder, ...files)
  const { usable, unusable } = look()
  expect(unusable).toEqual([])
  expect(usable).toMatchObject([{ kind, name: folder.split('/')[2], language: folder.split('/')[1] }])
  expect(Object.keys(usable[0]?.files ?? {}).sort()).toEqual(parts)
  for (const path of Object.values(usable[0]?.files ?? {})) expect(path.startsWith(join(root, folder))).toBe(true)
})

test('of two sizes of a recognizer the quantized one is taken; cached and uncached are not confused', () => {
  put('recognizers/es/w', 'a-encoder.int8.onnx', 'a-encoder.onnx', 'a-decoder.onnx', 'a-tokens.txt')
  put('recognizers/es/x', 'preprocess.onnx', 'encode.onnx', 'uncached_decode.onnx', 'cached_decode.onnx', 'tokens.txt')
  const [whisper, moonshine] = look().usable
  expect(whisper?.files.encoder).toMatch(/a-encoder\.int8\.onnx$/)
  expect(moonshine?.files.cachedDecoder).toMatch(/\/cached_decode\.onnx$/)
  expect(moonshine?.files.uncachedDecoder).toMatch(/\/uncached_decode\.onnx$/)
})

test('a recognizer of a single file says what it is', () => {
  put('recognizers/de/n', 'model.int8.onnx', 'tokens.txt')
  expect(look().unusable[0]?.fault).toMatch(/model\.json/)
  writeFileSync(join(root, 'recognizers/de/n/model.json'), '{"kind": "nemoCtc"}')
  expect(look().usable).toMatchObject([{ kind: 'nemoCtc', files: { model: expect.stringMatching(/int8/) } }])
})

test('what is incomplete is told in a sentence, and the rest is used', () => {
  put('voices/es/ok', 'a.onnx', 'tokens.txt', 'lexicon.txt')
  put('voices/es/mute', 'a.onnx', 'tokens.txt')
  put('voices/es/bare', 'a.onnx')
  put('voices/spanish!/x', 'a.onnx', 'tokens.txt', 'lexicon.txt')
  put('recognizers/es/x', 'tokens.txt')
  const { usable, unusable } = look()
  expect(usable.map(({ name }) => name)).toEqual(['ok'])
  expect(unusable.map(({ fault }) => fault)).toEqual([
    'A voice needs tokens.txt in the folder of its model.',
    expect.stringMatching(/espeak-ng-data or a lexicon/),
    expect.stringMatching(/not named after a language/),
    'A recognizer needs its model: files that end in .onnx.',
  ])
})

test('without sherpa nothing of it can be used, and that is said', () => {
  put('voices/es/ok', 'a.onnx', 'tokens.txt', 'lexicon.txt')
  expect(installedModels(root, () => 'sherpa is missing')).toMatchObject({
    usable: [],
    unusable: [{ fault: 'sherpa is missing' }],
  })
})

test('a language has what was put here for it, whatever the region', () => {
  put('voices/pt-BR/faber', 'a.onnx', 'tokens.txt', 'lexicon.txt')
  const models = look()
  expect(modelsFor(models, 'voice', 'pt')).toHaveLength(1)
  expect(missingForLanguage(models, 'pt-PT', { voice: true, recognizer: true })).toBe('recognizer')
  expect(missingForLanguage(models, 'pt', { voice: true, recognizer: false })).toBeNull()
  expect(missingForLanguage(models, 'it', { voice: true, recognizer: true })).toBe('voice and no recognizer')
})
