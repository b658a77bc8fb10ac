import { describe, expect, test } from 'vitest'
import { end, start, step, workflow } from '../../../test/agent/harness.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import { ENGLISH_SENTENCES } from '../../language/rules/sentences.ts'
import { SAMPLE_WORKFLOWS } from '../../samples/sample-workflows.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import { DISPOSITIONS } from '../rules/dispositions.ts'
import type { BrainAction, HeardTurn, Turn } from '../rules/turn.ts'
import { Utterance } from '../rules/utterance.ts'
import { SCRIPT_LIMITS, ScriptBrain } from './script.ts'

function open(definition: WorkflowDefinition, variables: Record<string, string> = {}) {
  const conversation = { callId: 1, direction: 'outbound' as const, definition, variables, gathered: {} }
  const brain = new ScriptBrain(conversation, { clock: new VirtualClock() })
  return async (turn: Turn): Promise<BrainAction[]> => {
    const acts: BrainAction[] = []
    for await (const act of brain.answer(turn, new AbortController().signal)) acts.push(act)
    return acts
  }
}

const heard = (text: string): Turn => ({
  kind: 'heard',
  words: new Utterance(text, { isWithheld: false, confidence: 0.9 }),
  confidence: 0.9,
  interrupted: null,
  questionHeard: true,
  continues: false,
  added: new Utterance(text, { isWithheld: false, confidence: 0.9 }),
})
const said = (acts: readonly BrainAction[]) => acts.flatMap((act) => (act.kind === 'say' ? [act.text] : []))
const ending = (acts: readonly BrainAction[]) => acts.find((act) => act.kind === 'hang_up')?.disposition
const entered = (acts: readonly BrainAction[]) => acts.flatMap((act) => (act.kind === 'enter' ? [act.nodeId] : []))
const gathered = (acts: readonly BrainAction[]) =>
  acts.flatMap((act) => (act.kind === 'gather' ? [[act.name, act.value]] : []))

const choice = workflow(
  [start('Tea or coffee?'), end('Tea it is'), end('Coffee it is'), end('unclear'), end('silent')],
  [
    { source: 'start', target: 'Tea it is', label: 'tea', examples: ['tea please'], keys: ['1'] },
    { source: 'start', target: 'Coffee it is', label: 'coffee', examples: ['coffee please'], keys: ['2', '12'] },
    { source: 'start', target: 'unclear', label: 'no_match' },
    { source: 'start', target: 'silent', label: 'no_input' },
  ],
)

describe('the script', () => {
  test('says its greeting and listens for the longest key', async () => {
    const answer = open(choice)
    expect(await answer({ kind: 'started' })).toEqual([
      { kind: 'enter', nodeId: 'start', nodeName: 'Start' },
      { kind: 'say', text: 'Tea or coffee?', interruptible: true },
      {
        kind: 'listen',
        expect: expect.objectContaining({ answer: 'choice', maxDigits: 2, noInputAfterMs: 6000 }),
        ahead: expect.any(Array),
      },
    ])
  })

  test('goes by key, by example, and by key said aloud', async () => {
    for (const [turn, disposition] of [
      [{ kind: 'digits', digits: '12' }, 'coffee_it_is'],
      [heard('some tea please'), 'tea_it_is'],
      [heard('two'), 'coffee_it_is'],
    ] as const) {
      const answer = open(choice)
      await answer({ kind: 'started' })
      expect(ending(await answer(turn))).toBe(disposition)
    }
  })

  test('asks again twice, then takes no_match', async () => {
    const answer = open(choice)
    await answer({ kind: 'started' })
    const again = [ENGLISH_SENTENCES.notUnderstood, 'Tea or coffee?']
    expect(said(await answer(heard('purple')))).toEqual(again)
    expect(said(await answer({ kind: 'digits', digits: '9' }))).toEqual(again)
    expect(entered(await answer(heard('purple')))).toEqual(['unclear'])
  })

  test('the words that no exit expected are told, keys are not', async () => {
    const answer = open(choice)
    await answer({ kind: 'started' })
    const missed = async (turn: Turn) => (await answer(turn)).filter(({ kind }) => kind === 'not_understood')
    expect(await missed(heard('purple'))).toEqual([{ kind: 'not_understood', because: 'no_match', said: 'purple' }])
    expect(await missed({ kind: 'digits', digits: '9' })).toEqual([{ kind: 'not_understood', because: 'no_match' }])
  })

  test('asks twice whether somebody is there, then takes no_input', async () => {
    const answer = open(choice)
    await answer({ kind: 'started' })
    for (const times of [1, 2]) {
      expect(said(await answer({ kind: 'no_input', times }))).toEqual([ENGLISH_SENTENCES.stillThere, 'Tea or coffee?'])
    }
    expect(entered(await answer({ kind: 'no_input', times: 3 }))).toEqual(['silent'])
  })

  test('without such edges it takes its leave', async () => {
    const bare = workflow([start('Well?'), end('done')], [{ source: 'start', target: 'done', keys: ['1'] }])
    const answer = open(bare)
    await answer({ kind: 'started' })
    await answer(heard('purple'))
    await answer(heard('purple'))
    const last = await answer(heard('purple'))
    expect([said(last), ending(last)]).toEqual([[ENGLISH_SENTENCES.farewell], DISPOSITIONS.noMatch])
    expect(ending(await answer({ kind: 'no_input', times: 3 }))).toBe(DISPOSITIONS.noInput)
  })

  test('a new step begins with new patience', async () => {
    const two = workflow(
      [start('One?'), step('second', 'Two?'), end('done')],
      [
        { source: 'start', target: 'second', keys: ['1'] },
        { source: 'second', target: 'done', keys: ['1'] },
      ],
    )
    const answer = open(two)
    await answer({ kind: 'started' })
    await answer(heard('purple'))
    await answer(heard('purple'))
    await answer({ kind: 'digits', digits: '1' })
    expect(said(await answer(heard('purple')))).toEqual([ENGLISH_SENTENCES.notUnderstood, 'Two?'])
  })

  test('"hello?" is answered by asking again, a few times at most', async () => {
    const answer = open(choice)
    await answer({ kind: 'started' })
    for (let times = 1; times <= SCRIPT_LIMITS.mostRepeats; times++) {
      expect(said(await answer(heard('hello')))).toEqual(['Tea or coffee?'])
    }
    expect(said(await answer(heard('hello')))).toEqual([ENGLISH_SENTENCES.notUnderstood, 'Tea or coffee?'])
  })

  test('words said over a question that was not heard let it go on; said before it, they are asked anew', async () => {
    const answer = open(choice)
    await answer({ kind: 'started' })
    const early = { ...(heard('tea') as HeardTurn), questionHeard: false }
    expect(await answer({ ...early, interrupted: { heardText: '' } })).toEqual([{ kind: 'go_on' }])
    expect(said(await answer(early))).toEqual(['Tea or coffee?'])
  })

  test('steps that ask nothing follow one another', async () => {
    const chain = workflow(
      [start('One.'), step('two', 'Two.'), end('three', 'Three.')],
      [
        { source: 'start', target: 'two' },
        { source: 'two', target: 'three' },
      ],
    )
    const acts = await open(chain)({ kind: 'started' })
    expect(said(acts)).toEqual(['One.', 'Two.', 'Three.'])
    expect(ending(acts)).toBe('three')
  })

  test('a loop without a way out ends after a named number of steps', async () => {
    const loop = workflow(
      [start('One.'), step('two', 'Two.')],
      [
        { source: 'start', target: 'two' },
        { source: 'two', target: 'two' },
      ],
    )
    const acts = await open(loop)({ kind: 'started' })
    expect(entered(acts)).toHaveLength(SCRIPT_LIMITS.mostSteps)
    expect(ending(acts)).toBe(DISPOSITIONS.loop)
  })

  test('a loop with a listening step ends too', async () => {
    const loop = workflow(
      [start('Again?'), step('again', 'Again?')],
      [
        { source: 'start', target: 'again', examples: ['yes'] },
        { source: 'again', target: 'again', examples: ['yes'] },
      ],
    )
    const answer = open(loop)
    await answer({ kind: 'started' })
    let disposition: string | undefined
    for (let turns = 0; turns <= SCRIPT_LIMITS.mostSteps && disposition === undefined; turns++) {
      disposition = ending(await answer(heard('yes')))
    }
    expect(disposition).toBe(DISPOSITIONS.loop)
  })

  test('a missing variable leaves no hole, an edge to nowhere ends the call', async () => {
    const broken = workflow([start('Hello {{name}} , welcome to {{shop | our shop}}.')], [])
    const acts = await open(broken)({ kind: 'started' })
    expect(said(acts)).toEqual(['Hello, welcome to our shop.'])
    expect(ending(acts)).toBe(DISPOSITIONS.completed)
  })

  test('a value of the list is never read as a template', async () => {
    const acts = await open(workflow([start('Hello {{name}}.')], []), { name: '{{secret}}', secret: 'x' })({
      kind: 'started',
    })
    expect(said(acts)).toEqual(['Hello {{secret}}.'])
  })

  test('hands over to another number', async () => {
    const desk = workflow(
      [
        start('Wait.'),
        { id: 'desk', type: 'transfer', data: { say: 'One moment.', destination: '{{desk_number | +15550100}}' } },
      ],
      [{ source: 'start', target: 'desk' }],
    )
    const acts = await open(desk, { desk_number: '+15550199' })({ kind: 'started' })
    expect(acts.at(-1)).toEqual({ kind: 'transfer', destination: '+15550199' })
  })
})

describe('collecting', () => {
  const asking = (kind: string, more: object = {}, edges: Parameters<typeof workflow>[1] = []) =>
    workflow(
      [start('Tell me.', { collect: { variable: 'answer', kind, ...more } }), end('done'), end('low'), end('high')],
      [...edges, { source: 'start', target: 'done' }],
    )

  test.each([
    ['digits', heard('four two seven nine'), '4279'],
    ['digits', { kind: 'digits', digits: '4279' } as Turn, '4279'],
    ['yes_no', heard('yes of course'), 'yes'],
    ['yes_no', { kind: 'digits', digits: '2' } as Turn, 'no'],
    ['number', heard('twenty five'), '25'],
    ['number', { kind: 'digits', digits: '3*5' } as Turn, '3.5'],
    ['date', { kind: 'digits', digits: '20261224' } as Turn, '2026-12-24'],
    ['text', heard('the heating was cold'), 'the heating was cold'],
  ])('%s from %j', async (kind, turn, value) => {
    const answer = open(asking(kind))
    await answer({ kind: 'started' })
    const acts = await answer(turn)
    expect(gathered(acts)).toEqual([['answer', value]])
    expect(ending(acts)).toBe('done')
  })

  test('what is no value is asked for again', async () => {
    const answer = open(asking('number'))
    await answer({ kind: 'started' })
    expect(said(await answer(heard('purple')))).toEqual([ENGLISH_SENTENCES.notUnderstood, 'Tell me.'])
  })

  test('keys on its edges choose by the value', async () => {
    const rating = asking('digits', { max_length: 1 }, [
      { source: 'start', target: 'low', keys: ['1', '2', '3'] },
      { source: 'start', target: 'high', keys: ['4', '5'] },
    ])
    for (const [turn, disposition] of [
      [heard('five'), 'high'],
      [{ kind: 'digits', digits: '2' }, 'low'],
    ] as const) {
      const answer = open(rating)
      await answer({ kind: 'started' })
      expect(ending(await answer(turn))).toBe(disposition)
    }
  })

  test('what was gathered can be said', async () => {
    const echo = workflow(
      [start('Your name?', { collect: { variable: 'name', kind: 'text' } }), end('done', 'Thank you, {{name}}.')],
      [{ source: 'start', target: 'done' }],
    )
    const answer = open(echo)
    await answer({ kind: 'started' })
    expect(said(await answer(heard('Maria')))).toEqual(['Thank you, Maria.'])
  })
})

describe('a machine', () => {
  test('is told the message and nothing else', async () => {
    const mailbox = workflow(
      [start('Hello.'), step('message', 'Please call {{company | us}} back.'), end('bye', 'Good-bye.')],
      [
        { source: 'start', target: 'message', label: 'voicemail' },
        { source: 'message', target: 'bye' },
      ],
    )
    const acts = await open(mailbox)({ kind: 'machine', afterBeep: true })
    expect(said(acts)).toEqual(['Please call us back.', 'Good-bye.'])
    expect(ending(acts)).toBe(DISPOSITIONS.messageLeft)
  })
})

test.each(SAMPLE_WORKFLOWS.map((sample) => [sample.name, sample.definition] as const))(
  'the sample "%s" can be begun without any variable',
  async (_, definition) => {
    const acts = await open(definition)({ kind: 'started' })
    expect(said(acts)[0]).not.toContain('{{')
    expect(acts.at(-1)?.kind).toBe('listen')
  },
)
