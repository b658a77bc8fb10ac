import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Files with the CPU quota of a control group, version 2 and then 1: microseconds of CPU time per period. */
const CGROUP_V2 = '/sys/fs/cgroup/cpu.max'
const CGROUP_V1 = ['/sys/fs/cgroup/cpu/cpu.cfs_quota_us', '/sys/fs/cgroup/cpu/cpu.cfs_period_us'] as const

/**
 * Cores that this process may use: those of the machine, or fewer if a container has a CPU limit. Node 20 does not read the
 * limit, so a container with one core on a large host would accept conversations for the whole host.
 */
export function usableCores(read = readText, machine = availableParallelism()): number {
  const limit = quotaCores(read(CGROUP_V2)) ?? quotaCores(CGROUP_V1.map(read).join(' '))
  return limit === null ? machine : Math.max(1, Math.min(machine, Math.floor(limit)))
}

/** "150000 100000" is one and a half cores; "max 100000" and "-1 100000" set no limit. */
function quotaCores(text: string): number | null {
  const [quota, period] = text.trim().split(/\s+/).map(Number)
  if (quota === undefined || period === undefined) return null
  return quota > 0 && period > 0 ? quota / period : null
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
