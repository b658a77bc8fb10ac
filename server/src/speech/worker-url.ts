import { existsSync } from 'node:fs'
import { SpeechUnavailable } from './availability.ts'

/** The address of a file beside `moduleUrl`'s compiled self: worker threads run JavaScript, tests run TypeScript. */
export function workerUrl(moduleUrl: string, name: string): URL {
  const directory = new URL('.', moduleUrl)
  if (!moduleUrl.endsWith('.ts')) return new URL(`${name}.js`, directory)
  const [before, after] = splitAtSource(directory.href)
  const compiled = new URL(`${before}/dist/src/${after}${name}.js`)
  if (!existsSync(compiled)) throw new SpeechUnavailable(`${name}.js has not been compiled; build the server first.`)
  return compiled
}

function splitAtSource(href: string): [string, string] {
  const at = href.lastIndexOf('/src/')
  return [href.slice(0, at), href.slice(at + '/src/'.length)]
}
