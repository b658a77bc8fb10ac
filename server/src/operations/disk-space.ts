/** The disk of DATA_DIR: used by the embedded PostgreSQL, recordings in progress and uploads. */
import { mkdir, statfs } from 'node:fs/promises'
import type { Log } from '../kernel/log.ts'

export interface DiskSpace {
  freeBytes: number
  sizeBytes: number
}

export async function diskSpace(directory: string): Promise<DiskSpace> {
  await mkdir(directory, { recursive: true })
  const { bavail, blocks, bsize } = await statfs(directory)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

/** If less than both limits is free, the operator is warned. Below half of it, uploads are refused (http/receive-upload.ts). */
const LOW_BYTES = 4 * 1024 ** 3
const LOW_SHARE = 0.1

export function isDiskSpaceLow({ freeBytes, sizeBytes }: DiskSpace): boolean {
  return freeBytes < Math.min(LOW_BYTES, sizeBytes * LOW_SHARE)
}

const EVERY_MS = 5 * 60_000

/** Recurring job for installations without Prometheus: logs a warning at each check while space is low. */
export function watchDisk({
  directory,
  log,
  look = diskSpace,
}: {
  directory: string
  log: Log
  look?: (directory: string) => Promise<DiskSpace>
}) {
  return {
    name: 'watch-disk',
    everyMs: EVERY_MS,
    async runOnce(): Promise<{ free_mb: number }> {
      const space = await look(directory)
      const freeMb = Math.floor(space.freeBytes / 1024 ** 2)
      if (isDiskSpaceLow(space))
        log.warn({ free_mb: freeMb }, 'the disk of DATA_DIR is nearly full; make room, or new lists are refused')
      return { free_mb: freeMb }
    },
  }
}
