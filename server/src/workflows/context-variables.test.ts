import { expect, test } from 'vitest'
import { contextVariables } from './context-variables.ts'
import type { WorkflowDefinition } from './rules/definition.ts'

function saying(...texts: string[]): WorkflowDefinition {
  const nodes = texts.map((say, index) => ({ id: `n${index}`, type: 'agentNode' as const, data: { say } }))
  return { nodes, edges: [] }
}

test('a variable shows its first default', () => {
  expect(contextVariables(saying('{{name | you}}', '{{name | friend}} {{city | here}}'))).toEqual({
    name: 'you',
    city: 'here',
  })
})

test('a variable that is once used without a default is null: every contact needs it', () => {
  expect(contextVariables(saying('{{name | you}}', '{{name}}'))).toEqual({ name: null })
})

test('what the conversation gathers and what every call knows is not asked of the list', () => {
  const definition = saying('{{rating}} {{phone_number}} {{outcome}} {{name}}')
  definition.nodes.push({ id: 'ask', type: 'agentNode', data: { collect: { variable: 'rating', kind: 'digits' } } })
  expect(contextVariables(definition)).toEqual({ name: null })
})
