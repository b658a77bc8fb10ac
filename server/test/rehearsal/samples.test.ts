/** The list that comes with the program is a good one: a rehearsal finds nothing odd in it, under any of the sample workflows. */
import { expect, test } from 'vitest'
import { RowJudge } from '../../src/rehearsal/rules/row-judge.ts'
import { variableUses } from '../../src/rehearsal/rules/spoken-sentences.ts'
import { SAMPLE_CONTACTS_CSV } from '../../src/samples/sample-contacts.ts'
import { SAMPLE_WORKFLOWS } from '../../src/samples/sample-workflows.ts'
import { contextVariables } from '../../src/workflows/context-variables.ts'
import { variableKey } from '../../src/workflows/rules/variable-names.ts'

const [header = '', ...lines] = SAMPLE_CONTACTS_CSV.trim().split('\n')
const columns = header.split(',')
const rows = lines.map((line) => {
  const cells = line.split(',')
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
})

test.each(SAMPLE_WORKFLOWS.map(({ name, definition }) => [name, definition] as const))('%s', (_name, definition) => {
  const uses = variableUses(definition)
  const variables = Object.entries(contextVariables(definition)).flatMap(([name, fallback]) => {
    const use = uses.get(variableKey(name))
    return use ? [{ name, fallback, say: use.say?.as ?? null, currency: use.say?.currency ?? '' }] : []
  })
  const today = Date.now() / 86_400_000
  const judge = new RowJudge(columns, variables, { language: 'en', letters: 'latin', today: Math.floor(today) })
  for (const row of rows) judge.learn(row)
  for (const _ of judge.conclude());
  const found = rows.flatMap((row) => judge.judge(row)).filter(({ kind }) => kind !== 'default')
  expect(new Set(found.map(({ kind, column }) => `${column} ${kind}`))).toEqual(new Set())
})
