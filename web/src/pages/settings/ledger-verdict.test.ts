import { expect, test } from 'vitest'
import { ledgerVerdict } from './ledger-verdict.ts'

test('an intact chain does not pass for a proof that every call is in it', () => {
  const { title, text } = ledgerVerdict({ ok: true, records: 1, faults: [] })
  expect(title).toBe('Chain verified: 1 record, none altered, dropped or moved')
  expect(text).toContain('It does not prove that every call is in the ledger.')
})

test('a broken chain says where', () => {
  const faults = [{ message: 'Record 7 was changed.' }]
  expect(ledgerVerdict({ ok: false, records: 9, faults })).toEqual({
    title: 'The chain is broken',
    text: 'Record 7 was changed.',
  })
})
