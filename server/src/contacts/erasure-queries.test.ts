import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import { openDatabase } from '../storage/database.ts'
import { eraseFromLists } from './erasure-queries.ts'

test('a person is erased from every portion of every list, and nobody else is', async () => {
  const { pool } = await testDatabase()
  const { rows: made } = await pool.query<{ id: number }>(
    `insert into organizations (name, max_concurrency, created_at) values ('one', 1, now()), ('other', 1, now()) returning id`,
  )
  const [one, other] = made.map(({ id }) => id) as [number, number]
  await pool.query(
    `insert into contact_lists (organization_id, source_id, filename, status, created_at)
     select o, 'list ' || n, 'list.csv', 'ready', now() from unnest($1::bigint[]) with ordinality as x(o, n)`,
    [[one, one, other]],
  )
  // Rows of the lists alternate, so that their ids have gaps.
  await pool.query(
    `insert into list_contacts (organization_id, list_id, row_number, phone_number, more_numbers, address_type, variables)
     select k.organization_id, k.id, n, case n when 4 then '+12025550100' when 8 then 'sip:+12025550100@example.com' else '+1202555' || 1000 + n end,
            case n when 5 then array['+12025550100'] end, 'pstn', '{"first_name": "Ada"}'
       from generate_series(1, 9) n, contact_lists k order by n, k.id`,
  )
  expect(await eraseFromLists(openDatabase(pool), one, '+12025550100', 4)).toBe(6)
  const { rows } = await pool.query<{ organizationId: number; erased: number[] }>(
    `select organization_id as "organizationId", array_agg(row_number order by list_id, row_number) as erased from list_contacts
      where phone_number = $1 and more_numbers is null and variables = '{}' group by 1`,
    [ERASED_NUMBER],
  )
  expect(rows).toEqual([{ organizationId: one, erased: [4, 5, 8, 4, 5, 8] }])
})
