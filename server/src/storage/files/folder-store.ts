/** A store in a folder of this machine, or one shared by all nodes (NFS and similar). */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { FileStore } from '../../kernel/file-store.ts'

/**
 * Name of a file being written: it begins with a dot and is not listed; every writer has its own. `list` removes those of dead
 * writers.
 */
const draftOf = (file: string) => join(dirname(file), `.${randomUUID()}.draft`)
const DRAFT = /^\.[\w-]+\.draft$/

/** A draft older than this belongs to a writer that died, because writing takes less time. */
const DEAD_DRAFT_MS = 24 * 60 * 60_000

export function folderStore(directory: string, clock: Pick<Clock, 'now'> = systemClock): FileStore {
  const fileOf = (key: string) => join(directory, key)
  /** Stores a file so that other users of the machine cannot read it. */
  async function placed(key: string, put: (file: string) => Promise<void>): Promise<void> {
    const file = fileOf(key)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await put(file)
  }
  const throughDraft = async (file: string, fill: (draft: string) => Promise<void>) => {
    const draft = draftOf(file)
    try {
      await fill(draft)
      await rename(draft, file)
    } finally {
      // Removed even after success: a link renamed to another link of the same file stays in place.
      await rm(draft, { force: true })
    }
  }

  return {
    place: directory,
    put: (key, from, through) =>
      placed(key, (file) =>
        throughDraft(file, async (draft) => {
          if (through)
            return pipeline(createReadStream(from), through(), createWriteStream(draft, { mode: 0o600, flags: 'wx' }))
          // Copies the bytes if the file is on another disk, or the disk does not support links.
          await link(from, draft).catch(() => copyFile(from, draft))
          // Sets the file's time to now: the sweep skips young files, which may not be recorded in the database yet.
          const now = new Date()
          await utimes(draft, now, now)
        }),
      ),
    write: (key, bytes) =>
      placed(key, (file) => throughDraft(file, (draft) => writeFile(draft, bytes, { mode: 0o600 }))),
    size: (key) => absent(stat(fileOf(key)).then(({ size }) => size)),
    async read(key, range) {
      const found = await absent(stat(fileOf(key)))
      return found && createReadStream(fileOf(key), range ?? {})
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    async *list() {
      const entries = (await absent(readdir(directory, { recursive: true, withFileTypes: true }))) ?? []
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const file = join(entry.parentPath, entry.name)
        const found = await absent(stat(file))
        if (!found) continue
        if (!entry.name.startsWith('.'))
          yield { key: relative(directory, file).split(sep).join('/'), changedAtMs: found.mtimeMs }
        // A link has the modification time of its file, but creating it changes the ctime, so ctime shows the age.
        else if (DRAFT.test(entry.name) && clock.now() - found.ctimeMs > DEAD_DRAFT_MS) await rm(file, { force: true })
      }
    },
  }
}

/** Null for a missing file; any other disk error is thrown. */
async function absent<T>(look: Promise<T>): Promise<T | null> {
  try {
    return await look
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
