import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ReadDefinition,
  readDefinition as readInOne,
  readingSteps,
  spokenText,
  type WorkflowNode,
} from './definition.ts'
import { EDGES_MAX, EXAMPLES_MAX, NODES_MAX } from './limits.ts'

const start = { id: 's', type: 'startCall', data: { prompt: 'Greet.' } }
const end = { id: 'e', type: 'endCall', data: {} }
const edge = { id: 'se', source: 's', target: 'e', data: {} }

/** In one and in steps, which must agree. */
function readDefinition(input: unknown): ReadDefinition {
  const { read } = countSteps(input)
  expect(read).toEqual(readInOne(input))
  return read
}

function countSteps(input: unknown): { read: ReadDefinition; steps: number } {
  const reading = readingSteps(input)
  for (let steps = 0; ; steps++) {
    const step = reading.next()
    if (step.done) return { read: step.value, steps }
  }
}

function faultsOf(input: unknown) {
  return readDefinition(input).faults.map(({ path, type }) => ({ path: path.join('/'), type }))
}

describe('reading a definition', () => {
  test('keeps what it does not know, at every level, as it came', () => {
    const input = {
      nodes: [{ ...start, selected: true, data: { prompt: 'Greet.', tool_uuids: ['x'], say: null } }, end],
      edges: [{ ...edge, animated: false, data: { label: 'x', invalid: false } }],
      viewport: { x: 1, y: 2, zoom: 1 },
    }
    const read = readDefinition(input)
    expect(read.faults).toEqual([])
    expect(read.definition).toEqual(input)
  })

  test('reads a large definition in many steps, so that calls are served in between', () => {
    const examples = Array.from({ length: EXAMPLES_MAX }, (_, index) => `I would like number ${index}`)
    const edges = Array.from({ length: EDGES_MAX }, (_, index) => ({ ...edge, id: `e${index}`, data: { examples } }))
    const { read, steps } = countSteps({ nodes: [start, end], edges, settings: { language: 'en' } })
    expect(read).toEqual({ definition: { nodes: [start, end], edges, settings: { language: 'en' } }, faults: [] })
    expect(steps).toBeGreaterThanOrEqual(EDGES_MAX / 20)
  })

  test('takes absent or null data of nodes and edges for empty data', () => {
    const read = readDefinition({ nodes: [start, { id: 'e', type: 'endCall' }], edges: [{ ...edge, data: null }] })
    expect(read.definition?.nodes[1]?.data).toEqual({})
    expect(read.definition?.edges[0]?.data).toEqual({})
  })

  test('tells all faults of outline and fields at once, each at its path, in the words of pydantic', () => {
    const faults = faultsOf({
      nodes: [
        { type: 'startCall', data: { say: 7 } },
        { id: 'a', type: 'agentNode', data: { collect: { variable: '1x', kind: 'colour' }, allow_interrupt: 'yes' } },
        { id: 'w', type: 'webhook', data: { name: 'x' } },
        { id: 'w2', type: 'webhook', data: { url: 'ftp://x' } },
        { id: 'g', type: 'globalNode', data: { prompt: '' } },
        'not a node',
      ],
      edges: [{ id: 'x', source: 'a', target: '', data: { keys: ['1', '1a'], examples: 5 } }],
    })
    expect(faults).toEqual([
      { path: 'nodes/0/id', type: 'missing' },
      { path: 'nodes/1/data/allow_interrupt', type: 'bool_type' },
      { path: 'nodes/1/data/collect/variable', type: 'string_pattern_mismatch' },
      { path: 'nodes/1/data/collect/kind', type: 'literal_error' },
      { path: 'nodes/2/data/url', type: 'missing' },
      { path: 'nodes/3/data/url', type: 'url_parsing' },
      { path: 'nodes/4/data/prompt', type: 'string_too_short' },
      { path: 'nodes/5', type: 'dict_type' },
      { path: 'edges/0/target', type: 'string_too_short' },
      { path: 'edges/0/data/examples', type: 'list_type' },
      { path: 'edges/0/data/keys/1', type: 'string_pattern_mismatch' },
    ])
  })

  test('judges the entries of keys one by one and takes a bare string for a list of one', () => {
    const withKeys = (keys: unknown) => ({ nodes: [start, end], edges: [{ ...edge, data: { keys } }] })
    expect(faultsOf(withKeys('12#'))).toEqual([])
    expect(faultsOf(withKeys(['1', '*']))).toEqual([])
    expect(faultsOf(withKeys(['1', '1a']))).toEqual([{ path: 'edges/0/data/keys/1', type: 'string_pattern_mismatch' }])
    expect(faultsOf(withKeys('one'))).toEqual([{ path: 'edges/0/data/keys', type: 'string_pattern_mismatch' }])
    expect(faultsOf(withKeys(5))).toEqual([{ path: 'edges/0/data/keys', type: 'list_type' }])
  })

  test('refuses more nodes and edges than the limits, and a wrong setting', () => {
    const nodes = Array.from({ length: NODES_MAX + 1 }, (_, index) => ({ ...end, id: String(index) }))
    const edges = Array.from({ length: EDGES_MAX + 1 }, (_, index) => ({ ...edge, id: String(index) }))
    expect(faultsOf({ nodes, edges, settings: { brain: 'tea leaves' } })).toEqual([
      { path: 'nodes', type: 'too_long' },
      { path: 'edges', type: 'too_long' },
      { path: 'settings/brain', type: 'literal_error' },
    ])
  })

  test.each([null, undefined, 'text', 7, [], {}, { nodes: {}, edges: 0 }])('refuses %s without throwing', (input) => {
    const read = readDefinition(input)
    expect(read.definition).toBeNull()
    expect(read.faults.length).toBeGreaterThan(0)
  })

  test('never throws, whatever it is given', () => {
    const anyNode = fc.record({
      id: fc.string(),
      type: fc.constantFrom('startCall', 'agentNode', 'webhook', '__proto__'),
      data: fc.object(),
    })
    const anyInput = fc.oneof(fc.anything(), fc.record({ nodes: fc.array(anyNode), edges: fc.array(fc.object()) }))
    fc.assert(
      fc.property(anyInput, (input) => {
        const { definition, faults } = readDefinition(input)
        expect(definition === null).toBe(faults.length > 0)
      }),
    )
  })
})

test('the greeting opens the call and say follows it', () => {
  const node: WorkflowNode = { id: 's', type: 'startCall', data: { greeting: 'Hello. ', say: 'How are you?' } }
  expect(spokenText(node)).toBe('Hello. How are you?')
})
