/** Adds many numbers to the list: COPY to a temporary table, then one statement. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { LATER_EXPIRY_SQL } from './queries.ts'

export interface SuppressionBulkInsert {
  /** Adds lines for COPY: number, reason, source, expiry or \\N, separated by tabs. */
  add(lines: string): Promise<void>
  /** Moves the lines to the list; returns how many numbers were not on it before. */
  finish(organizationId: number, author: string, now: Date): Promise<number>
}

/** A portion is encoded and sent without a pause, for which live calls would wait. */
const PORTION_CHARACTERS = 256 * 1024
const TEXT_CHARACTERS_MAX = 255

const INCOMING = `create temp table incoming_suppressions (
  phone_number text not null, reason text not null, source text not null, expires_at timestamptz) on commit drop`
const COPY = 'copy incoming_suppressions from stdin'

/** Extends entries with an expiry to the requested one, if it is later. */
const LENGTHEN = `update suppressions s set expires_at = ${LATER_EXPIRY_SQL}
    from incoming_suppressions excluded
   where s.organization_id = $1::bigint and s.phone_number = excluded.phone_number and s.expires_at is not null
     and (excluded.expires_at is null or excluded.expires_at > s.expires_at)`

/** Inserts in index order, so that neighboring entries are written together. */
const TAKE_OVER = `insert into suppressions (organization_id, phone_number, reason, source, author, expires_at, created_at)
  select $1::bigint, phone_number, reason, source, $2::text, expires_at, $3::timestamptz
    from incoming_suppressions order by phone_number
  on conflict (organization_id, phone_number) do nothing`

/** Opens an intake on a connection that is inside a transaction. */
export async function openBulkInsert(client: PoolClient): Promise<SuppressionBulkInsert> {
  await client.query(INCOMING)
  let portion = ''
  const send = async () => {
    if (portion === '') return
    const bytes = Buffer.from(portion)
    portion = ''
    await pipeline(Readable.from([bytes]), client.query(copyFrom(COPY)))
  }
  return {
    async add(lines) {
      portion += lines
      if (portion.length >= PORTION_CHARACTERS) await send()
    },
    async finish(organizationId, author, now) {
      await send()
      await client.query(LENGTHEN, [organizationId])
      const { rowCount } = await client.query(TAKE_OVER, [organizationId, author, now])
      return rowCount ?? 0
    },
  }
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Escapes a reason or source for a cell of such a line. */
export function escapeCopyText(text: string): string {
  const cut = text.slice(0, TEXT_CHARACTERS_MAX)
  return cut.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] as string)
}
