import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { likeness, preparePhrase } from '../../language/rules/likeness.ts'
import { wordsOf } from '../../language/rules/spoken-words.ts'
import type { WorkflowEdge } from '../../workflows/rules/definition.ts'
import { EXAMPLES_MAX, EXAMPLES_PER_NODE_MAX } from '../../workflows/rules/limits.ts'
import { MULTI_OPTION_LENGTH_MAX } from '../../workflows/rules/properties.ts'
import { COMPARISON_COST_PER_TURN_MAX, chooseEdge } from './choose-edge.ts'

function edge(id: string, examples: string[], keys: string[] = [], label = ''): WorkflowEdge {
  return { id, source: 'here', target: id, data: { examples, keys, label } }
}

const appointment = [
  edge('confirm', ['yes', 'I will be there'], ['1']),
  edge('reschedule', ['reschedule', 'I need to reschedule', 'another day', 'change my appointment'], ['2']),
  edge('cancel', ['cancel', 'cancel my appointment'], ['3', '33']),
  edge('person', ['speak to a person', 'talk to a human', 'operator'], ['0']),
]

function said(edges: readonly WorkflowEdge[], transcript: string): string | null {
  return chooseEdge(edges, { transcript }).edge?.id ?? null
}

test('a yes may repeat the question that was asked, and nothing else', () => {
  const asked = 'Hello, this is the clinic. Will you come on Tuesday?'
  const answered = (transcript: string) => chooseEdge(appointment, { transcript }, undefined, asked).edge?.id ?? null
  expect(answered('Yes, on Tuesday.')).toBe('confirm')
  expect(answered('Yes, on Wednesday.')).toBeNull()
  expect(said(appointment, 'Yes, on Tuesday.')).toBeNull()
})

test('a sentence about someone else is not an example in the first person', () => {
  const edges = [edge('pay', ['I will pay today', 'I can pay now']), edge('other', ['wrong number'])]
  expect(said(edges, 'I will pay today')).toBe('pay')
  expect(said(edges, 'my husband will pay today')).toBeNull()
  expect(said(edges, 'he does not live here, wrong number')).toBe('other')
})

describe('words choose an edge', () => {
  test.each([
    ['Yes.', 'confirm'],
    ['Sure, I will be there', 'confirm'],
    ['uh huh', 'confirm'],
    ['Re-schedule, please.', 'reschedule'],
    ['I cannot come, can we do another day?', 'reschedule'],
    ['Yes, but I need to reschedule.', 'reschedule'],
    ['Please cancel my appointment', 'cancel'],
    ['counsel my appointment', 'cancel'],
    ['talk to a humor', 'person'],
    ['speak to person', 'person'],
    ['Reschedule, do not cancel!', 'reschedule'],
  ])('%s', (transcript, expected) => {
    expect(said(appointment, transcript)).toBe(expected)
  })

  test.each([
    '',
    '...',
    'blah blah',
    'the two of us',
    'I have no idea',
    'what did you say',
    "I won't be there",
    'I do not want to cancel',
    "Yeah I'm not interested",
    'Yes, you have the wrong number.',
    'Yes this is her husband',
    'What happens if I say yes?',
    'my wife will be there',
    'I will be there if I can',
    'I thought I would be there',
    'Will I be there?',
  ])('or none: "%s"', (transcript) => {
    expect(said(appointment, transcript)).toBeNull()
  })

  test('none when two are meant, and says so', () => {
    expect(chooseEdge(appointment, { transcript: 'cancel or reschedule' })).toMatchObject({
      edge: null,
      reason: 'ambiguous',
    })
    expect(chooseEdge(appointment, { transcript: '' })).toMatchObject({ edge: null, reason: 'nothing_heard' })
    expect(chooseEdge(appointment, { transcript: 'bananas' })).toMatchObject({ edge: null, reason: 'no_match' })
  })

  test('a negation turns a phrase around, in both directions', () => {
    const terms = [edge('agree', ['agree', 'I agree']), edge('other', ['something else'])]
    expect(said(terms, 'I agree')).toBe('agree')
    expect(said(terms, 'I do not agree')).toBeNull()
    expect(said(terms, "I don't really agree")).toBeNull()
    expect(said([...terms, edge('no', ['no'])], "I don't agree")).toBe('no')
    const interest = [edge('in', ['interested']), edge('out', ['not interested'])]
    expect(said(interest, 'I am interested')).toBe('in')
    expect(said(interest, "I'm not interested")).toBe('out')
  })

  test('a negation in another clause does not', () => {
    expect(said([edge('pay', ['pay now']), edge('later', ['pay later'])], 'Not later, I pay now')).toBe('pay')
  })

  test('a label speaks for an edge without examples', () => {
    const edges = [edge('a', [], [], 'billing_department'), edge('b', [], [], 'technical support')]
    expect(chooseEdge(edges, { transcript: 'the billing department please' })).toMatchObject({
      edge: { id: 'a' },
      reason: 'label',
    })
  })

  test('a reserved edge is never chosen by what is said', () => {
    expect(said([edge('x', ['no match'], ['1'], 'no_match')], 'no match')).toBeNull()
    expect(chooseEdge([edge('x', [], ['1'], 'no_match')], { digits: '1' }).edge).toBeNull()
  })

  test('in scripts other than Latin', () => {
    const edges = [
      edge('yes', ['نعم', 'はい']),
      edge('no', ['لا', 'いいえ']),
      edge('later', ['اتصل لاحقا', '後でかけて']),
    ]
    expect(said(edges, 'نعم')).toBe('yes')
    expect(said(edges, 'لا')).toBe('no')
    expect(said(edges, 'اتصل بي لاحقا')).toBe('later')
    expect(said(edges, '後でかけてください')).toBe('later')
  })
})

describe('keys choose an edge', () => {
  test('exactly, pressed or named aloud', () => {
    expect(chooseEdge(appointment, { digits: '2' })).toMatchObject({
      edge: { id: 'reschedule' },
      score: 1,
      reason: 'key',
    })
    expect(chooseEdge(appointment, { digits: '22' }).edge).toBeNull()
    expect(chooseEdge(appointment, { digits: '' })).toMatchObject({ edge: null, reason: 'nothing_heard' })
    expect(chooseEdge(appointment, { transcript: 'Press three.' })).toMatchObject({
      edge: { id: 'cancel' },
      reason: 'spoken_key',
    })
  })
})

describe('for any words', () => {
  const words = fc.array(
    fc.constantFrom('i', 'not', 'no', 'yes', 'cancel', 'reschedule', 'my', 'day', 'please', 'ñandú', '٣', '後'),
    { maxLength: 12 },
  )

  test('the score stays within 0 and 1 and the edge is one of those offered', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          words.map((list) => list.join(' ')),
          fc.string({ unit: 'grapheme' }),
        ),
        (transcript) => {
          const choice = chooseEdge(appointment, { transcript })
          expect(choice.score).toBeGreaterThanOrEqual(0)
          expect(choice.score).toBeLessThanOrEqual(1)
          if (choice.edge) expect(appointment).toContain(choice.edge)
        },
      ),
    )
  })

  test('the order of the edges does not change the choice', () => {
    fc.assert(
      fc.property(words, (list) => {
        const transcript = list.join(' ')
        expect(said([...appointment].reverse(), transcript)).toBe(said(appointment, transcript))
      }),
    )
  })

  test('an example said word for word is chosen if it is the only edge', () => {
    const phrase = fc.array(fc.stringMatching(/^[a-z]{4,9}$/), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(phrase, (list) => {
        expect(said([edge('only', [list.join(' ')])], list.join(' '))).toBe('only')
      }),
    )
  })
})

test('short words are told apart although they sound alike', () => {
  expect(likeness(preparePhrase(wordsOf('no')), preparePhrase(wordsOf('know')))).toBe(0)
  expect(likeness(preparePhrase(wordsOf('humor')), preparePhrase(wordsOf('human')))).toBeGreaterThan(0.5)
})

describe('what one turn may cost', () => {
  /** Words that the prepared examples must be compared with in full: the same letters, in another order. */
  const scrambled = (seed: number) => {
    const letters = [...'etaoinshrd']
    return letters.map((_, at) => letters[(at * 7 + seed * 3) % letters.length]).join('')
  }
  const text = (from: number, count: number) => Array.from({ length: count }, (_, at) => scrambled(from + at)).join(' ')
  const usedBy = (edges: readonly WorkflowEdge[], transcript: string) => {
    const work = { left: COMPARISON_COST_PER_TURN_MAX }
    const { reason } = chooseEdge(edges, { transcript }, undefined, undefined, work)
    return { used: COMPARISON_COST_PER_TURN_MAX - work.left, reason }
  }
  const node = (per: number, example: (at: number) => string) =>
    Array.from({ length: EXAMPLES_PER_NODE_MAX / per }, (_, way) =>
      edge(
        `way${way}`,
        Array.from({ length: per }, (_, at) => example(way * per + at)),
      ),
    )

  test('the most examples that a node may have, at an ordinary length, fit the budget with the longest utterance', () => {
    const greeting = 'you have reached the office of doctor brown we are closed please leave your name and number '
    const edges = node(EXAMPLES_MAX, (at) => `I would like to change number ${at} to another day`)
    const { used, reason } = usedBy(edges, greeting.repeat(9))
    expect(reason).toBe('no_match')
    expect(used).toBeLessThan(COMPARISON_COST_PER_TURN_MAX)
  })

  test('the longest examples that a node may have stay within the budget and choose nothing', () => {
    const edges = node(EXAMPLES_MAX, (at) => text(at, 40).slice(0, MULTI_OPTION_LENGTH_MAX))
    const { used, reason } = usedBy(edges, text(5, 150))
    expect(reason).toBe('no_match')
    // One phrase is compared to its end, or not at all.
    expect(used).toBeLessThan(COMPARISON_COST_PER_TURN_MAX * 1.02)
  })

  test('examples are prepared once, however often something is heard', () => {
    const counted = edge('counted', [])
    let reads = 0
    Object.defineProperty(counted.data, 'examples', {
      get() {
        reads++
        return ['I will be there']
      },
    })
    for (const transcript of ['I will be there', 'something else', 'bananas']) chooseEdge([counted], { transcript })
    expect(reads).toBe(1)
  })
})
