import { expect, test } from 'vitest'
import { missingVariables } from '../workflows/rules/missing-variables.ts'
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

test.each(samples)('%s fits any list: every variable has a default', (_name, definition) => {
  expect(templateVariables(definition).filter((variable) => !variable.hasDefault)).toEqual([])
  expect(missingVariables(definition, ['phone_number'])).toEqual([])
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
