import { expect, test } from 'vitest'
import { copiedText, pasteSteps, readCopied } from './clipboard.ts'
import type { Definition, NodeType } from './definition.ts'

const type = (name: string, max_instances: number | null = null) =>
  ({ name, display_name: name, graph_constraints: { max_instances } }) as unknown as NodeType
const TYPES = [type('startCall', 1), type('agentNode'), type('endCall')]

const step = (id: string, kind = 'agentNode') => ({ id, type: kind, position: { x: 0, y: 0 }, data: { name: id } })
const exit = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  data: { label: 'yes', examples: ['yes'] },
})
const workflow: Definition = {
  nodes: [step('start', 'startCall'), step('ask'), step('bye', 'endCall')],
  edges: [exit('start', 'ask'), exit('ask', 'bye')],
}
const copied = (...ids: string[]) => readCopied(copiedText(workflow, new Set(ids)))!

test('pasted steps keep the exits between them, under names and ids of their own', () => {
  const { definition, ids, leftOut } = pasteSteps(workflow, copied('ask', 'bye'), TYPES)
  expect([ids, leftOut]).toEqual([['ask-2', 'bye-2'], []])
  expect(definition.nodes.slice(3)).toMatchObject([
    { id: 'ask-2', position: { x: 48, y: 48 }, data: { name: 'ask-2' } },
    { id: 'bye-2', data: { name: 'bye-2' } },
  ])
  expect(definition.edges.slice(2)).toEqual([
    { id: 'ask-bye-2', source: 'ask-2', target: 'bye-2', data: { label: 'yes', examples: ['yes'] } },
  ])
})

test('an exit to a step that was not copied is left behind', () => {
  expect(pasteSteps(workflow, copied('ask'), TYPES).definition.edges).toEqual(workflow.edges)
})

test('a second start and a step of an unknown kind are named and left out', () => {
  const foreign = { ...copied('start', 'ask'), nodes: [...copied('start', 'ask').nodes, step('odd', 'unheardOf')] }
  const { ids, leftOut } = pasteSteps(workflow, foreign, TYPES)
  expect([ids, leftOut]).toEqual([['ask-2'], ['start', 'odd']])
})

test('pasting twice makes two copies, and the first workflow stays as it was', () => {
  const once = pasteSteps(workflow, copied('ask'), TYPES).definition
  expect(pasteSteps(once, copied('ask'), TYPES).ids).toEqual(['ask-3'])
  expect(workflow.nodes).toHaveLength(3)
})

test.each(['', 'some words', '{"outdial_steps":', '{"outdial_steps":{"nodes":7}}', '{"other":{}}'])(
  'what is not of copied steps is not pasted: %j',
  (text) => {
    expect(readCopied(text)).toBeNull()
  },
)
