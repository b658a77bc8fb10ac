/** Fields that clients of this interface already send do what they say. */
import { expect, test } from 'vitest'
import { end, question, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import type { WorkflowNode } from '../workflows/rules/definition.ts'
import { validateDefinition } from '../workflows/rules/validate-definition.ts'
import { instructionsFor } from './brains/instructions.ts'
import { toolsFor } from './brains/model-tools.ts'
import { WorkflowWalk } from './brains/workflow-walk.ts'

function delayed(seconds?: number) {
  const [first, ...others] = question.nodes as [WorkflowNode, ...WorkflowNode[]]
  const data = {
    ...first.data,
    delayed_start: true,
    ...(seconds === undefined ? {} : { delayed_start_duration: seconds }),
  }
  return { ...question, nodes: [{ ...first, data } as WorkflowNode, ...others] }
}

test('delayed_start keeps the agent silent for its duration; who speaks meanwhile has answered nothing', async () => {
  const call = testCall({ definition: delayed(3) })
  await call.play(async (person) => {
    await person.say('Yes, hello?')
    await person.untilAgentWaits()
    await person.say('I will be there')
  })
  expect(call.person.sounds[0]?.startMs).toBeGreaterThanOrEqual(3000)
  expect(call.journal.record.disposition).toBe('coming')
  expect(call.agentSaid()[0]).toContain('Will you come')
})

test('without a duration the delay is two seconds', async () => {
  const call = testCall({ definition: delayed() })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.press('1')
  })
  const startMs = call.person.sounds[0]?.startMs ?? 0
  expect([startMs >= 2000, startMs < 2500]).toEqual([true, true])
})

test('transition_speech is said on the way, and answers nothing by itself', async () => {
  const definition = workflow(
    [start('Shall we go on?'), step('two', 'Do you like tea?'), end('likes'), end('not')],
    [
      { source: 'start', target: 'two', examples: ['yes'], transition_speech: 'Wonderful, {{name | friend}}.' },
      { source: 'two', target: 'likes', examples: ['yes'] },
      { source: 'two', target: 'not', examples: ['no'] },
    ],
  )
  const call = testCall({ definition })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('Yes')
    await person.untilAgentWaits()
    await person.say('No')
  })
  expect(call.agentSaid()[1]).toBe('Wonderful, friend. Do you like tea?')
  expect(call.journal.record.disposition).toBe('not')
  expect(call.agentSaid().join(' ')).not.toContain(ENGLISH_SENTENCES.notUnderstood)
})

const prompted = (data: object) =>
  workflow(
    [
      { id: 'g', type: 'globalNode', data: { prompt: 'Be kind to everybody.' } },
      { id: 'start', type: 'startCall', data: { name: 'Ask', prompt: 'Ask how they are.', ...data } },
      end('bye'),
    ] as WorkflowNode[],
    [{ source: 'start', target: 'bye', condition: 'They have answered.' }],
  )

function walkOf(data: object): WorkflowWalk {
  const definition = prompted(data)
  return new WorkflowWalk(
    { callId: 1, direction: 'outbound', definition, variables: { dog: 'Rex' }, gathered: {} },
    { clock: new VirtualClock() },
  )
}

test('add_global_prompt: false leaves the prompt for all steps out', () => {
  expect(instructionsFor(walkOf({}))).toContain('Be kind to everybody.')
  expect(instructionsFor(walkOf({ add_global_prompt: false }))).not.toContain('Be kind to everybody.')
})

test('extraction_variables are asked of the model if extraction_enabled, with extraction_prompt', () => {
  const data = {
    extraction_prompt: 'Their mood, in one word; {{dog}} is their dog.',
    extraction_variables: [{ name: 'mood', type: 'string', prompt: 'How they feel' }],
  }
  const tools = (walk: WorkflowWalk) => toolsFor(walk).map(({ parameters }) => Object.keys(parameters.properties))
  const on = walkOf({ ...data, extraction_enabled: true })
  expect(tools(on)[0]).toEqual(['mood'])
  expect(instructionsFor(on)).toContain('What to record: Their mood, in one word; “Rex” is their dog.')
  const off = walkOf(data)
  expect(tools(off)[0]).toEqual([])
  expect(instructionsFor(off)).not.toContain('What to record')
})

test('a recorded greeting without its recording is refused, and so is a delay nobody would wait for', () => {
  const [first, ...others] = question.nodes as [WorkflowNode, ...WorkflowNode[]]
  const judged = (data: object) =>
    validateDefinition({ ...question, nodes: [{ ...first, data: { ...first.data, ...data } }, ...others] }).errors.map(
      ({ field }) => field,
    )
  expect(judged({ greeting_type: 'text', delayed_start: true, delayed_start_duration: 1.5 })).toEqual([])
  expect(judged({ greeting_type: 'audio' })).toEqual(['greeting_recording_id'])
  expect(judged({ delayed_start: true, delayed_start_duration: 60 })).toEqual(['delayed_start_duration'])
})

test('a mistake in a template of an edge is found where it is', () => {
  const [first, ...others] = question.edges
  const edges = [{ ...first, data: { ...first?.data, transition_speech: 'Hello {{name' } }, ...others]
  expect(validateDefinition({ ...question, edges }).errors).toMatchObject([
    { kind: 'edge', id: 'edge-0', field: 'transition_speech' },
  ])
})
