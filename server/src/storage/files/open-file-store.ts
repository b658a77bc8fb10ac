import type { FileStore } from '../../kernel/file-store.ts'
import { folderStore } from './folder-store.ts'
import type { S3Settings } from './s3-store.ts'

export type FileStoreSettings = { kind: 'folder'; directory: string } | ({ kind: 's3' } & S3Settings)

export async function openFileStore(settings: FileStoreSettings, fetcher?: typeof fetch): Promise<FileStore> {
  if (settings.kind === 'folder') return folderStore(settings.directory)
  const { kind: _kind, ...bucket } = settings
  // The S3 client is loaded only if a bucket is configured.
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(bucket, fetcher ? { fetcher } : {})
}
