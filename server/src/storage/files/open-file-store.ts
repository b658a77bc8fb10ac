import type { FileStore } from '../../kernel/file-store.ts'
import type { ProxySettings } from '../../kernel/proxy-rules.ts'
import { operatorFetch } from '../../kernel/tunnel.ts'
import { folderStore } from './folder-store.ts'
import type { S3Settings } from './s3-store.ts'
import { type SealedStore, sealedStore } from './sealed-store.ts'

export type FileStoreSettings = { kind: 'folder'; directory: string } | ({ kind: 's3' } & S3Settings)

export interface FileStoreOptions {
  fetcher?: typeof fetch
  /** Keys that encrypt the files, newest first; none: new files are not encrypted. */
  storageKeys?: readonly Buffer[]
}

export async function openFileStore(
  settings: FileStoreSettings,
  { fetcher, storageKeys = [] }: FileStoreOptions = {},
): Promise<SealedStore> {
  return sealedStore(await openPlainStore(settings, fetcher), storageKeys)
}

async function openPlainStore(settings: FileStoreSettings, fetcher: typeof fetch | undefined): Promise<FileStore> {
  if (settings.kind === 'folder') return folderStore(settings.directory)
  const { kind: _kind, ...bucket } = settings
  // The S3 client is loaded only if a bucket is configured.
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(bucket, fetcher ? { fetcher } : {})
}

/** The store of recordings, as the settings of the installation say. */
export function openRecordingStore(config: {
  recordings: FileStoreSettings
  storageKeys: readonly Buffer[]
  proxies: ProxySettings | null
}): Promise<SealedStore> {
  const { recordings, storageKeys, proxies } = config
  return openFileStore(recordings, { fetcher: operatorFetch(proxies), storageKeys })
}
