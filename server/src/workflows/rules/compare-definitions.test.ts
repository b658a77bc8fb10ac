import { expect, test } from 'vitest'
import { end, question, start, workflow } from '../../../test/agent/harness.ts'
import { compareDefinitions } from './compare-definitions.ts'

test('the same is the same, wherever it is drawn and in whatever order it is written', () => {
  const moved = {
    ...question,
    nodes: question.nodes.map((node) => ({ ...node, position: { x: 7, y: 7 }, data: { ...node.data, prompt: null } })),
    settings: { language: null },
  } as typeof question
  expect(compareDefinitions(question, moved)).toEqual({ is_same: true, nodes: [], edges: [], settings: [] })
})

test('added, removed and changed things, with their fields before and after', () => {
  const before = workflow([start('Hello.'), end('bye')], [{ source: 'start', target: 'bye', label: 'on' }])
  const after = {
    ...workflow([start('Good day.'), end('later')], [{ source: 'start', target: 'later', label: 'on' }]),
    settings: { language: 'es' },
  }
  const { nodes, edges, settings, is_same } = compareDefinitions(before, after)
  expect(is_same).toBe(false)
  expect(nodes.map(({ id, change }) => [id, change])).toEqual([
    ['start', 'changed'],
    ['later', 'added'],
    ['bye', 'removed'],
  ])
  expect(nodes[0]?.fields).toEqual([{ field: 'greeting', before: 'Hello.', after: 'Good day.' }])
  expect(edges).toEqual([
    { id: 'edge-0', name: 'on', change: 'changed', fields: [{ field: 'target', before: 'bye', after: 'later' }] },
  ])
  expect(settings).toEqual([{ field: 'language', before: null, after: 'es' }])
})
