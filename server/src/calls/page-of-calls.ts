/** Calls, newest first, page by page. */
import { cursorParameter } from '../http/paging.ts'
import { integer, optional, timestamp } from '../http/schemas.ts'
import type { Queries } from '../storage/database.ts'
import { cutPage } from '../storage/read-page.ts'
import { type CallFilter, COUNTED_CALLS_MAX, countCalls, listCalls } from './queries.ts'
import { RUNS_PAGE_LIMITS, serializeRun } from './shapes.ts'

/** Pages are chosen by number or by cursor. With a cursor they do not shift while new calls arrive. */
export const CALLS_PAGE_QUERY = {
  page: optional(integer({ minimum: 1, maximum: 1_000_000 })).meta({ description: 'Ignored with `cursor`.' }),
  limit: optional(integer({ minimum: 1, maximum: RUNS_PAGE_LIMITS.most })),
  cursor: cursorParameter(),
}

export const CALLS_RANGE_QUERY = {
  from: optional(timestamp()).meta({ description: 'Only calls that began at this moment or later.' }),
  to: optional(timestamp()).meta({ description: 'Only calls that began before this moment.' }),
}

export interface CallsPage {
  page?: number | undefined
  limit?: number | undefined
  cursor?: number | undefined
}

/** Calls as the API shows them. */
export async function pageOfCalls(
  { db, publicUrl }: { db: Queries; publicUrl: string },
  organizationId: number,
  filter: Omit<CallFilter, 'limit' | 'offset' | 'beforeId'>,
  request: CallsPage,
) {
  const { cursor, page = 1, limit = RUNS_PAGE_LIMITS.default } = request
  const offset = cursor === undefined ? (page - 1) * limit : 0
  const found = await listCalls(db, organizationId, { ...filter, beforeId: cursor, limit: limit + 1, offset })
  const { rows: calls, next_cursor } = cutPage(found, limit, ({ id }) => id)
  const counted = cursor === undefined ? await countCalls(db, organizationId, filter) : null
  const total = counted === null ? null : Math.max(counted, calls.length === 0 ? 0 : offset + found.length)
  return {
    runs: calls.map((call) => serializeRun(call, publicUrl)),
    total_count: total,
    total_is_exact: counted !== null && counted < COUNTED_CALLS_MAX,
    page,
    limit,
    total_pages: total === null ? null : Math.max(1, Math.ceil(total / limit)),
    next_cursor,
  }
}
