/** Tools in conversations, by every brain: called when the person has agreed, once, and a failure never sounds like a success. */
import { describe, expect, test } from 'vitest'
import { end, start, testCall, workflow } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { type AskedOfModel, type ModelAnswer, standInChat } from '../../test/agent/stand-in-chat.ts'
import { type SoundModel, StandInRealtime } from '../../test/agent/stand-in-realtime.ts'
import { silentLog } from '../kernel/log.ts'
import type { VirtualClock } from '../kernel/virtual-clock.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { notSent, resultOf, type ToolOutcome } from '../tools/call-tool.ts'
import { type HttpToolDefinition, toolDefinition } from '../tools/rules/tool-definition.ts'
import { buildToolRequest, type ToolValues } from '../tools/rules/tool-request.ts'
import { readResult } from '../tools/rules/tool-result.ts'
import type { WorkflowDefinition, WorkflowNode } from '../workflows/rules/definition.ts'
import type { Conversation } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { openRealtimeBrain } from './brains/realtime.ts'
import { ScriptBrain } from './brains/script.ts'
import { ConversationTools, type NoteTool } from './conversation-tools.ts'

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
    parameters: [{ name: 'day', type: 'string', description: 'The day.' }],
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
      return { ...notSent('No whole answer within 5 s.'), ...common, status: null, reason: 'time_out' }
    }
    const read = readResult(Buffer.from(JSON.stringify(answer)), definition.config.result_variables ?? [])
    return { ...common, ...resultOf(read) }
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
      if (request === null) return Promise.resolve(notSent('A value is missing.'))
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

/** A model calls it by itself. */
const BY_MODEL: WorkflowDefinition = workflow(
  [start('Shall I book the appointment?', { prompt: 'Book it if they want it.', tool_uuids: ['book'] }), end('done')],
  [{ source: 'start', target: 'done', label: 'finished', condition: 'It is settled.' }],
)

function converse(kind: Kind, definition: WorkflowDefinition, service: Service, models: Partial<Models> = {}) {
  const sent: string[] = []
  const notes: Parameters<NoteTool>[0][] = []
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
  const call = testCall({ definition, brain, variables: { day: 'Tuesday' } })
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
