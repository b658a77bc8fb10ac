import { expect, test } from 'vitest'
import { isRegistryChanging, type Registry } from '../../api/registry-changing.ts'
import { registryWords as w } from '../../words/registries.ts'
import { registryStatusOf } from './registry-status.ts'

const READY: Registry = {
  registry: 'robinson',
  as_of: '2026-11-14',
  numbers: 2,
  stored_bytes: 4,
  file_sha256: 'ab',
  author: 'API key 1',
  imported_at: '2026-11-14T09:00:00.000Z',
  import: null,
  is_required: true,
  scrubbed_on: '2026-11-14',
  lists_in_use: 3,
  lists_unchecked: 0,
  failures: [],
}
const CHECK_FAILED = { step: 'check' as const, as_of: '2026-11-14', message: 'damaged', author: null, at: '2026-11-14' }

test.each<[string, Partial<Registry>, string, boolean, boolean]>([
  ['known', {}, `${w.compared(3)} ${w.known('2026-11-14')}`, false, false],
  ['being compared', { scrubbed_on: null, lists_unchecked: 1 }, `${w.comparing(1, 3)} ${w.held}`, true, true],
  ['an older day counts', { scrubbed_on: '2026-10-01' }, `${w.compared(3)} ${w.known('2026-10-01')}`, false, true],
  ['not asked for', { is_required: false, scrubbed_on: null }, `${w.compared(3)} ${w.notRequired}`, false, false],
  ['no lists', { lists_in_use: 0 }, `${w.noLists} ${w.known('2026-11-14')}`, false, false],
  ['first import failed', { as_of: null, scrubbed_on: null, lists_unchecked: 3 }, w.held, true, false],
  [
    'no file and not asked for',
    { as_of: null, is_required: false, scrubbed_on: null },
    w.notRequiredNoFile,
    false,
    false,
  ],
  ['damaged', { scrubbed_on: null, failures: [CHECK_FAILED] }, `${w.compared(3)} ${w.held}`, true, false],
])('%s: what calls may do is said, and the page reads again while it changes', (_, change, words, isHeld, moves) => {
  const one = { ...READY, ...change }
  expect([registryStatusOf(one), isRegistryChanging(one)]).toEqual([{ words, isHeld }, moves])
})
