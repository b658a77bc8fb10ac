import { expect, test } from 'vitest'
import type { Collect, WorkflowNode } from '../../workflows/rules/definition.ts'
import { recordedValues } from './recorded-values.ts'

const TODAY = { instant: new Date('2026-11-15T09:30:00Z'), timezoneOffsetMinutes: 0 }

function collected(kind: Collect['kind'], given: unknown, max_length?: number) {
  const node: WorkflowNode = { id: 'n', type: 'agentNode', data: { collect: { variable: 'v', kind, max_length } } }
  return recordedValues([node], { v: given }, TODAY)[0]?.value ?? null
}

test.each([
  ['digits', '4 2 7 9', '4279'],
  ['digits', 'banana', null],
  ['yes_no', 'yes', 'yes'],
  ['yes_no', true, 'yes'],
  ['yes_no', 'perhaps', null],
  ['number', 12.5, '12.5'],
  ['number', Number.NaN, null],
  ['date', '2026-11-17', '2026-11-17'],
  ['date', '2026-11-17T10:30', '2026-11-17T10:30'],
  ['date', '2026-13-45', null],
  ['date', 'tomorrow', '2026-11-16'],
  ['text', ' by the blue door ', 'by the blue door'],
  ['text', 'unknown', null],
  ['text', '', null],
  ['text', { nested: true }, null],
  ['text', null, null],
] as const)('%s given as %j is kept as %j', (kind, given, kept) => {
  expect(collected(kind, given)).toBe(kept)
})

test('only what the workflow asks for is kept, and nothing that a database refuses', () => {
  const node: WorkflowNode = {
    id: 'n',
    type: 'endCall',
    data: { extract: [{ name: 'mood' }, { name: 'age', type: 'number' }, { name: 'happy', type: 'boolean' }] },
  }
  const input = { mood: 'fine\u0000\ud800', age: 44, happy: false, password: 'x', toString: 'y' }
  expect(recordedValues([node], input, TODAY)).toEqual([
    { name: 'mood', value: 'fine' },
    { name: 'age', value: '44' },
    { name: 'happy', value: 'no' },
  ])
  for (const rubbish of [null, undefined, 7, 'text', []]) expect(recordedValues([node], rubbish, TODAY)).toEqual([])
})
