import { expect, test } from 'vitest'
import * as server from '../../../../../server/src/workflows/rules/variable-names.ts'
import type { Definition } from './definition.ts'
import { ALWAYS_AVAILABLE, AVAILABLE_AFTER_CALL, inserted, knownVariables, matching, typedAt } from './variables.ts'

const definition: Definition = {
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      data: {
        greeting: 'Hello {{first_name | there}}, on {{say_date(day)}} at {{time}}.',
        collect: { variable: 'plan' },
      },
    },
    { id: 'ask', type: 'agentNode', data: { say: 'So {{plan}}, {{ first_name }}?', extract: [{ name: 'reason' }] } },
  ],
  edges: [{ id: 'e', source: 'start', target: 'ask', data: { transition_speech: 'Thank you, {{last_name}}.' } }],
  settings: { computed: [{ name: 'total' }] },
}

test('the variables of every call are those of the server', () => {
  expect(ALWAYS_AVAILABLE).toEqual(server.STANDARD_VARIABLES)
  expect(AVAILABLE_AFTER_CALL).toEqual(server.AFTER_CALL_VARIABLES)
})

test('offered are the columns in use first, then what the call gathers, then what every call has', () => {
  const known = knownVariables(definition)
  expect(known.slice(0, 6)).toEqual([
    { name: 'first_name', kind: 'used' },
    { name: 'day', kind: 'used' },
    { name: 'last_name', kind: 'used' },
    { name: 'plan', kind: 'gathered' },
    { name: 'reason', kind: 'gathered' },
    { name: 'total', kind: 'gathered' },
  ])
  expect(known.filter(({ name }) => name === 'time')).toEqual([{ name: 'time', kind: 'always' }])
})

test('an open brace before the caret asks for a variable; a closed one does not', () => {
  expect(typedAt('Hello {', 7)).toEqual({ from: 6, query: '', isSure: false })
  expect(typedAt('Hello {{fir', 11)).toEqual({ from: 6, query: 'fir', isSure: true })
  expect(typedAt('Hello {{first_name}}', 20)).toBeNull()
  expect(typedAt('Hello {{first_name}}', 11)).toEqual({ from: 6, query: 'fir', isSure: true })
  expect(typedAt('No braces', 9)).toBeNull()
})

test('the chosen name replaces what was typed, and closing braces are not doubled', () => {
  expect(inserted('Hello {fir, welcome', 10, 6, 'first_name')).toEqual({
    text: 'Hello {{first_name}}, welcome',
    caret: 20,
  })
  expect(inserted('Hello {{fir}}!', 11, 6, 'first_name').text).toBe('Hello {{first_name}}!')
})

test('names that begin with what was typed come first', () => {
  const names = matching(knownVariables(definition), 'NAME').map(({ name }) => name)
  expect(names).toEqual(['first_name', 'last_name', 'campaign_name', 'workflow_name'])
  expect(matching(knownVariables(definition), 'da').map(({ name }) => name)).toEqual(['day', 'date'])
})
