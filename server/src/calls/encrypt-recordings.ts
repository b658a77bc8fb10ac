/** Encrypts stored files again: those that are plain, and those with an older storage key. */
import type { FileStore } from '../kernel/file-store.ts'

export interface EncryptingStore extends FileStore {
  readonly currentKeyId: string | null
  keyIdOf(key: string): Promise<string | null>
}

/**
 * One file at a time. A file that is erased in the moment in which it is written comes back without a record of it; the sweep
 * then removes it like any file that belongs to no call.
 */
export async function encryptRecordings(
  store: EncryptingStore,
  onFailure: (key: string, error: unknown) => void,
): Promise<{ encrypted: number; failed: number }> {
  const result = { encrypted: 0, failed: 0 }
  for await (const { key } of store.list()) {
    try {
      if (await encryptFile(store, key)) result.encrypted++
    } catch (error) {
      result.failed++
      onFailure(key, error)
    }
  }
  return result
}

async function encryptFile(store: EncryptingStore, key: string): Promise<boolean> {
  if ((await store.keyIdOf(key)) === store.currentKeyId) return false
  const content = await store.read(key)
  if (content === null) return false
  const bytes = Buffer.concat(await content.toArray())
  // It may have been erased while it was read.
  if ((await store.size(key)) === null) return false
  await store.write(key, bytes)
  return true
}
