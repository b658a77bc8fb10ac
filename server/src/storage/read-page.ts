/** Reads one page of a list. Every list of the API that can grow has the same paging: see docs/api-guide.md. */
import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'

export interface PageRequest {
  /** Everything if left out. */
  limit?: number | undefined
  offset?: number | undefined
  /** The key of the last row of the previous page. `offset` is ignored with it. */
  cursor?: number | undefined
}

export interface Page<Row> {
  rows: Row[]
  /** Null: this is the last page. */
  next_cursor: number | null
}

/** Orders the rows by `key`, a unique number that is selected under its own name. Rows added or deleted later move no other row to another page. */
export async function readPage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  key: ReferenceExpression<DB, Tables> & string,
  { limit, offset, cursor }: PageRequest,
  order: 'asc' | 'desc' = 'asc',
): Promise<Page<Row>> {
  let page = query.orderBy(key, order)
  // As a bigint: a version is a smaller number, and a cursor may be any.
  if (cursor !== undefined) page = page.where(key, order === 'asc' ? '>' : '<', sql`${cursor}::bigint` as never)
  else if (offset !== undefined) page = page.offset(offset)
  // Reads one row more than shown, to know whether there is another page.
  if (limit !== undefined) page = page.limit(limit + 1)
  const rows = await page.execute()
  const column = key.slice(key.indexOf('.') + 1) as keyof Row
  return cutPage(rows, limit, (row) => row[column] as number)
}

/** Removes the row that was read beyond `limit`. */
export function cutPage<Row>(found: Row[], limit: number | undefined, keyOf: (row: Row) => number): Page<Row> {
  const rows = limit === undefined ? found : found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next_cursor: rows.length < found.length && last !== undefined ? keyOf(last) : null }
}
