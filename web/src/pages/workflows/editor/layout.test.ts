import { expect, test } from 'vitest'
import type { Definition } from './definition.ts'
import { arrangeSteps, hasOverlappingSteps } from './layout.ts'

const step = (id: string, type = 'agentNode') => ({ id, type, position: { x: 0, y: 0 }, data: { say: 'Some words.' } })
const exit = (source: string, target: string) => ({ id: `${source}-${target}`, source, target, data: {} })

const workflow: Definition = {
  nodes: [step('end', 'endCall'), step('ask'), step('start', 'startCall'), step('all', 'globalNode'), step('lost')],
  edges: [exit('start', 'ask'), exit('start', 'end'), exit('ask', 'end'), exit('ask', 'start')],
}

const drawn = arrangeSteps(
  workflow,
  ({ type }) => type === 'startCall',
  ({ type }) => type === 'globalNode',
)
const x = (id: string) => drawn.nodes.find((node) => node.id === id)?.position?.x ?? Number.NaN

test('steps that lie upon each other are drawn apart', () => {
  expect(hasOverlappingSteps(workflow)).toBe(true)
  expect(hasOverlappingSteps(drawn)).toBe(false)
})

test('it reads from left to right, ends last, also where a way leads back', () => {
  expect(x('start')).toBe(0)
  expect(x('ask')).toBeGreaterThan(x('start'))
  expect(x('end')).toBeGreaterThan(x('ask'))
})

test('nothing but places changes', () => {
  const without = ({ nodes, ...rest }: Definition) => ({
    ...rest,
    nodes: nodes.map(({ position: _, ...node }) => node),
  })
  expect(without(drawn)).toEqual(without(workflow))
})
