/** Trying a workflow without a telephone, as a client meets it. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteTranscripts } from '../../src/calls/queries.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { VirtualClock } from '../../src/kernel/virtual-clock.ts'
import { resultSoFar, runInBackground } from '../../src/tryouts/background-evaluation.ts'
import { beginEvaluation } from '../../src/tryouts/evaluation-queries.ts'
import { appointmentQuestion } from '../agent/appointment.ts'
import { type ChatBody, calls, endpoint, type Answer as ModelAnswer, says, status } from '../agent/chat-endpoint.ts'
import { converse, PEOPLE_NAMES, storePastCall } from '../agent/past-calls.ts'
import { eventually } from '../end-to-end/program.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { made } from './things.ts'

interface Tried extends Json {
  try_id: string
  state: string
  said: { who: string; text: string }[]
  steps: Json[]
}

let world: TestApp
let workflowId: number

beforeAll(async () => {
  world = await testApp({ openAgents: 'real' })
  const body = { name: 'Reminder', workflow_definition: appointmentQuestion }
  workflowId = (await made(world.a.request('POST', '/api/v1/workflow/create/definition', body))).id
})

const opened = (body: Json = {}) =>
  made<Tried>(world.a.request('POST', '/api/v1/workflow/try', { workflow_id: workflowId, ...body }))
const say = (tryId: string, body: Json) =>
  made<Tried>(world.a.request('POST', `/api/v1/workflow/try/${tryId}/say`, body))

describe('a conversation by text', () => {
  test('opens with the greeting, takes words and keys, says where it is and why, and ends', async () => {
    const { try_id, ...first } = await opened({ variables: { first_name: 'Ada' } })
    expect(first).toMatchObject({ state: 'waiting', node: 'start', gathered: {}, audio_url: null })
    expect(first.said[0]?.text).toContain('Ada')
    const unclear = await say(try_id, { text: 'Purple elephants.' })
    expect(unclear).toMatchObject({ state: 'waiting', not_understood: 'no_match', steps: [] })
    const done = await say(try_id, { text: 'Yes, I will be there.' })
    expect(done).toMatchObject({ state: 'ended', disposition: 'confirmed', ended_by: 'agent' })
    expect(done.steps[0]).toMatchObject({ name: 'Confirmed', why: expect.stringContaining('similar to an example') })
  })

  test('who picks up with "Yes, hello?" has not confirmed', async () => {
    expect(await opened({ answers_with: 'Yes, hello?' })).toMatchObject({ state: 'waiting', node: 'start' })
  })

  test('nobody is put on the suppression list', async () => {
    const { try_id } = await opened()
    const done = await say(try_id, { text: 'Never call me again.' })
    expect(done).toMatchObject({ disposition: 'do_not_call', actions: [{ kind: 'do_not_call' }] })
    const { suppressions } = await made<{ suppressions: Json[] }>(world.a.request('GET', '/api/v1/suppressions'))
    expect(suppressions).toEqual([])
  })

  test('takes a definition that is not saved; names all its faults if it cannot be run', async () => {
    const good = { workflow_id: null, workflow_definition: appointmentQuestion }
    expect(await opened(good)).toMatchObject({ state: 'waiting' })
    const bad = await world.a.request('POST', '/api/v1/workflow/try', { workflow_definition: { nodes: [], edges: [] } })
    expect(bad.status).toBe(422)
    const both = { workflow_id: workflowId, workflow_definition: appointmentQuestion }
    expect((await world.a.request('POST', '/api/v1/workflow/try', both)).status).toBe(422)
  })

  test('exactly one thing is done at a time', async () => {
    const { try_id } = await opened()
    for (const body of [{}, { text: 'yes', keys: '1' }, { silence: false }, { keys: 'x' }]) {
      expect((await world.a.request('POST', `/api/v1/workflow/try/${try_id}/say`, body)).status).toBe(422)
    }
  })
})

test('ten simulated people can be chosen; by text the whole conversation comes at once', async () => {
  const { people } = await made<{ people: { name: string; title: string }[] }>(
    world.a.request('GET', '/api/v1/workflow/try/people'),
  )
  expect(people).toHaveLength(10)
  const objects = await opened({ person: 'objects', variables: { first_name: 'Ada' } })
  expect(objects).toMatchObject({ state: 'ended', disposition: 'do_not_call', actions: [{ kind: 'do_not_call' }] })
  expect(objects.said.map(({ who }) => who)).toContain('person')
  for (const body of [{ person: 'nobody' }, { person: 'agrees', answers_with: 'Yes?' }]) {
    const { status } = await world.a.request('POST', '/api/v1/workflow/try', { workflow_id: workflowId, ...body })
    expect(status).toBe(422)
  }
})

test('an organization holds ten at once, and room comes back when one is ended', async () => {
  const { b } = world
  const body = { workflow_definition: appointmentQuestion }
  const open = () => b.request<Tried>('POST', '/api/v1/workflow/try', body)
  const all = []
  for (let count = 0; count < 10; count++) all.push(await open())
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  expect(await open()).toMatchObject({ status: 429, body: { code: 'too_many_tries' } })
  await made(b.request('DELETE', `/api/v1/workflow/try/${all[0]?.body.try_id}`))
  const last = await open()
  expect(last.status).toBe(200)
  for (const { body } of [...all.slice(1), last]) await made(b.request('DELETE', `/api/v1/workflow/try/${body.try_id}`))
})

test('who is only watched takes a place as well', async () => {
  const { b } = world
  const person = { workflow_definition: appointmentQuestion, person: 'agrees' }
  const all = await Promise.all(Array.from({ length: 30 }, () => b.request('POST', '/api/v1/workflow/try', person)))
  expect(all.map(({ status }) => status).filter((status) => status === 429).length).toBeGreaterThan(0)
})

describe('dialogues kept with a workflow', () => {
  const run = (body: Json = {}) =>
    made<{ passed: number; failed: number; results: Json[] }>(
      world.a.request('POST', `/api/v1/workflow/${workflowId}/dialogues/run`, body),
    )

  test('are its regression tests: a change that breaks one is named', async () => {
    const url = `/api/v1/workflow/${workflowId}/dialogues`
    const agrees = {
      name: 'Agrees',
      variables: { first_name: 'Ada' },
      answers_with: 'Hello?',
      steps: [{ text: 'Yes, I will be there.', expect: { says: 'look forward' } }],
      expect: { disposition: 'confirmed' },
    }
    const kept = await made(world.a.request('POST', url, agrees))
    expect(kept).toMatchObject(agrees)
    expect(await run()).toMatchObject({ passed: 1, failed: 0 })
    const renamed = {
      ...appointmentQuestion,
      nodes: appointmentQuestion.nodes.map((node) =>
        node.data.name === 'Confirmed' ? { ...node, data: { ...node.data, name: 'Agreed', say: 'Fine.' } } : node,
      ),
    }
    const { results, ...counts } = await run({ workflow_definition: renamed })
    expect(counts).toEqual({ passed: 0, failed: 1 })
    expect(results[0]?.failures).toEqual([
      { step: 1, message: 'Expected to hear “look forward”; heard “Fine.”.' },
      { step: null, message: 'Expected to end as confirmed; it ended as agreed.' },
    ])
    const changed = { ...agrees, expect: { disposition: 'cancelled' } }
    await made(world.a.request('PUT', `${url}/${kept.id}`, changed))
    expect(await run({ dialogue_ids: [kept.id] })).toMatchObject({ passed: 0, failed: 1 })
    await made(world.a.request('DELETE', `${url}/${kept.id}`))
    expect(await run()).toEqual({ passed: 0, failed: 0, results: [] })
    expect((await world.a.request('POST', `${url}/run`, { dialogue_ids: [kept.id] })).status).toBe(400)
  })

  test('a dialogue that goes on after the call is over fails', async () => {
    const url = `/api/v1/workflow/${workflowId}/dialogues`
    const { id } = await made(
      world.a.request('POST', url, { name: 'Too long', steps: [{ keys: '1' }, { text: 'And now?' }] }),
    )
    const { results } = await run({ dialogue_ids: [id] })
    expect(results[0]?.failures).toEqual([{ step: 2, message: 'The conversation was over before this step.' }])
  })
})

describe('an evaluation', () => {
  const url = () => `/api/v1/workflow/${workflowId}/evaluations`
  const agrees = { name: 'Agrees', person: 'agrees', expect: { dispositions: ['confirmed'], says: ['look forward'] } }
  const objects = { name: 'Objects', person: 'objects', expect: { do_not_call: true, never_reaches: ['start'] } }

  test('reports the share of conversations that came out as expected, and is kept with its version', async () => {
    const body = { runs: 5, minimum_rate: 0.8, dialogues: false, personas: [agrees, objects] }
    const { id, cases, ...figures } = await made<{ id: number; cases: Json[] } & Json>(
      world.a.request('POST', url(), body),
    )
    expect(figures).toMatchObject({ passed: false, rate: 0.5, conversations: 10, conversations_passed: 5, runs: 5 })
    expect(figures.version_number).toBeGreaterThan(0)
    expect(cases[0]).toMatchObject({ name: 'Agrees', passed: 5, rate: 1, dispositions: { confirmed: 5 }, failures: [] })
    const reason = 'Expected never to reach start; the conversation did.'
    expect(cases[1]).toMatchObject({
      name: 'Objects',
      passed: 0,
      rate: 0,
      failures: { 0: { run: 1, message: reason } },
    })
    const { evaluations } = await made<{ evaluations: Json[] }>(world.a.request('GET', url()))
    expect(evaluations).toEqual([expect.objectContaining({ id, rate: 0.5, passed: false })])
    expect(await made(world.a.request('GET', `${url()}/${id}`))).toMatchObject({ id, cases })
    expect((await world.b.request('GET', `${url()}/${id}`)).status).toBe(404)
    const draft = { dialogues: false, personas: [agrees], workflow_definition: appointmentQuestion }
    expect(await made(world.a.request('POST', url(), draft))).toMatchObject({ passed: true, version_number: null })
  })

  test('is not waited for if asked so: its progress can be read, a second one is refused, a lost one is not running', async () => {
    const body = { runs: 40, dialogues: false, personas: [agrees], wait: false }
    const begun = await made<{ id: number } & Json>(world.a.request('POST', url(), body))
    expect(begun).toMatchObject({ state: 'running', passed: false, conversations_planned: 40, cases: [] })
    expect(begun.request).toEqual({ runs: 40, dialogues: false, personas: [agrees] })
    expect(await world.a.request('POST', url(), body)).toMatchObject({
      status: 409,
      body: { code: 'evaluation_running' },
    })
    const read = () => made<Json>(world.a.request('GET', `${url()}/${begun.id}`))
    await eventually('its end', async () => (await read()).state === 'ended')
    expect(await read()).toMatchObject({ state: 'ended', passed: true, conversations: 40, rate: 1 })
    // Asked in the same moment, only one of them begins.
    const wanted = { organizationId: world.a.organizationId, workflowId, version: null, planned: 1, request: {} }
    const running = {
      ...wanted,
      state: 'running' as const,
      result: resultSoFar({ runs: 1, minimumRate: 1 }, { conversations: 0, passed: 0 }),
    }
    const begin = () => beginEvaluation(world.app.db, { ...running, now: new Date() })
    const together = (await Promise.all(Array.from({ length: 6 }, begin))).filter((each) => each !== null)
    expect(together).toHaveLength(1)
    await sql`delete from workflow_evaluations where id = ${together[0]!.id}`.execute(world.app.db)
    const setBack = (seconds: number) =>
      sql`update workflow_evaluations set state = 'running', passed = false,
            reported_at = now() - make_interval(secs => ${seconds}) where id = ${begun.id}`.execute(world.app.db)
    // As a node leaves it behind that was stopped in the middle.
    await setBack(61)
    expect(await read()).toMatchObject({ state: 'interrupted', passed: false })
    // What a working node stores every two seconds, and at a fault.
    const clock = new VirtualClock({ startMs: Date.now() })
    const deps = { db: world.app.db, clock, log: silentLog }
    let fail = (_: Error) => {}
    const failure = new Promise<never>((_, reject) => {
      fail = reject
    })
    const over = runInBackground(deps, begun.id, { runs: 40, minimumRate: 1 }, (onProgress) => {
      onProgress({ conversations: 4, passed: 3 })
      return failure
    })
    await clock.step(2_000)
    await eventually('its progress', async () => (await read()).conversations === 4)
    expect(await read()).toMatchObject({ state: 'running', rate: 0.75, conversations_passed: 3, passed: false })
    fail(new Error('a fault'))
    await over
    expect(await read()).toMatchObject({ state: 'failed', passed: false, conversations: 4 })
    expect((await world.a.request('POST', url(), { ...body, runs: 1 })).status).toBe(200)
  })

  test('without a conversation passes nothing; one that needs a model says so', async () => {
    const nothing = { dialogues: false }
    expect(await made(world.a.request('POST', url(), nothing))).toMatchObject({ passed: false, conversations: 0 })
    const prompted = { personas: [{ name: 'Doubts', prompt: 'You doubt everything.' }] }
    const judged = { personas: [agrees], judge: 'The agent is polite.' }
    for (const body of [prompted, judged])
      expect(await world.a.request('POST', url(), body)).toMatchObject({
        status: 409,
        body: { code: 'evaluation_needs_a_model' },
      })
    const neither = { personas: [{ name: 'Nobody' }] }
    const many = { runs: 100, personas: Array.from({ length: 21 }, () => agrees) }
    for (const body of [neither, many]) expect((await world.a.request('POST', url(), body)).status).toBe(422)
  })
})

describe('an evaluation with a model', () => {
  const configuration = '/api/v1/organizations/model-configuration'
  const isJudge = ({ tools }: ChatBody) => tools?.[0]?.function.name === 'verdict'

  /** A model that plays people in these words, and judges so. */
  async function evaluated(body: Json, words: string[], judge: ModelAnswer = status(500)) {
    const { url, bodies } = await endpoint((response, asked, request) => {
      if (isJudge(asked)) return judge(response, asked, request)
      const spoken = asked.messages.filter(({ role }) => role === 'assistant').length
      return says(words[Math.min(spoken, words.length - 1)] ?? '')(response, asked, request)
    })
    await made(world.a.request('PUT', configuration, { chat: { base_url: url, model: 'stand-in' } }))
    const result = await made<{ passed: boolean; cases: (Json & { failures: Json[] })[] }>(
      world.a.request('POST', `/api/v1/workflow/${workflowId}/evaluations`, { dialogues: false, ...body }),
    )
    return { result, bodies, first: result.cases[0] as Json & { failures: { message: string }[] } }
  }

  const doubts = { name: 'Doubts', prompt: 'You doubt everything at first.', answers_with: 'Hello?' }

  test('plays people by a prompt: what the model writes is said, pressed, or hung up', async () => {
    const { result, bodies, first } = await evaluated(
      { runs: 2, personas: [{ ...doubts, expect: { dispositions: ['confirmed'], reaches: ['start'] } }] },
      ['Purple elephants?', 'Yes, I will be there.'],
    )
    expect(result).toMatchObject({ passed: true, conversations: 2 })
    const told = (first.transcript as { who: string; text: string }[]).map(({ who, text }) => `${who}: ${text}`)
    expect(told).toEqual(expect.arrayContaining(['person: Purple elephants?', 'person: Yes, I will be there.']))
    expect(bodies[0]?.messages[0]?.content).toContain('Your role:\nYou doubt everything at first.')
    expect(bodies[0]?.messages[1]?.content).toContain('this is')
    const keys = await evaluated({ personas: [{ ...doubts, expect: { dispositions: ['confirmed'] } }] }, [
      '(presses 1)',
    ])
    expect(keys.result.passed).toBe(true)
    const leaves = await evaluated({ personas: [doubts] }, ['No time, sorry. (hangs up)'])
    expect(leaves.first).toMatchObject({ dispositions: { hung_up: 1 }, transcript: expect.any(Array) })
    expect(JSON.stringify(leaves.first.transcript)).not.toContain('hangs up')
  })

  test('whose model says nothing does not pass', async () => {
    const { result, first } = await evaluated({ personas: [doubts] }, [''])
    expect(result.passed).toBe(false)
    expect(first.failures).toEqual([
      { run: 1, message: 'Not known: The model that plays the person gave an empty answer.' },
    ])
  })

  const judged: [string, ModelAnswer, string | null][] = [
    ['approves', calls('verdict', { met: true, reason: 'It was.' }), null],
    ['objects', calls('verdict', { met: false, reason: 'It was rude.' }), 'The judge says: It was rude.'],
    ['only talks', says('Looks fine to me.'), 'The judge gave no verdict.'],
    ['answers with another kind', calls('verdict', { met: 'true', reason: 'x' }), 'The judge gave no verdict.'],
    ['calls something else', calls('approve', { met: true }), 'The judge gave no verdict.'],
    ['answers 500', status(500), 'Not known: The endpoint answered with status 500.'],
    [
      'answers nonsense',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
      'Not known: The endpoint answered with something unreadable.',
    ],
  ]
  test.each(judged)('a judge who %s', async (_what, judge, message) => {
    const agrees = { name: 'Agrees', person: 'agrees', judge: 'The agent is polite.' }
    const { result, bodies, first } = await evaluated({ personas: [agrees] }, [], judge)
    expect(first.failures).toEqual(message === null ? [] : [{ run: 1, message }])
    expect(result.passed).toBe(message === null)
    expect(bodies.filter(isJudge)[0]?.messages[1]?.content).toContain('Criterion: The agent is polite.')
  })
})

describe('a replay of past calls', () => {
  const replay = (body: Json = {}) =>
    made<Json & { changes: Json[]; endings: Json[] }>(
      world.a.request('POST', `/api/v1/workflow/${workflowId}/replay`, body),
    )

  test('reproduces every way of the same version, and names those whose call an edit changes', async () => {
    const { current_definition_id: definitionId } = await made<Json & { current_definition_id: number }>(
      world.a.request('GET', `/api/v1/workflow/fetch/${workflowId}`),
    )
    const of = { organizationId: world.a.organizationId, workflowId, definitionId }
    const calls = []
    for (const person of PEOPLE_NAMES) {
      const record = await converse(appointmentQuestion, person, 7)
      calls.push({ person, record, id: await storePastCall(world.app.db, of, record) })
    }
    const count = calls.length
    const same = { calls: count, same: count, changed: 0, same_in_part: 0, not_replayable: 0, changes: [] }
    expect(await replay({ version_number: 1 })).toMatchObject(same)
    // Without the way that they took, nobody who confirmed would have.
    const confirmed = calls.filter(({ record }) => record.disposition === 'confirmed')
    const target = appointmentQuestion.nodes.find(({ data }) => data.name === 'Confirmed')?.id
    const edited = {
      ...appointmentQuestion,
      edges: appointmentQuestion.edges.map((edge) =>
        edge.target === target
          ? { ...edge, data: { label: 'never said', keys: [], examples: ['purple elephants'] } }
          : edge,
      ),
    }
    const found = await replay({ workflow_definition: edited })
    expect(confirmed.length).toBeGreaterThan(2)
    expect(found.changes.map(({ call_id }) => call_id).toSorted()).toEqual(confirmed.map(({ id }) => id).toSorted())
    expect(found).toMatchObject({ version_number: null, same: count - confirmed.length, changed: confirmed.length })
    // Words that are erased are gone from here too.
    await deleteTranscripts(world.app.db, [calls[0]?.id as number])
    expect(await replay()).toMatchObject({ calls: count, same: count - 1, not_replayable: 1 })
    expect(await replay({ call_ids: [confirmed[1]?.id] })).toMatchObject({ calls: 1, same: 1 })
  })

  test('counts people whom a step would no longer put on the do-not-call list', async () => {
    const definition = (removes: boolean) => ({
      nodes: [
        { id: 'start', type: 'startCall', data: { name: 'Start', greeting: 'Hello. Press nine to be removed.' } },
        { id: 'end', type: 'endCall', data: { name: 'Removed', say: 'Good-bye.', do_not_call: removes } },
      ],
      edges: [{ id: 'nine', source: 'start', target: 'end', data: { label: 'remove', keys: ['9'] } }],
    })
    const body = { name: 'Removes', workflow_definition: definition(true) }
    const workflow = await made<Json & { id: number; current_definition_id: number }>(
      world.a.request('POST', '/api/v1/workflow/create/definition', body),
    )
    const at = new Date().toISOString()
    const of = { organizationId: world.a.organizationId, workflowId: workflow.id }
    const entered = { at, event: 'node_entered' } as const
    await storePastCall(
      world.app.db,
      { ...of, definitionId: workflow.current_definition_id },
      {
        timeline: [
          { ...entered, node: 'start' },
          { ...entered, node: 'end', edge: 'nine' },
          { at, event: 'do_not_call' },
        ],
        transcript: [],
        gathered: {},
        latencies: {},
        disposition: 'removed',
        turns: [
          { atMs: Date.parse(at), turn: { kind: 'started' } },
          { atMs: Date.parse(at), turn: { kind: 'digits', digits: '9' } },
        ],
      },
    )
    const url = `/api/v1/workflow/${workflow.id}/replay`
    expect(await made(world.a.request('POST', url, {}))).toMatchObject({ same: 1, changed: 0, lost_do_not_call: 0 })
    const edited = { workflow_definition: definition(false) }
    expect(await made(world.a.request('POST', url, edited))).toMatchObject({ changed: 1, lost_do_not_call: 1 })
  })
})
