/**
 * Voices and recognizers that can be added with one command. Addresses are those of the authors of sherpa-onnx; the hashes are
 * those of the published files, so that a changed file is not used.
 */
import type { ModelUse } from './installed-models.ts'

export interface CatalogueModel {
  name: string
  use: ModelUse
  /** Language of the model; null: it supports many, and the language is passed to it. */
  language: string | null
  description: string
  url: string
  megabytes: number
  sha256: string
  licence: string
  /** Kind of model in sherpa-onnx, if the files do not show it. */
  kind?: string
}

const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download'

export const MODEL_CATALOGUE: readonly CatalogueModel[] = [
  {
    name: 'piper-libritts-r',
    use: 'voice',
    language: 'en',
    description: 'American English, 904 speakers (piper-libritts-r:0 to :903)',
    url: `${RELEASES}/tts-models/vits-piper-en_US-libritts_r-medium.tar.bz2`,
    megabytes: 82,
    sha256: '10dc268f3e371696d721486123e2705a9fc1faa113491979fde4d88dba1f1b1c',
    licence: 'see MODEL_CARD in its folder (data CC BY 4.0)',
  },
  {
    name: 'kokoro-en',
    use: 'voice',
    language: 'en',
    description: 'English, 11 speakers, the most natural here and the slowest',
    url: `${RELEASES}/tts-models/kokoro-en-v0_19.tar.bz2`,
    megabytes: 320,
    sha256: '912804855a04745fa77a30be545b3f9a5d15c4d66db00b88cbcd4921df605ac7',
    licence: 'Apache-2.0',
  },
  {
    name: 'kokoro-en-int8',
    use: 'voice',
    language: 'en',
    description: 'the same in a third of the space',
    url: `${RELEASES}/tts-models/kokoro-int8-en-v0_19.tar.bz2`,
    megabytes: 103,
    sha256: 'c9f0dd393615805b0bab050c340834d5e684e732aec91c0e860cd30e982c08bd',
    licence: 'Apache-2.0',
  },
  {
    name: 'piper-thorsten',
    use: 'voice',
    language: 'de',
    description: 'German, one speaker',
    url: `${RELEASES}/tts-models/vits-piper-de_DE-thorsten-high.tar.bz2`,
    megabytes: 116,
    sha256: 'dd4ed1b0d42c30a1a4862fc2b243e8044d52b8889c9ff3d1e99e92028888bc4a',
    licence: 'CC0-1.0',
  },
  {
    name: 'whisper-tiny',
    use: 'recognizer',
    language: null,
    description: 'many languages, small and rough',
    url: `${RELEASES}/asr-models/sherpa-onnx-whisper-tiny.tar.bz2`,
    megabytes: 116,
    sha256: 'c46116994e539aa165266d96b325252728429c12535eb9d8b6a2b10f129e66b1',
    licence: 'MIT',
  },
  {
    name: 'whisper-base',
    use: 'recognizer',
    language: null,
    description: 'many languages',
    url: `${RELEASES}/asr-models/sherpa-onnx-whisper-base.tar.bz2`,
    megabytes: 208,
    sha256: '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de',
    licence: 'MIT',
  },
  {
    name: 'parakeet-v3',
    use: 'recognizer',
    language: null,
    description: '25 European languages',
    url: `${RELEASES}/asr-models/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2`,
    megabytes: 487,
    sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
    licence: 'CC BY 4.0',
    kind: 'nemoTransducer',
  },
]
