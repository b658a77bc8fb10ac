/** Quotas of an organization. Quotas that are not set have the installation's defaults, which are rarely reached. */
import { ApiError } from '../kernel/errors.ts'
import type { Queries } from '../storage/database.ts'
import { storedQuotas } from './queries.ts'

export const QUOTAS = {
  contact_lists: { default: 2000, what: 'contact lists' },
  contact_rows: { default: 20_000_000, what: 'rows in contact lists' },
  campaigns: { default: 5000, what: 'campaigns' },
  webhooks: { default: 20, what: 'webhooks' },
  credentials: { default: 200, what: 'credentials' },
  tools: { default: 500, what: 'tools' },
  documents: { default: 500, what: 'documents' },
  registries: { default: 100, what: 'do-not-call registries' },
  workflow_recordings: { default: 200, what: 'recordings for workflows' },
  contact_bytes: { default: 20_000_000_000, what: 'bytes in contact lists' },
  recording_bytes: { default: 1_000_000_000_000, what: 'bytes of recordings' },
} as const

export type Quota = keyof typeof QUOTAS
export const QUOTA_NAMES = Object.keys(QUOTAS) as [Quota, ...Quota[]]
export const QUOTA_MAX = 1_000_000_000_000_000

export async function quotasOf(db: Queries, organizationId: number): Promise<Record<Quota, number>> {
  const own = await storedQuotas(db, organizationId)
  return Object.fromEntries(QUOTA_NAMES.map((name) => [name, own[name] ?? QUOTAS[name].default])) as Record<
    Quota,
    number
  >
}

/** Throws if the quota would be exceeded. */
export async function requireQuota(
  db: Queries,
  organizationId: number,
  quota: Quota,
  wouldBe: () => Promise<number>,
): Promise<void> {
  const { [quota]: limit } = await quotasOf(db, organizationId)
  if ((await wouldBe()) <= limit) return
  const message = `Your organization may have ${limit} ${QUOTAS[quota].what}; delete some first, or ask the operator of this installation for more.`
  throw new ApiError('quota_exceeded', { message, details: { quota, limit } })
}
