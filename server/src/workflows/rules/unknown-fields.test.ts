import { expect, test } from 'vitest'
import { UNKNOWN_FIELDS_NAMED_MAX } from './unknown-fields.ts'
import { validateDefinition } from './validate-definition.ts'

function warningsFor(change: { start?: object; edge?: object; settings?: object; top?: object }): string[] {
  const { is_valid, warnings } = validateDefinition({
    nodes: [
      {
        id: 'start',
        type: 'startCall',
        position: { x: 0, y: 0 },
        data: { name: 'Start', greeting: 'Will you come?', ...change.start },
      },
      { id: 'end', type: 'endCall', position: { x: 0, y: 0 }, data: { name: 'End', say: 'Good-bye.' } },
    ],
    edges: [{ id: 'yes', source: 'start', target: 'end', data: { label: 'yes', examples: ['yes'], ...change.edge } }],
    settings: { recording: false, ...change.settings },
    ...change.top,
  })
  expect(is_valid).toBe(true)
  return warnings.map(({ field, message }) => `${field}: ${message}`)
}

test('a definition without foreign fields has no warning', () => {
  expect(warningsFor({})).toEqual([])
  expect(
    warningsFor({ start: { is_start: true, selected: true, tool_uuids: [], label: 'x' }, top: { viewport: {} } }),
  ).toEqual([])
})

test.each([
  [{ start: { gretting: 'Hi' } }, 'greeting'],
  [{ start: { allow_interupt: true } }, 'allow_interrupt'],
  [{ start: { collect: { variable: 'x', kind: 'digits', exact_lenght: 4 } } }, 'exact_length'],
  [{ edge: { cofirm: 'Sure?' } }, 'confirm'],
  [{ edge: { exampels: ['no'] } }, 'examples'],
  [{ settings: { recording_consnt: 'We record.' } }, 'recording_consent'],
  [{ settings: { languge: 'de' } }, 'language'],
  [{ top: { languge: 'de' } }, 'settings.language'],
])('a misspelt field is named with the one that was meant: %j', (change, meant) => {
  const warnings = warningsFor(change)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain(`Did you mean ${meant}?`)
})

test('of thousands of foreign fields the first hundred are named', () => {
  const foreign = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field_of_another_${index}`, 1]))
  const warnings = warningsFor({ start: foreign, top: { ['x'.repeat(1_000_000)]: 1 } })
  expect(warnings).toHaveLength(UNKNOWN_FIELDS_NAMED_MAX + 1)
  expect(warnings.at(-1)).toMatch(/There are more fields without effect/)
  const [long] = warningsFor({ top: { ['x'.repeat(1_000_000)]: 1 } })
  expect(long?.length).toBeLessThan(500)
})

test.each([{ start: { detect_voicemail: true } }, { start: { do_not_call: true } }, { start: { something_else: 1 } }])(
  'a field that does nothing here is named: %j',
  (change) => {
    const warnings = warningsFor(change)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/no effect/)
  },
)
