import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { canonicalNumber, canonicalNumberSql } from './canonical-number.ts'

const CASES: Array<[address: string, callable: string]> = [
  ['+442071838750', '+442071838750'],
  ['1001', '1001'],
  ['erased', 'erased'],
  ['sip:+442071838750@pbx.example', '+442071838750'],
  ['sips:+442071838750@pbx.example:5061', '+442071838750'],
  ['sip:+442071838750@pbx.example;user=phone', '+442071838750'],
  ['sip:+442071838750;ext=5@pbx.example', '+442071838750'],
  ['sip:%2B442071838750@pbx.example', '+442071838750'],
  ['sip:%2b44-20-7183-8750@pbx.example', '+442071838750'],
  ['sip:442071838750@pbx.example', '+442071838750'],
  ['sip:00442071838750@pbx.example', '+442071838750'],
  ['sip:1234567@pbx.example', '+1234567'],
  ['sip:1001@pbx.example', 'sip:1001@pbx.example'],
  ['sip:alice@pbx.example', 'sip:alice@pbx.example'],
  ['sip:agent442071838750@pbx.example', 'sip:agent442071838750@pbx.example'],
  ['sip:1234567890123456@pbx.example', 'sip:1234567890123456@pbx.example'],
]

test.each(CASES)('%s rings %s', (address, callable) => {
  expect(canonicalNumber(address)).toBe(callable)
})

test('the database says the same', async () => {
  const { pool } = await testDatabase()
  const { rows } = await pool.query<{ callable: string }>(
    `select ${canonicalNumberSql('address')} as callable from unnest($1::text[]) with ordinality as x(address, place) order by place`,
    [CASES.map(([address]) => address)],
  )
  expect(rows.map(({ callable }) => callable)).toEqual(CASES.map(([, callable]) => callable))
})
