/** Tools in conversations, by every brain: called when the person has agreed, once, and a failure never sounds like a success. */
import { describe, expect, test } from 'vitest'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { type AskedOfModel, type ModelAnswer, standInChat } from '../../test/agent/stand-in-chat.ts'
import { type SoundModel, StandInRealtime } from '../../test/agent/stand-in-realtime.ts'
import { silentLog } from '../kernel/log.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { notSentOutcome, type ToolOutcome, toolResultOf } from '../tools/call-tool.ts'
import { type HttpToolDefinition, toolDefinition } from '../tools/rules/tool-definition.ts'
import { buildToolRequest, type ToolValues } from '../tools/rules/tool-request.ts'
import { readResult } from '../tools/rules/tool-result.ts'
import type { WorkflowDefinition, WorkflowNode } from '../workflows/rules/definition.ts'
import type { Conversation } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { openRealtimeBrain } from './brains/realtime.ts'
import { ScriptBrain } from './brains/script.ts'
import { type AddToolTimelineEntry, ConversationTools } from './conversation-tools.ts'

type Kind = 'script' | 'pipeline' | 'realtime'

interface Service {
  /** What the service answers; an Error: it cannot be reached. */
  answer: unknown
  acts?: boolean
  takesMs?: number
}

/** A tool with the real rules for requests and answers, and a service that takes time on the virtual clock. */
function bookingTool(clock: VirtualClock, { answer, acts = true, takesMs = 1500 }: Service, sent: string[]): AgentTool {
  const config = {
    method: 'POST',
    url: 'https://x.example/book',
    acts,
    parameters: [
      { name: 'day', type: 'string', description: 'The day.' },
      { name: 'guests', type: 'array', description: 'Who comes along.', required: false },
      { name: 'seats', type: 'array', items: { type: 'number' }, description: 'Which.', required: false },
    ],
    preset_parameters: [{ name: 'pin', type: 'string', value_template: '{{pin}}', required: false }],
    result_variables: [{ name: 'booking', path: 'id' }],
    customMessage: 'One moment please.',
  }
  const definition = toolDefinition.parse({ type: 'http_api', config }) as HttpToolDefinition
  const bodyOf = (values: ToolValues) => {
    const built = buildToolRequest(definition.config, values, {})
    return built.kind === 'request' ? built.request : null
  }
  const outcomeOf = (request: ToolOutcome['request']): ToolOutcome => {
    const common = { status: 200, ms: takesMs, tries: 1, request }
    if (answer instanceof Error) {
      return { ...notSentOutcome('No complete answer within 5 s.'), ...common, status: null, reason: 'time_out' }
    }
    const read = readResult(Buffer.from(JSON.stringify(answer)), definition.config.result_variables ?? [])
    return { ...common, ...toolResultOf(read) }
  }
  return {
    uuid: 'book',
    mcpName: null,
    name: 'Book',
    description: 'Books the appointment.',
    parameters: definition.config.parameters ?? [],
    acts,
    message: config.customMessage,
    fills: ['booking'],
    fingerprint: (values) => bodyOf(values)?.body ?? null,
    call(values) {
      const request = bodyOf(values)
      if (request === null) return Promise.resolve(notSentOutcome('A value is missing.'))
      sent.push(request.body ?? '')
      return new Promise((resolve) => clock.after(takesMs, () => resolve(outcomeOf(request))))
    },
  }
}

const http: WorkflowNode = {
  id: 'http',
  type: 'http',
  data: { name: 'Book it', tool_uuid: 'book', arguments: { day: '{{day}}' } },
}

/** The script calls the tool by a step of its own. */
const BY_STEP: WorkflowDefinition = workflow(
  [
    start('Shall I book the appointment?'),
    http,
    end('booked', 'It is booked under {{booking}}.'),
    end('failed', 'I could not book it.'),
    end('declined'),
  ],
  [
    { source: 'start', target: 'http', label: 'yes', examples: ['yes please'] },
    { source: 'start', target: 'declined', label: 'no', examples: ['no thanks'] },
    { source: 'start', target: 'http', label: 'no_input' },
    { source: 'http', target: 'booked' },
    { source: 'http', target: 'failed', label: 'failed' },
  ],
)

/** Nobody is asked: the model's one way on leads to the tool. */
const BY_PLAIN_EDGE: WorkflowDefinition = workflow(
  [start('I can book an appointment.', { prompt: 'Offer it.' }), http, end('booked'), end('failed')],
  [
    { source: 'start', target: 'http', label: 'yes' },
    { source: 'http', target: 'booked' },
    { source: 'http', target: 'failed', label: 'failed' },
  ],
)

/** Either answer books, on another day. */
const BY_EITHER: WorkflowDefinition = workflow(
  [
    start('Is Tuesday good?'),
    http,
    { ...http, id: 'other', data: { ...http.data, arguments: { day: 'Friday' } } } as WorkflowNode,
    step('hold', 'One moment.'),
    end('booked', 'It is booked, and a letter with everything you need to know is on its way.'),
    end('failed'),
  ],
  [
    { source: 'start', target: 'hold', label: 'yes', examples: ['yes please'] },
    { source: 'start', target: 'other', label: 'no', examples: ['no thanks'] },
    { source: 'hold', target: 'http' },
    { source: 'http', target: 'booked' },
    { source: 'http', target: 'failed', label: 'failed' },
    { source: 'other', target: 'booked' },
    { source: 'other', target: 'failed', label: 'failed' },
  ],
)

/** A model calls it by itself. */
const BY_MODEL: WorkflowDefinition = workflow(
  [start('Shall I book the appointment?', { prompt: 'Book it if they want it.', tool_uuids: ['book'] }), end('done')],
  [{ source: 'start', target: 'done', label: 'finished', condition: 'It is settled.' }],
)

function converse(kind: Kind, definition: WorkflowDefinition, service: Service, models: Partial<Models> = {}) {
  const sent: string[] = []
  const notes: Parameters<AddToolTimelineEntry>[0][] = []
  const asked: AskedOfModel[] = []
  const brain = (given: Conversation, clock: VirtualClock) => {
    const tools = new ConversationTools([bookingTool(clock, service, sent)], (fields) => notes.push(fields))
    const conversation = { ...given, tools }
    if (kind === 'script') return new ScriptBrain(conversation, { clock })
    if (kind === 'realtime') {
      const { endpoint, openLink } = new StandInRealtime(clock, models.sound ?? stubbornInSound)
      return openRealtimeBrain(conversation, { endpoint, openLink, clock, log: silentLog })
    }
    const { chat } = standInChat((given) => {
      asked.push(given)
      return (models.words ?? stubborn)(given)
    })
    const sentences = { fallback: 'Sorry, again?', farewell: 'Good-bye.' }
    return openPipelineBrain(conversation, { chat, clock, log: silentLog, sentences })
  }
  const tools = [bookingTool(new VirtualClock(), service, [])]
  const call = testCall({ definition, brain, variables: { day: 'Tuesday' }, tools })
  return { call, sent, notes, asked }
}

interface Models {
  words(asked: AskedOfModel): ModelAnswer
  sound: SoundModel
}

const EDGES = ['go_yes', 'go_no', 'go_finished']
/** Takes the yes edge where there is one, and speaks otherwise. */
const stubborn = ({ tools = [] }: AskedOfModel): ModelAnswer => {
  const offered = tools.map((tool) => tool.function.name)
  const wanted = EDGES.find((name) => offered.includes(name))
  return wanted === undefined ? { say: 'Well.' } : { call: wanted }
}
const stubbornInSound: SoundModel = (tools) => {
  const wanted = EDGES.find((name) => tools.includes(name))
  return wanted === undefined ? { say: 'Well.' } : { call: wanted }
}

const saysYes = async (person: ScriptedPerson) => {
  await person.untilAgentWaits()
  await person.say('yes please')
  await person.pause(60_000)
  if (!person.isOver) person.hangUp()
}

describe.each(['script', 'pipeline', 'realtime'] as const)('an http step with the brain %s', (kind) => {
  test('calls the tool after the answer, and its result can be said', async () => {
    const { call, sent, notes } = converse(kind, BY_STEP, { answer: { id: 'AB12' } })
    const { disposition } = await call.play(saysYes)
    expect(disposition).toBe('booked')
    expect(sent).toEqual(['{"day":"Tuesday"}'])
    expect(call.journal.record.gathered).toMatchObject({ booking: 'AB12' })
    expect(notes).toMatchObject([
      { tool: 'Book', node: 'http', ok: true, status: 200, tries: 1, sent: ['day: ***sday'], variables: ['booking'] },
    ])
    if (kind !== 'realtime') expect(call.agentSaid().join(' ')).toContain('One moment please.')
    if (kind !== 'realtime') expect(call.agentSaid().join(' ')).toContain('It is booked under AB12.')
  })

  test.each([
    ['a service that does not answer', new Error('away'), 'time_out'],
    ['an answer without the value', { other: 1 }, 'incomplete'],
  ])('leaves by the edge failed after %s', async (_name, answer, reason) => {
    const { call, sent, notes } = converse(kind, BY_STEP, { answer })
    const { disposition } = await call.play(saysYes)
    expect(disposition).toBe('failed')
    expect(sent).toHaveLength(1)
    expect(notes).toMatchObject([{ tool: 'Book', ok: false, reason }])
  })

  test('does not call a tool that acts when nobody agreed', async () => {
    const { call, sent, notes } = converse(
      kind,
      BY_STEP,
      { answer: { id: 'AB12' } },
      { words: () => ({ say: 'Hello?' }), sound: () => ({ say: 'Hello?' }) },
    )
    await call.play(async (person) => {
      await person.pause(90_000)
      if (!person.isOver) person.hangUp()
    })
    expect(sent).toEqual([])
    if (kind !== 'realtime') expect(notes).toMatchObject([{ tool: 'Book', ok: false, reason: 'not_sent' }])
  })

  test.each([
    ['somebody who greets over our greeting', 'untilAgentSpeaks', false],
    ['somebody who greets, and a model that waits', 'untilAgentWaits', true],
    ...(kind === 'realtime' ? [] : [['somebody who greets us back', 'untilAgentWaits', false] as const]),
  ] as const)('does not call a tool that acts on a plain edge for %s', async (_name, until, modelWaits) => {
    let turns = 0
    const waits = () => modelWaits && ++turns === 1
    const words = (asked: AskedOfModel): ModelAnswer => (waits() ? { say: 'Shall I?' } : stubborn(asked))
    const sound: SoundModel = (tools, last) => (waits() ? { say: 'Shall I?' } : stubbornInSound(tools, last))
    const { call, sent } = converse(kind, BY_PLAIN_EDGE, { answer: { id: 'AB12' } }, { words, sound })
    await call.play(async (person) => {
      await person[until]()
      await person.say('Hello?')
      await person.pause(90_000)
      if (!person.isOver) person.hangUp()
    })
    expect(sent).toEqual([])
  })

  test('books nothing more when its last words are answered: what was sent stays sent', async () => {
    const { call, sent } = converse(kind, BY_EITHER, { answer: { id: 'AB12' } })
    const { disposition } = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes please')
      await person.until(() => sent.length > 0)
      await person.pause(3000)
      await person.say('no thanks')
      await person.pause(60_000)
      if (!person.isOver) person.hangUp()
    })
    expect(sent).toEqual(['{"day":"Tuesday"}'])
    expect(disposition).toBe('booked')
  })

  test('is not disturbed by what is said while the tool works', async () => {
    const { call, sent } = converse(kind, BY_STEP, { answer: { id: 'AB12' }, takesMs: 6000 })
    const { disposition } = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes please')
      await person.pause(3500)
      await person.say('are you still there')
      await person.pause(60_000)
      if (!person.isOver) person.hangUp()
    })
    expect(sent).toHaveLength(1)
    expect(disposition).toBe('booked')
  })

  test.each([
    ['a tool that acts: it is done, and their words are noted', true, 'booked'],
    ['a tool that only looks: they are asked again', false, 'declined'],
  ])('"no, wait" while the tool works, with %s', async (_name, acts, ending) => {
    if (kind === 'realtime') return
    const words = (asked: AskedOfModel): ModelAnswer => {
      const last = asked.messages.at(-1)?.content ?? ''
      if (last.includes('take back')) return { say: 'What shall I do?' }
      return last.includes('no thanks') ? { call: 'go_no' } : stubborn(asked)
    }
    const { call, sent, asked } = converse(kind, BY_STEP, { answer: { id: 'AB12' }, acts, takesMs: 6000 }, { words })
    const { disposition } = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes please')
      await person.pause(3500)
      await person.say('no, wait')
      await person.untilAgentWaits()
      await person.say('no thanks')
      await person.pause(60_000)
      if (!person.isOver) person.hangUp()
    })
    expect(sent).toHaveLength(1)
    expect(disposition).toBe(ending)
    expect(call.journal.record.timeline).toContainEqual(
      expect.objectContaining({ event: 'said_meanwhile', takes_back: true }),
    )
    if (kind === 'pipeline' && !acts) expect(JSON.stringify(asked)).toContain('no, wait')
  })
})

describe.each(['pipeline', 'realtime'] as const)('a tool that the brain %s calls by itself', (kind) => {
  const use = { call: 'use_book', input: { day: 'Monday' } }
  /** Wants to book as soon as it can, and as often as it can. */
  const greedy: Models = {
    words({ tools = [], messages }) {
      const last = messages.at(-1)?.content ?? ''
      if (last.includes('answered “') || last.includes('failed:') || last.includes('Not done'))
        return { say: 'So be it.' }
      return tools.some((tool) => tool.function.name === 'use_book') ? use : { say: 'Shall I?' }
    },
    sound: (tools, last) => (last === '' && tools.includes('use_book') ? use : { say: 'So be it.' }),
  }

  test('is called once they have answered, and the model is told its answer as data', async () => {
    const { call, sent, asked } = converse(kind, BY_MODEL, { answer: { id: 'AB”12' } }, greedy)
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes please')
      await person.pause(8000)
      await person.say('yes, book it')
      await person.pause(8000)
      person.hangUp()
    })
    expect(sent).toEqual(['{"day":"Monday"}'])
    expect(call.journal.record.gathered).toMatchObject({ booking: 'AB”12' })
    if (kind === 'pipeline') {
      const offered = asked[0]?.tools?.find((tool) => tool.function.name === 'use_book')
      // OpenAI refuses the whole request if an array has no items.
      expect(offered?.function.parameters?.properties).toMatchObject({
        guests: { type: 'array', items: {} },
        seats: { type: 'array', items: { type: 'number' } },
      })
      const told = asked.flatMap(({ messages }) => messages.map(({ content }) => content)).join('\n')
      expect(told).toContain('(The tool "Book" answered “{"id":"AB"12"}”.)')
    }
  })

  test('is not called at pick-up, however much the model wants it', async () => {
    const eager: Models = { words: () => use, sound: () => use }
    const { call, sent } = converse(kind, BY_MODEL, { answer: { id: 'AB12' } }, eager)
    await call.play(async (person) => {
      await person.pause(20_000)
      if (!person.isOver) person.hangUp()
    })
    expect(sent).toEqual([])
  })

  test('is told as failed when it failed', async () => {
    const { call, notes, asked } = converse(kind, BY_MODEL, { answer: new Error('away') }, greedy)
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes please')
      await person.pause(9000)
      person.hangUp()
    })
    expect(notes[0]).toMatchObject({ ok: false, reason: 'time_out' })
    if (kind !== 'pipeline') return
    const told = asked.flatMap(({ messages }) => messages.map(({ content }) => content)).join('\n')
    expect(told).toContain('Do not say that it worked.')
  })
})

test.each([
  ['script', BY_EITHER],
  ['pipeline', BY_EITHER],
  ['pipeline', BY_MODEL],
] as const)(
  'the brain %s calls a tool that acts only when words that were hard to hear are heard twice',
  async (kind, definition) => {
    const book = { call: 'use_book', input: { day: 'Tuesday' } }
    const offers = ({ tools = [] }: AskedOfModel, name: string) => tools.some((tool) => tool.function.name === name)
    const words = (asked: AskedOfModel): ModelAnswer => {
      const last = asked.messages.at(-1)?.content ?? ''
      if (last.includes('hard to hear') || last.includes('answered “')) return { say: 'Pardon?' }
      return offers(asked, 'use_book') ? book : stubborn(asked)
    }
    const { call, sent } = converse(kind, definition, { answer: { id: 'AB12' } }, { words })
    call.speech.confidence = 0.4
    const sentAfter: number[] = []
    await call.play(async (person) => {
      for (let time = 0; time < 2; time += 1) {
        await person.untilAgentWaits()
        await person.say('yes please')
        await person.pause(5000)
        sentAfter.push(sent.length)
      }
      await person.pause(20_000)
      if (!person.isOver) person.hangUp()
    })
    expect(sentAfter[0]).toBe(0)
    expect(sent).toEqual(['{"day":"Tuesday"}'])
  },
)

test('a sensitive value reaches no tool, by no way', async () => {
  const definition = workflow(
    [
      start('Your PIN please?', { collect: { variable: 'pin', kind: 'digits', exact_length: 4, sensitive: true } }),
      { ...http, data: { ...http.data, arguments: { day: 'for {{pin | nobody}}' } } } as WorkflowNode,
      end('booked'),
      end('failed'),
    ],
    [
      { source: 'start', target: 'http' },
      { source: 'http', target: 'booked' },
      { source: 'http', target: 'failed', label: 'failed' },
    ],
  )
  const { call, sent } = converse('script', definition, { answer: { id: 'AB12' } })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('four two seven nine')
    await person.pause(30_000)
    if (!person.isOver) person.hangUp()
  })
  expect(sent).toEqual(['{"day":"for nobody"}'])
})
