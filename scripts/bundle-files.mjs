// Files of bundles that were replaced: a server started from one may still want them, so they stay for a while after that.
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const KEPT_MS = 7 * 24 * 60 * 60_000
/** Names of the files of the newest bundle. */
const CURRENT = 'current.json'

/** Before a new bundle is made: the age of the files of the one before counts from now, not from when they were made. */
export function beginReplacing(program, nowMs) {
  for (const name of currentIn(program) ?? namesIn(program)) {
    const file = join(program, name)
    if (statSync(file, { throwIfNoEntry: false })) utimesSync(file, nowMs / 1000, nowMs / 1000)
  }
}

/** After it was made of these files. */
export function finishReplacing(program, names, nowMs) {
  writeFileSync(join(program, CURRENT), JSON.stringify(names))
  const kept = new Set([CURRENT, ...names])
  for (const name of namesIn(program)) {
    const file = join(program, name)
    if (!kept.has(name) && nowMs - statSync(file).mtimeMs > KEPT_MS) rmSync(file)
  }
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
