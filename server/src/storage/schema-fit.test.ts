import { expect, test } from 'vitest'
import { type AppliedMigration, schemaFit } from './schema-fit.ts'

const KNOWN = ['0001-a', '0002-b', '0003-c']
const ran = (...names: string[]): AppliedMigration[] => names.map((name) => ({ name, oldestProgram: null }))

test.each<[string, AppliedMigration[] | null, unknown]>([
  ['a new database', null, { kind: 'empty' }],
  ['a database whose first migration failed', [], { kind: 'empty' }],
  ['the schema of this program', ran(...KNOWN), { kind: 'current' }],
  ['the schema of an older program', ran('0001-a'), { kind: 'older', missing: ['0002-b', '0003-c'] }],
  [
    'a newer schema that says nothing of older programs',
    ran(...KNOWN, '0004-d'),
    { kind: 'newer', unknown: ['0004-d'] },
  ],
  [
    'a newer schema that this program may use',
    [...ran(...KNOWN), { name: '0004-d', oldestProgram: '0003-c' }],
    { kind: 'current' },
  ],
  [
    'a newer schema, one migration of which needs a newer program',
    [...ran(...KNOWN), { name: '0004-d', oldestProgram: '0002-b' }, { name: '0005-e', oldestProgram: '0004-d' }],
    { kind: 'newer', unknown: ['0005-e'] },
  ],
])('%s', (_, database, fit) => {
  expect(schemaFit(database, KNOWN)).toEqual(fit)
})
