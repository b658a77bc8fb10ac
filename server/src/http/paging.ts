/** Paging of every list that can grow: `limit` and `cursor` in the request, `next_cursor` in the answer. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Page } from '../storage/read-page.ts'
import { integer, optional } from './schemas.ts'

export const cursorParameter = () =>
  optional(integer({ minimum: 0 })).meta({ description: 'Continue here: `next_cursor` of the previous answer.' })

export const nextCursor = () => z.int().nullable().meta({ description: '`cursor` of the next page; null: no more.' })

/** Lists with these parameters are returned completely unless `limit` is given. */
export const pageQuery = {
  limit: optional(integer({ minimum: 1, maximum: 10_000 })),
  cursor: cursorParameter(),
  offset: optional(integer({ minimum: 0 })).meta({ description: 'Number of entries to skip; ignored with `cursor`.' }),
}

/** The answer of a list: its items in the field `name`, and the cursor of the next page. */
export function pageAnswer(name: string, item: z.ZodType, example: unknown) {
  return {
    schema: z.object({ [name]: z.array(item), next_cursor: nextCursor() }),
    example: { [name]: [example], next_cursor: null },
  }
}

/** Has the cursor of the next page if the answer is the list itself and so has no field for it. */
export const NEXT_CURSOR_HEADER = 'Next-Cursor'

/** Sets the header, unless this is the last page. */
export function rowsWithCursor<Row>(reply: FastifyReply, { rows, next_cursor }: Page<Row>): Row[] {
  if (next_cursor !== null) reply.header(NEXT_CURSOR_HEADER, next_cursor)
  return rows
}
