import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WorkflowDefinition } from './definition.ts'
import { SAY_LENGTH_MAX } from './limits.ts'
import { scriptProblems } from './script-problems.ts'
import { checkDefinition, validateDefinition, validationSteps } from './validate-definition.ts'

interface LooseNode {
  id: string
  type: string
  data: Record<string, unknown>
}

const start = { id: 's', type: 'startCall', data: { greeting: 'Hello' } }
const end = { id: 'e', type: 'endCall', data: { say: 'Bye' } }

function agent(id: string, data: Record<string, unknown> = { say: 'Go on' }): LooseNode {
  return { id, type: 'agentNode', data }
}

function edge(source: string, target: string, data: Record<string, unknown> = {}, id = `${source}-${target}`) {
  return { id, source, target, data }
}

function errorsOf(nodes: unknown[], edges: unknown[]) {
  return validateDefinition({ nodes, edges }).errors
}

function whereOf(nodes: unknown[], edges: unknown[]) {
  return errorsOf(nodes, edges).map(({ kind, id, field }) => `${kind} ${id} ${field}`)
}

describe('a definition is valid', () => {
  test('if it only has prompts; that a script could not speak it is a warning', () => {
    const definition = {
      nodes: [
        { id: 's', type: 'startCall', data: { name: 'Start', prompt: 'Greet.' } },
        { id: 'e', type: 'endCall', data: { name: 'End', prompt: 'Say bye.' } },
        { id: 'g', type: 'globalNode', data: { name: 'Global', prompt: 'Be kind.' } },
        { id: 'w', type: 'webhook', data: { url: 'https://example.com' } },
      ],
      edges: [edge('s', 'e', { label: 'done', condition: 'The person is done.' })],
    }
    const verdict = validateDefinition(definition)
    expect(verdict.errors).toEqual([])
    expect(verdict.is_valid).toBe(true)
    expect(verdict.warnings.map(({ kind, id, field }) => `${kind} ${id} ${field}`)).toEqual([
      'node s greeting',
      'edge s-e examples',
    ])
  })

  test('with a loop that can be left', () => {
    const edges = [edge('s', 'a'), edge('a', 'a', { examples: 'again' }), edge('a', 'e', { examples: 'done' })]
    expect(errorsOf([start, agent('a'), end], edges)).toEqual([])
  })

  test('in right-to-left text and any other script', () => {
    const nodes = [{ ...start, data: { greeting: 'مرحبا {{الاسم | صديقي}}، هل هذا وقت مناسب؟' } }, end]
    expect(errorsOf(nodes, [edge('s', 'e', { examples: ['نعم', 'כן', 'はい'], keys: ['1'] })])).toEqual([])
  })
})

describe('an error is told', () => {
  test('where the edges of a node have more examples than can be compared in a turn', () => {
    const examples = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} number ${at}`)
    const ends = ['a', 'b', 'c', 'd'].map((id) => ({ ...end, id }))
    const edges = ends.map(({ id }, at) => edge('s', id, { examples: examples(at === 3 ? 1 : 100, id) }))
    expect(errorsOf([start, ...ends.slice(0, 3)], edges.slice(0, 3))).toEqual([])
    expect(errorsOf([start, ...ends], edges)).toEqual([
      {
        kind: 'edge',
        id: 's-d',
        field: 'examples',
        message: expect.stringContaining('300 examples together; these have 301'),
      },
    ])
  })

  test('where there is no start, or a second one', () => {
    expect(errorsOf([end], [])).toEqual([
      { kind: 'workflow', id: null, field: 'nodes', message: expect.stringContaining('startCall') },
    ])
    expect(whereOf([start, { ...start, id: 's2' }, end], [edge('s', 'e'), edge('s2', 'e')])).toEqual(['node s2 type'])
  })

  test('for an unknown type, naming the known ones', () => {
    const errors = errorsOf([start, { id: 'q', type: 'tuner', data: {} }, end], [edge('s', 'e')])
    expect(errors).toEqual([{ kind: 'node', id: 'q', field: 'type', message: expect.stringContaining('agentNode') }])
  })

  test('for ids used twice', () => {
    const edges = [edge('s', 'e', {}, 'x'), edge('s', 'e', { keys: '1' }, 'x')]
    expect(whereOf([start, end, { ...end }], edges)).toEqual(['node e id', 'edge x id'])
  })

  test('for edges from and to nowhere', () => {
    expect(whereOf([start, end], [edge('s', 'e'), edge('ghost', 'e'), edge('s', 'mist', { keys: '1' })])).toEqual([
      'edge ghost-e source',
      'edge s-mist target',
    ])
  })

  test('for a step nobody reaches', () => {
    expect(whereOf([start, end, agent('island')], [edge('s', 'e'), edge('island', 'e')])).toEqual(['node island null'])
  })

  test('for a step without a way out, and a start whose only way out is for machines', () => {
    expect(whereOf([start, agent('a')], [edge('s', 'a')])).toEqual(['node a null'])
    expect(whereOf([start, end], [edge('s', 'e', { label: 'voicemail' })])).toEqual(['node s null'])
  })

  test('for a loop without a way to end, once per loop, and not for the way into it', () => {
    const nodes = [start, agent('a'), agent('b'), agent('c'), agent('d')]
    const edges = [
      edge('s', 'a'),
      edge('a', 'b'),
      edge('b', 'c'),
      edge('c', 'b', { keys: '1' }),
      edge('c', 'd', { keys: '2' }),
      edge('d', 'd'),
    ]
    const errors = errorsOf(nodes, edges)
    expect(errors.map((error) => error.id)).toEqual(['b', 'd'])
    expect(errors[0]?.message).toContain('b, c')
  })

  test('for a global node or a webhook with edges', () => {
    const global = { id: 'g', type: 'globalNode', data: { prompt: 'Be kind.' } }
    const hook = { id: 'w', type: 'webhook', data: { url: 'https://example.com' } }
    const nodes = [start, end, global, hook]
    expect(whereOf(nodes, [edge('s', 'e'), edge('g', 'e'), edge('s', 'w', { keys: '1' })])).toEqual([
      'node g null',
      'node w null',
    ])
  })

  test('for edges nobody can take: a key given twice, two plain edges, a reserved label twice', () => {
    const nodes = [start, end, { ...end, id: 'e2' }]
    expect(whereOf(nodes, [edge('s', 'e', { keys: ['1', '2'] }), edge('s', 'e2', { keys: '2' })])).toEqual([
      'edge s-e2 keys',
    ])
    expect(whereOf(nodes, [edge('s', 'e'), edge('s', 'e2')])).toEqual(['edge s-e2 null'])
    const twice = [
      edge('s', 'e', { keys: '1' }),
      edge('s', 'e', { label: 'no_match' }, 'x'),
      edge('s', 'e2', { label: 'no_match' }),
    ]
    expect(whereOf(nodes, twice)).toEqual(['edge s-e2 label'])
  })

  test('for reserved labels where they cannot happen', () => {
    const nodes = [start, agent('a'), end]
    expect(whereOf(nodes, [edge('s', 'a'), edge('a', 'e'), edge('a', 'e', { label: 'voicemail' }, 'x')])).toEqual([
      'edge x label',
    ])
    expect(whereOf(nodes, [edge('s', 'a'), edge('a', 'e'), edge('a', 'e', { label: 'no_input' }, 'x')])).toEqual([
      'edge x label',
    ])
  })

  test('for a step that says nothing in any way', () => {
    expect(whereOf([start, agent('a', {}), end], [edge('s', 'a'), edge('a', 'e')])).toEqual(['node a prompt'])
  })

  test.each(['Hello {{first_name', 'Hello {{ }}', 'Hello {{ | there }}', 'Hello {{a {{b}}'])(
    'for the placeholder in %s',
    (say) => {
      expect(whereOf([start, agent('a', { say }), end], [edge('s', 'a'), edge('a', 'e')])).toEqual(['node a say'])
    },
  )

  test('for a collected variable that would overwrite one of ours', () => {
    const asking = agent('a', { say: 'Number?', collect: { variable: 'phone_number', kind: 'digits' } })
    expect(whereOf([start, asking, end], [edge('s', 'a'), edge('a', 'e')])).toEqual(['node a collect'])
  })

  test('for ten thousand words to say, with the length and the limit, beside faults of the graph', () => {
    const say = 'word '.repeat(10_000)
    const errors = errorsOf(
      [start, agent('a', { say }), agent('island'), end],
      [edge('s', 'a'), edge('a', 'e'), edge('island', 'e')],
    )
    expect(errors.map(({ id, field }) => [id, field])).toEqual([
      ['a', 'say'],
      ['island', null],
    ])
    expect(errors[0]?.message).toBe(
      `say is too long: 50,000 characters, at most ${SAY_LENGTH_MAX.toLocaleString('en')}.`,
    )
  })
})

describe('the largest definitions', () => {
  const examples = (of: number) => Array.from({ length: 100 }, (_, index) => `example ${index} of ${of}`)

  test('are compared node by node, so that live calls are served in between', () => {
    const nodes = [start, end, ...Array.from({ length: 150 }, (_, index) => agent(`n${index}`))]
    const edges = nodes.flatMap(({ id }) =>
      [0, 1].map((of) => edge(id, 'e', { label: `${of}`, examples: examples(of) })),
    )
    const steps = validationSteps({ nodes, edges })
    let turns = 0
    while (!steps.next().done) turns++
    expect(turns).toBeGreaterThan(nodes.length)
  })

  test('with more examples at a node than are allowed are refused without comparing them', () => {
    const edges = Array.from({ length: 500 }, (_, index) =>
      edge('s', 'e', { label: `L${index}`, examples: examples(0) }, `e${index}`),
    )
    const { errors, warnings } = validateDefinition({ nodes: [start, end], edges })
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('these have 50000')])
    expect(warnings).toEqual([])
  })
})

describe('for a 422', () => {
  test('every fault has its path into the definition', () => {
    const checked = checkDefinition({
      nodes: [start, end, agent('island'), agent('a', { say: 'x'.repeat(SAY_LENGTH_MAX + 1) })],
      edges: [edge('s', 'e', { keys: '1' }), edge('s', 'a', { keys: '1' }), edge('a', 'mist'), edge('island', 'e')],
    })
    expect(checked.definition).toBeNull()
    expect(checked.faults.map(({ path, type }) => [path, type])).toEqual([
      [['nodes', '3', 'data', 'say'], 'string_too_long'],
      [['edges', '2', 'target'], 'value_error'],
      [['edges', '1', 'data', 'keys'], 'value_error'],
      [['nodes', '2'], 'value_error'],
    ])
  })

  test('and a valid definition comes back as given', () => {
    const given = { nodes: [start, end], edges: [edge('s', 'e')] }
    expect(checkDefinition(given)).toEqual({ definition: given, faults: [] })
  })
})

describe('what the script brain cannot do', () => {
  const problems = (nodes: unknown[], edges: unknown[]) =>
    scriptProblems({ nodes, edges } as WorkflowDefinition).map(({ kind, id }) => `${kind} ${id}`)

  test('is to speak a prompt or to judge a condition', () => {
    const edges = [edge('s', 'a', { condition: 'They agree.' }), edge('a', 'e')]
    expect(problems([start, agent('a', { prompt: 'Dialog.' }), end], edges)).toEqual(['node a', 'edge s-a'])
  })

  test('is not to go on by the only edge, by keys, by examples, by a plain yes or no, or with a collected value', () => {
    const asking = agent('a', { say: 'Number?', collect: { variable: 'code', kind: 'digits' } })
    const nodes = [start, asking, agent('b'), agent('c'), end]
    const edges = [
      edge('s', 'a', { label: 'next' }),
      edge('a', 'b', { condition: 'A code was given.' }),
      edge('b', 'c', { label: 'yes', condition: 'They agree.' }),
      edge('b', 'e', { label: 'No' }),
      edge('c', 'e', { keys: '1', condition: 'They press one.' }),
      edge('c', 'b', { examples: ['again'] }),
    ]
    expect(problems(nodes, edges)).toEqual([])
  })
})

test('a graph is valid exactly if every node is reachable and can reach an end', () => {
  const others = [agent('a', { prompt: 'x' }), agent('b', { prompt: 'x' }), agent('c', { prompt: 'x' }), transfer()]
  const sources = fc.constantFrom('s', 'a', 'b', 'c')
  const targets = fc.constantFrom('a', 'b', 'c', 'e', 't')
  const anyEdges = fc.uniqueArray(fc.tuple(sources, targets), { maxLength: 12, selector: String })
  const verdicts = new Set<boolean>()
  fc.assert(
    fc.property(fc.subarray(others), anyEdges, (chosen, pairs) => {
      const nodes = [start, end, ...chosen]
      const present = new Set(nodes.map((node) => node.id))
      const edges = [['s', 'e'] as const, ...pairs]
        .filter(([source, target]) => present.has(source) && present.has(target))
        .map(([source, target], index) => edge(source, target, { condition: `c${index}` }, `e${index}`))
      const isSound = nodes.every(
        ({ id }) =>
          walk('s', edges).has(id) && [...walk(id, edges)].some((reached) => reached === 'e' || reached === 't'),
      )
      expect(validateDefinition({ nodes, edges }).is_valid).toBe(isSound)
      verdicts.add(isSound)
    }),
    { numRuns: 200 },
  )
  expect(verdicts).toEqual(new Set([true, false]))
})

function transfer(): LooseNode {
  return { id: 't', type: 'transfer', data: { destination: '+12025550100' } }
}

/** Deliberately naive: follow edges until nothing new turns up. */
function walk(from: string, edges: readonly { source: string; target: string }[]): Set<string> {
  const seen = new Set([from])
  for (let round = 0; round <= edges.length; round += 1) {
    for (const { source, target } of edges) if (seen.has(source)) seen.add(target)
  }
  return seen
}

test('interruption by milliseconds is refused where a speech-to-speech model leads, and nowhere else', () => {
  const nodes = [
    { id: 'start', type: 'startCall', data: { name: 'Hello', greeting: 'Hello.' } },
    { id: 'end', type: 'endCall', data: { name: 'End', say: 'Good-bye.' } },
  ]
  const edges = [{ id: 'on', source: 'start', target: 'end', data: {} }]
  const errorsWith = (settings: object) => validateDefinition({ nodes, edges, settings }).errors
  expect(errorsWith({ brain: 'realtime', interruption: 'milliseconds' })).toMatchObject([
    { message: expect.stringContaining('speech-to-speech') },
  ])
  expect(errorsWith({ brain: 'pipeline', interruption: 'milliseconds' })).toEqual([])
  expect(errorsWith({ brain: 'realtime', interruption: 'words' })).toEqual([])
})
