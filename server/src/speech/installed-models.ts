/**
 * Voices and recognizers that an operator has installed on this machine for sherpa-onnx, detected by their files:
 * `voices/<language>/<name>/` and `recognizers/<language>/<name>/` below one folder. docs/speech.md shows the layout.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { primaryLanguageOf } from '../language/packs/packs.ts'
import { missingPackages, missingPartMessage } from './availability.ts'

export type ModelUse = 'voice' | 'recognizer'

export interface InstalledModel {
  use: ModelUse
  /** ISO 639 language, which is the name of its folder, without a region. */
  language: string
  name: string
  directory: string
  /** Kind of model in sherpa-onnx: `vits`, `whisper`, ... */
  kind: string
  /** The part of sherpa's configuration that names the files, with full paths. */
  files: Readonly<Record<string, string>>
}

export interface UnusableModel {
  use: ModelUse
  directory: string
  /** A sentence that says what is missing. */
  fault: string
}

export interface InstalledModels {
  usable: readonly InstalledModel[]
  unusable: readonly UnusableModel[]
}

/** The language of the bundled voices and recognizer. */
export const BUNDLED_LANGUAGE = 'en'

export const NO_MODELS: InstalledModels = { usable: [], unusable: [] }

const FOLDERS: Readonly<Record<ModelUse, string>> = { voice: 'voices', recognizer: 'recognizers' }
const LANGUAGE = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/u

export function modelFolder(root: string, use: ModelUse, language: string, name: string): string {
  return join(root, FOLDERS[use], language, name)
}

/** Searches the two folders. Missing folders are not an error. */
export function installedModels(root: string, missing = missingRuntime): InstalledModels {
  const found = (['voice', 'recognizer'] as const).flatMap((use) =>
    foldersIn(join(root, FOLDERS[use])).flatMap((language) =>
      foldersIn(join(root, FOLDERS[use], language)).map((name) => modelIn(root, use, language, name)),
    ),
  )
  const lacks = found.length === 0 ? null : missing()
  if (lacks !== null) {
    return { usable: [], unusable: found.map(({ use, directory }) => ({ use, directory, fault: lacks })) }
  }
  return {
    usable: found.filter((model) => !('fault' in model)) as InstalledModel[],
    unusable: found.filter((model) => 'fault' in model) as UnusableModel[],
  }
}

/** Whether sherpa-onnx itself is missing; these models do not need the bundled weights. */
function missingRuntime(): string | null {
  const missing = missingPackages('recognizer').filter((name) => name.startsWith('sherpa-onnx'))
  return missing.length === 0 ? null : `The optional package ${missing.join(', ')} is not installed.`
}

export function modelsFor(models: InstalledModels, use: ModelUse, language: string): InstalledModel[] {
  return models.usable.filter((model) => model.use === use && model.language === primaryLanguageOf(language))
}

/** A sentence that says what this machine lacks for a conversation in a language; null: nothing. */
export function missingForLanguage(
  models: InstalledModels,
  language: string,
  needs: { voice: boolean; recognizer: boolean },
): string | null {
  const own = primaryLanguageOf(language) === BUNDLED_LANGUAGE
  const has = (use: 'voice' | 'recognizer', part: 'synthesizer' | 'recognizer') =>
    modelsFor(models, use, language).length > 0 || (own && missingPartMessage(part) === undefined)
  const lacking = [
    needs.voice && !has('voice', 'synthesizer') ? 'voice' : null,
    needs.recognizer && !has('recognizer', 'recognizer') ? 'recognizer' : null,
  ].filter((part) => part !== null)
  return lacking.length === 0 ? null : lacking.join(' and no ')
}

function modelIn(root: string, use: ModelUse, language: string, name: string): InstalledModel | UnusableModel {
  const directory = modelFolder(root, use, language, name)
  if (!LANGUAGE.test(language)) {
    return { use, directory, fault: `The folder "${language}" is not named after a language, such as es or pt-BR.` }
  }
  const recognized = use === 'voice' ? voiceFiles(directory) : recognizerFiles(directory)
  if ('fault' in recognized) return { use, directory, fault: recognized.fault }
  return { use, language: primaryLanguageOf(language.replace('_', '-')), name, directory, ...recognized }
}

type Recognized = { kind: string; files: Record<string, string> } | { fault: string }

/** Finds the model, its vocabulary, and its pronunciation data: a folder of espeak-ng, or a lexicon. */
function voiceFiles(directory: string): Recognized {
  const names = readdirSync(directory)
  const file = fileFinder(directory, names)
  const kind = statedKind(directory)
  const tokens = file(/^tokens\.txt$/u)
  if (tokens === null) return { fault: 'A voice needs tokens.txt in the folder of its model.' }
  const sounds = pruned({
    tokens,
    dataDir: existsSync(join(directory, 'espeak-ng-data')) ? join(directory, 'espeak-ng-data') : null,
    lexicon: file(/^lexicon.*\.txt$/u),
  })
  const vocoder = file(/^(?:vocos|hifigan|vocoder).*\.onnx$/u)
  const model = file(/^(?!(?:vocos|hifigan|vocoder)).*\.onnx$/u)
  if (model === null) return { fault: 'A voice needs its model, a file that ends in .onnx.' }
  const voices = file(/^voices.*\.bin$/u)
  if (voices !== null) return { kind: kind ?? 'kokoro', files: { model, voices, ...sounds } }
  if (vocoder !== null) return { kind: kind ?? 'matcha', files: { acousticModel: model, vocoder, ...sounds } }
  if (sounds.dataDir === undefined && sounds.lexicon === undefined) {
    return { fault: 'A voice needs the folder espeak-ng-data or a lexicon.txt, to know how words sound.' }
  }
  return { kind: kind ?? 'vits', files: { model, ...sounds } }
}

/** The kind of a recognizer is detected from its files; one with a single file declares it in model.json. */
function recognizerFiles(directory: string): Recognized {
  const file = fileFinder(directory, readdirSync(directory), 'int8')
  const kind = statedKind(directory)
  const tokens = file(/tokens\.txt$/u)
  if (tokens === null) return { fault: 'A recognizer needs its vocabulary, a file that ends in tokens.txt.' }
  const part = (name: string) => file(new RegExp(`(?:^|[-_.])${name}(?:[-_.].*)?\\.onnx$`, 'u'))
  const [encoder, decoder, joiner] = [part('encoder'), part('decoder'), part('joiner')]
  const merged = file(/decoder_model_merged.*\.onnx$/u)
  const moonshine = pruned({
    preprocessor: part('preprocess'),
    encoder: part('encode'),
    uncachedDecoder: part('uncached_decode'),
    cachedDecoder: file(/(?:^|[-.])cached_decode(?:[-_.].*)?\.onnx$/u),
  })
  if (Object.keys(moonshine).length === 4) return { kind: 'moonshine', files: { tokens, ...moonshine } }
  if (encoder !== null && merged !== null)
    return { kind: 'moonshine', files: { tokens, encoder, mergedDecoder: merged } }
  if (encoder !== null && decoder !== null && joiner !== null) {
    return { kind: kind ?? 'transducer', files: { tokens, encoder, decoder, joiner } }
  }
  if (encoder !== null && decoder !== null) return { kind: kind ?? 'whisper', files: { tokens, encoder, decoder } }
  const model = file(/\.onnx$/u)
  if (model !== null && kind !== null) return { kind, files: { tokens, model } }
  return {
    fault:
      model === null
        ? 'A recognizer needs its model: files that end in .onnx.'
        : 'The kind of this recognizer cannot be derived from its files; set it in model.json, such as {"kind": "nemoCtc"}.',
  }
}

/** `preferred` files come first: quantized ones are as good and several times as fast. */
function fileFinder(
  directory: string,
  names: readonly string[],
  preferred?: string,
): (pattern: RegExp) => string | null {
  const sorted = [...names].sort()
  return (pattern) => {
    const fitting = sorted.filter((name) => pattern.test(name))
    const best = fitting.find((name) => preferred !== undefined && name.includes(preferred)) ?? fitting[0]
    return best === undefined ? null : join(directory, best)
  }
}

function statedKind(directory: string): string | null {
  try {
    const { kind } = JSON.parse(readFileSync(join(directory, 'model.json'), 'utf8')) as { kind?: unknown }
    return typeof kind === 'string' && /^[A-Za-z0-9]{2,30}$/u.test(kind) ? kind : null
  } catch {
    return null
  }
}

function pruned(files: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null))
}

function foldersIn(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => !name.startsWith('.') && statSync(join(directory, name)).isDirectory())
    .sort()
}
