import { expect, test } from 'vitest'
import { missingVariables, requiredVariables } from '../workflows/rules/missing-variables.ts'
import { scriptProblems } from '../workflows/rules/script-problems.ts'
import { templateVariables } from '../workflows/rules/templates.ts'
import { validateDefinition } from '../workflows/rules/validate-definition.ts'
import { SAMPLE_CONTACTS_CSV } from './sample-contacts.ts'
import { SAMPLE_WORKFLOWS } from './sample-workflows.ts'

const samples = SAMPLE_WORKFLOWS.map(({ name, definition }) => [name, definition] as const)
const [header = '', ...rows] = SAMPLE_CONTACTS_CSV.trim().split('\n')

test.each(samples)('%s is valid, without a warning, and can be spoken without a model', (_name, definition) => {
  expect(validateDefinition(definition)).toEqual({ is_valid: true, errors: [], warnings: [] })
  expect(scriptProblems(definition)).toEqual([])
})

/** Courtesy may have a default. A date, an amount or a telephone number that nobody gave would be a lie. */
const COURTESY = ['first_name', 'company']

test.each(samples)('%s has defaults for courtesy only, and the sample list has every fact', (_name, definition) => {
  const defaults = templateVariables(definition).filter(({ where }) => where.length > 0)
  expect(defaults.filter((variable) => variable.hasDefault && !COURTESY.includes(variable.name))).toEqual([])
  expect(missingVariables(requiredVariables(definition), header.split(','))).toEqual([])
  expect(JSON.stringify(definition)).not.toMatch(/\\+\\d{6,}/u)
})

test.each(samples)('%s says that the call is automated', (_name, definition) => {
  const start = definition.nodes.find((node) => node.type === 'startCall')
  expect(start?.data).toMatchObject({ greeting: expect.stringContaining('automated') })
})

test.each(samples)('in %s nothing that was not understood ends as a promise', (_name, definition) => {
  const unclear = definition.edges.filter(({ data }) => data.label === 'no_match').map(({ target }) => target)
  expect(unclear.filter((target) => ['promised', 'moved', 'confirmed', 'cancelled', 'wish'].includes(target))).toEqual(
    [],
  )
})

test('the sample list has twenty different reserved numbers, most of which answer and all of which report', () => {
  const numbers = rows.map((row) => row.split(',')[0] ?? '')
  expect(new Set(numbers).size).toBe(20)
  for (const number of numbers) expect(number).toMatch(/^\+120255501\d\d$/)
  const endings = numbers.map((number) => Number(number.slice(-2)))
  expect(endings.filter((ending) => ending < 60).length).toBeGreaterThan(10)
  expect(endings.filter((ending) => ending > 95)).toEqual([])
})

test('every row of the sample list has a value in every column', () => {
  const columns = header.split(',').length
  for (const row of rows) expect(row.split(',').filter((cell) => cell.trim() !== '')).toHaveLength(columns)
})
