import { expect, test } from 'vitest'
import { usableCores } from './cores.ts'

const files = (named: Record<string, string>) => (path: string) => named[path] ?? ''
const V2 = '/sys/fs/cgroup/cpu.max'
const V1_QUOTA = '/sys/fs/cgroup/cpu/cpu.cfs_quota_us'
const V1_PERIOD = '/sys/fs/cgroup/cpu/cpu.cfs_period_us'

test.each([
  ['no control group', {}, 32],
  ['no limit, version 2', { [V2]: 'max 100000\n' }, 32],
  ['two cores, version 2', { [V2]: '200000 100000\n' }, 2],
  ['one and a half cores count as one', { [V2]: '150000 100000\n' }, 1],
  ['less than a core is still one', { [V2]: '50000 100000\n' }, 1],
  ['more than the machine has', { [V2]: '6400000 100000\n' }, 32],
  ['three cores, version 1', { [V1_QUOTA]: '300000\n', [V1_PERIOD]: '100000\n' }, 3],
  ['no limit, version 1', { [V1_QUOTA]: '-1\n', [V1_PERIOD]: '100000\n' }, 32],
])('%s', (_, named, cores) => {
  expect(usableCores(files(named), 32)).toBe(cores)
})
