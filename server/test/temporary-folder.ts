import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterFile } from './after-file.ts'

/** A new folder, gone after the test file and after whatever the file opens in it; a killed program may take a moment to be gone. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `outdial-${name}-`))
  afterFile(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
