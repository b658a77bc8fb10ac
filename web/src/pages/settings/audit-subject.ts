/** Which resource an entry of the audit is about: by its name where the entry has one, with its page where there is one. */
import type { Schemas } from '@outdial/sdk'
import { paths } from '../../paths.ts'

export interface AuditSubject {
  /** Null: the entry has no name, and its address is shown. */
  name: string | null
  /** The address of the API, without what all have in common. */
  address: string
  /** Its page in this console; null: it has none, or it was deleted. */
  page: string | null
}

type Entry = Pick<Schemas['AuditEvent'], 'subject' | 'before' | 'after' | 'operation'>

/** Beginnings of addresses whose resources have a page. */
const PAGES: readonly [string, (id: number) => string][] = [
  ['/campaign', (id) => paths.campaign(id)],
  ['/workflow', (id) => paths.workflow(id)],
  ['/organizations/telephony-configs', (id) => paths.telephonyConfiguration(id)],
]

/** The fields by which people know a resource, the best first. Never a phone number: erasing a person would not find it here. */
const NAMES = ['name', 'filename', 'file_name', 'title', 'label', 'email', 'url'] as const

const textIn = (value: Entry['before'], field: string): string | null => {
  const found = value?.[field]
  return typeof found === 'string' && found !== '' ? found : null
}

export function auditSubject({ subject, before, after, operation }: Entry): AuditSubject {
  const address = subject.replace('/api/v1', '')
  // What it is called now; a change of something below a resource knows only the resource.
  const name = [after, before].flatMap((state) => NAMES.map((field) => textIn(state, field))).find(Boolean) ?? null
  return { name, address, page: /^(delete|erase)/.test(operation) ? null : pageOf(address, after) }
}

function pageOf(address: string, after: Entry['after']): string | null {
  for (const [beginning, page] of PAGES) {
    if (address !== beginning && !address.startsWith(`${beginning}/`)) continue
    const inAddress = /\/(\d+)(?:\/|$)/.exec(address)?.[1]
    const id = inAddress === undefined ? after?.id : Number(inAddress)
    return typeof id === 'number' ? page(id) : null
  }
  return null
}
