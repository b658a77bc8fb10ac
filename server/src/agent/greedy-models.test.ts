/**
 * What counts as an answer does not depend on the brain. One table for all three: a person who agrees to nothing, and a brain that does
 * its worst. A script cannot be greedy; where its table entry is a workflow it can follow, it passes for the same reasons.
 */
import { describe, expect, test } from 'vitest'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { type AskedOfModel, type ModelAnswer, standInChat } from '../../test/agent/stand-in-chat.ts'
import { type SoundModel, StandInRealtime } from '../../test/agent/stand-in-realtime.ts'
import { silentLog } from '../kernel/log.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { openRealtimeBrain } from './brains/realtime.ts'

const CONSENT = 'We would like to sign you up for the premium plan at ninety dollars a month. Do you agree?'
const CONFIRM = 'You agree to pay ninety dollars, is that right?'

/** Who is it, then: do they agree? */
function twoQuestions(more: object = {}): WorkflowDefinition {
  return workflow(
    [
      start('Hello. Am I speaking with Ann?', { prompt: 'Find out who it is.' }),
      step('b', CONSENT, { prompt: 'Ask for consent.' }),
      end('agreed', 'Thank you, you are booked for the premium plan from the first of next month.'),
      end('declined', 'Good-bye.'),
    ],
    [
      { source: 'start', target: 'b', label: 'it is her', condition: 'It is Ann.', examples: ['yes'] },
      { source: 'b', target: 'agreed', label: 'agrees', condition: 'They agree.', examples: ['yes'], ...more },
      { source: 'b', target: 'declined', label: 'declines', condition: 'They do not.', examples: ['no'] },
    ],
  )
}

/** One question whose answer signs a contract. */
function oneQuestion(more: object = {}): WorkflowDefinition {
  const { nodes, edges } = twoQuestions(more)
  return {
    nodes: [start(CONSENT, { prompt: 'Ask for consent.' }), ...nodes.filter(({ id }) => id !== 'start' && id !== 'b')],
    edges: edges.filter(({ source }) => source === 'b').map((edge) => ({ ...edge, source: 'start' })),
  }
}

const withValue: WorkflowDefinition = workflow(
  [
    start('Hello. Am I speaking with Ann?', { prompt: 'Find out who it is.' }),
    step('b', 'Which plan would you like?', { prompt: 'Ask.', collect: { variable: 'plan', kind: 'text' } }),
    end('agreed'),
  ],
  [
    { source: 'start', target: 'b', label: 'it is her', condition: 'It is Ann.', examples: ['yes'] },
    { source: 'b', target: 'agreed' },
  ],
)

/** Takes the first of these tools that exists at the step, whether it is offered or not; otherwise it speaks. */
const GREED = ['go_agrees', 'go_it_is_her', 'go_agreed', 'record']

interface Case {
  name: string
  definition: WorkflowDefinition
  person(person: ScriptedPerson, said: () => string[]): Promise<void>
  /** Never by this evidence. */
  mustNot: { disposition?: string; gathered?: string }
  must?: { disposition?: string; said?: string }
}

const CASES: Case[] = [
  {
    name: 'an edge at pick-up',
    definition: oneQuestion(),
    person: async (person) => {
      await person.pause(1000)
      person.hangUp()
    },
    mustNot: { disposition: 'agreed' },
  },
  {
    name: 'an edge on silence',
    definition: oneQuestion(),
    person: async (person) => {
      await person.pause(60_000)
      if (!person.isOver) person.hangUp()
    },
    mustNot: { disposition: 'agreed' },
  },
  {
    name: 'words said into the greeting',
    definition: oneQuestion(),
    person: async (person) => {
      await person.pause(600)
      await person.say('yes this is John Smith')
      await person.pause(500)
      person.hangUp()
    },
    mustNot: { disposition: 'agreed' },
  },
  {
    name: 'one yes for two questions',
    definition: twoQuestions(),
    person: async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.pause(60_000)
      if (!person.isOver) person.hangUp()
    },
    mustNot: { disposition: 'agreed' },
    must: { said: 'Do you agree?' },
  },
  {
    name: 'words that continue into the second question',
    definition: twoQuestions(),
    person: async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.pause(900)
      await person.say('yes that is me')
      await person.pause(60_000)
      if (!person.isOver) person.hangUp()
    },
    mustNot: { disposition: 'agreed' },
  },
  {
    name: 'a value never asked for',
    definition: withValue,
    person: async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.pause(500)
      person.hangUp()
    },
    mustNot: { gathered: 'plan' },
  },
  {
    name: 'a confirmation skipped',
    definition: oneQuestion({ confirm: CONFIRM }),
    person: async (person, said) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.until(() => said().length > 1)
      await person.untilAgentWaits()
      await person.say('no')
      await person.pause(2000)
      if (!person.isOver) person.hangUp()
    },
    mustNot: { disposition: 'agreed' },
    must: { said: CONFIRM },
  },
  {
    name: 'a confirmation that was given',
    definition: oneQuestion({ confirm: CONFIRM }),
    person: async (person, said) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.until(() => said().join(' ').includes('is that right?'))
      await person.untilAgentWaits()
      await person.say('yes')
      await person.pause(60_000)
    },
    mustNot: {},
    must: { disposition: 'agreed', said: CONFIRM },
  },
  {
    name: 'a no over the last sentence',
    definition: oneQuestion(),
    person: async (person, said) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.until(() => said().length > 1)
      await person.pause(2600)
      await person.say('no')
      await person.pause(60_000)
      if (!person.isOver) person.hangUp()
    },
    mustNot: { disposition: 'agreed' },
    must: { disposition: 'declined' },
  },
  {
    name: 'a "wait" over the last sentence',
    definition: oneQuestion(),
    person: async (person, said) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.until(() => said().length > 1)
      await person.pause(2600)
      await person.say('hold on a second')
      await person.pause(200_000)
      if (!person.isOver) person.hangUp()
    },
    mustNot: { disposition: 'agreed' },
  },
  {
    name: 'friendly words over the last sentence',
    definition: oneQuestion(),
    person: async (person, said) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.until(() => said().length > 1)
      await person.pause(2600)
      await person.say('great see you then')
      await person.pause(60_000)
    },
    mustNot: {},
    must: { disposition: 'agreed' },
  },
]

describe.each(['script', 'pipeline', 'realtime'] as const)('with the brain %s', (brain) => {
  test.each(CASES)('$name', async ({ definition, person, mustNot, must }) => {
    const call = testCall({
      definition,
      ...(brain === 'script' ? {} : { brain: (conversation, clock) => openModel(brain, conversation, clock) }),
    })
    const result = await call.play((scripted) => person(scripted, () => call.agentSaid()))
    const transcript = call.journal.record.transcript.map(({ who, text }) => `${who}: ${text}`).join('\n')
    if (mustNot.disposition) expect(result.disposition, transcript).not.toBe(mustNot.disposition)
    if (mustNot.gathered) expect(call.journal.record.gathered, transcript).not.toHaveProperty(mustNot.gathered)
    if (must?.disposition) expect(result.disposition, transcript).toBe(must.disposition)
    if (must?.said) expect(call.agentSaid().join(' '), transcript).toContain(must.said)
  })
})

type Open = NonNullable<NonNullable<Parameters<typeof testCall>[0]>['brain']>

function openModel(brain: 'pipeline' | 'realtime', ...[conversation, clock]: Parameters<Open>): ReturnType<Open> {
  if (brain === 'realtime') {
    const { endpoint, openLink } = new StandInRealtime(clock, greedyInSound)
    return openRealtimeBrain(conversation, { endpoint, openLink, clock, log: silentLog })
  }
  const { chat } = standInChat(greedy)
  const sentences = { fallback: 'Sorry, again?', farewell: 'Good-bye.' }
  return openPipelineBrain(conversation, { chat, clock, log: silentLog, sentences })
}

/** Calls a tool that is offered if it can, and one that is not if it must. */
function greedy({ tools = [], messages }: AskedOfModel): ModelAnswer {
  const offered = tools.map((tool) => tool.function.name)
  const refused = messages.at(-1)?.content.includes('Not done') === true
  const wanted = GREED.find((name) => offered.includes(name)) ?? (refused ? null : GREED[0])
  if (!wanted) return { say: 'Let me ask you that.' }
  return { call: wanted, input: { plan: 'premium' } }
}

const greedyInSound: SoundModel = (tools, lastOutput) => {
  const wanted = GREED.find((name) => tools.includes(name))
  if (wanted === undefined || lastOutput.includes('Not done')) return { say: 'Let me ask you that.' }
  return { call: wanted, input: { plan: 'premium' } }
}
