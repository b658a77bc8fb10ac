/** Finds the resource of an audit entry: its name if the entry has one, and its page if there is one. */
import type { Schemas } from '@outdial/sdk'
import { paths } from '../../paths.ts'

export interface AuditSubject {
  /** Name of the resource; null: the entry has none, and its address is shown. */
  name: string | null
  /** Path in the API, without the common prefix. */
  address: string
  /** Page of the resource in this console; null: it has none, or it was deleted. */
  page: string | null
}

type Entry = Pick<Schemas['AuditEvent'], 'subject' | 'before' | 'after' | 'operation'>

/** Path prefixes of resources that have a page. */
const PAGES: readonly [string, (id: number) => string][] = [
  ['/campaign', (id) => paths.campaign(id)],
  ['/workflow', (id) => paths.workflow(id)],
  ['/organizations/telephony-configs', (id) => paths.telephonyConfiguration(id)],
]

/** Fields that name a resource, best first. A phone number is never used, because erasing a person would not find it here. */
const NAMES = ['name', 'filename', 'file_name', 'title', 'label', 'email', 'url'] as const

const textIn = (value: Entry['before'], field: string): string | null => {
  const found = value?.[field]
  return typeof found === 'string' && found !== '' ? found : null
}

export function auditSubject({ subject, before, after, operation }: Entry): AuditSubject {
  const address = subject.replace('/api/v1', '')
  // The current name; an entry about a part of a resource only has the resource's name.
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
