/** What keeps the tables from being spread over servers by organization is written in docs/scale.md, and nothing more is. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namesInRow } from './scale-page.ts'

const schema = readFileSync(new URL('../../src/storage/schema.sql', import.meta.url), 'utf8')
const installation = new Set(namesInRow('tables of the installation'))

const tables = [...schema.matchAll(/^create table (\w+) \((.*?)\n\)/gms)].map(([, name, body]) => ({
  name: name as string,
  body: body as string,
}))
const ofOrganizations = tables.filter(({ name }) => !installation.has(name))

/** Names of the constraints of one kind whose columns leave the organization out. */
const constraints = (kind: 'PRIMARY KEY' | 'UNIQUE') =>
  ofOrganizations.flatMap(({ body }) =>
    [...body.matchAll(new RegExp(`constraint (\\w+) ${kind} \\(([^)]*)\\)`, 'g'))]
      .filter(([, , columns]) => !columns?.split(', ').includes('organization_id'))
      .map(([, name]) => name as string),
  )

function uniqueIndexes(): string[] {
  const indexes = schema.matchAll(/^CREATE UNIQUE INDEX (\w+) ON public\.(\w+) USING btree (.*?)(?: WHERE .*)?;$/gm)
  return [...indexes]
    .filter(([, , table, columns]) => !installation.has(table as string) && !columns?.includes('organization_id'))
    .map(([, name]) => name as string)
}

test('tables without an organization', () => {
  expect(tables.length).toBeGreaterThan(70)
  expect([...installation].filter((name) => !tables.some((table) => table.name === name))).toEqual([])
  const without = ofOrganizations.filter(({ body }) => !/^\s+organization_id /m.test(body)).map(({ name }) => name)
  expect(without).toEqual(namesInRow('tables of an organization without its id'))
})

test('primary keys without an organization', () => {
  expect(constraints('PRIMARY KEY')).toEqual(namesInRow('primary keys without it'))
})

test('unique constraints without an organization', () => {
  const written = [
    ...namesInRow('unique constraints without it, of one parent'),
    ...namesInRow('unique constraints across organizations'),
  ]
  expect([...constraints('UNIQUE'), ...uniqueIndexes()].sort()).toEqual(written.sort())
})
