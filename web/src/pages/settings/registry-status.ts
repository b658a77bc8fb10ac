import type { Registry } from '../../api/registry-changing.ts'
import { bytes } from '../../ui/format.ts'
import { registryWords as w } from '../../words/registries.ts'

export function progressWords({ phase, as_of, rows_read, bytes_read }: NonNullable<Registry['import']>): string {
  return phase === 'writing' ? w.storing(as_of, rows_read) : w.importing(as_of, rows_read, bytes(bytes_read))
}

/** What the registry means for calls at present. */
export function registryStatusOf(one: Registry): { words: string; isHeld: boolean } {
  const { is_required, scrubbed_on, lists_in_use, lists_unchecked, as_of } = one
  const isHeld = is_required && scrubbed_on === null
  // Without a file, the registry has no numbers to compare with.
  const free = as_of === null ? w.notRequiredNoFile : w.notRequired
  const rule = !is_required ? free : scrubbed_on === null ? w.held : w.known(scrubbed_on)
  if (as_of === null) return { words: rule, isHeld }
  const unchecked = lists_unchecked > 0 ? w.comparing(lists_unchecked, lists_in_use) : w.compared(lists_in_use)
  return { words: `${lists_in_use === 0 ? w.noLists : unchecked} ${rule}`, isHeld }
}
