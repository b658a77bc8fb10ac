/** A folder of this machine, or one that all nodes see (NFS and its like). */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { FileStore } from '../../kernel/file-store.ts'

/** Files on their way begin with a dot and are not listed; every writer has one of its own. */
const draftOf = (file: string) => join(dirname(file), `.${randomUUID()}.draft`)

export function folderStore(directory: string): FileStore {
  const fileOf = (key: string) => join(directory, key)
  /** Nobody else on the machine reads it. */
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
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  return {
    place: directory,
    take: (key, from) =>
      placed(key, async (file) => {
        try {
          await rename(from, file)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
          await throughDraft(file, (draft) => copyFile(from, draft))
          await rm(from, { force: true })
        }
      }),
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
        if (!entry.isFile() || entry.name.startsWith('.')) continue
        const file = join(entry.parentPath, entry.name)
        const found = await absent(stat(file))
        if (found) yield { key: relative(directory, file).split(sep).join('/'), changedAtMs: found.mtimeMs }
      }
    },
  }
}

/** A disk that fails is not the same as a file that is not there. */
async function absent<T>(look: Promise<T>): Promise<T | null> {
  try {
    return await look
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
