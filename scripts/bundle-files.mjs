// Files of bundles that were replaced: a server started from one may still want them, so they stay for a while after that.
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const KEPT_MS = 7 * 24 * 60 * 60_000
/** Names of the files of the newest bundle. Written when it is whole. */
export const CURRENT = 'current.json'

/** After a bundle was made of these files: the age of those it replaces counts from now, not from when they were made. */
export function finishReplacing(program, names, nowMs) {
  const replaced = new Set(currentIn(program) ?? namesIn(program))
  const kept = new Set([CURRENT, ...names])
  for (const name of namesIn(program)) {
    const file = join(program, name)
    if (kept.has(name)) continue
    if (replaced.has(name)) utimesSync(file, nowMs / 1000, nowMs / 1000)
    else if (nowMs - statSync(file).mtimeMs > KEPT_MS) rmSync(file)
  }
  writeFileSync(join(program, CURRENT), JSON.stringify(names))
}

function namesIn(program) {
  return statSync(program, { throwIfNoEntry: false }) ? readdirSync(program) : []
}

function currentIn(program) {
  try {
    return JSON.parse(readFileSync(join(program, CURRENT), 'utf8'))
  } catch {
    return null
  }
}
