/** A way marked as consent: closed yes to its question, whatever leads; question and answer are kept as audio and listed on the call. */
import { describe, expect, test } from 'vitest'
import { end, start, testCall, workflow } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import { StandInRealtime } from '../../test/agent/stand-in-realtime.ts'
import { silentLog } from '../kernel/log.ts'
import type { VirtualClock } from '../kernel/virtual-clock.ts'
import { validateDefinition } from '../workflows/rules/validate-definition.ts'
import type { Brain, Conversation } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { openRealtimeBrain } from './brains/realtime.ts'
import { ScriptBrain } from './brains/script.ts'

const CONFIRM = 'You agree to pay ninety dollars, is that right?'

const definition = workflow(
  [start('Do you want the premium plan?', { prompt: 'Ask.' }), end('agreed'), end('declined')],
  [
    {
      source: 'start',
      target: 'agreed',
      label: 'agrees',
      condition: 'They agree.',
      examples: ['yes'],
      keys: ['1'],
      confirm: CONFIRM,
      consent: true,
    },
    {
      source: 'start',
      target: 'declined',
      label: 'declines',
      condition: 'They do not.',
      examples: ['no'],
      keys: ['2'],
    },
  ],
)

const OPEN: Record<string, (conversation: Conversation, clock: VirtualClock) => Brain> = {
  script: (conversation, clock) => new ScriptBrain(conversation, { clock }),
  pipeline: (conversation, clock) => {
    const { chat } = standInChat(({ tools = [] }) =>
      tools.some((tool) => tool.function.name === 'go_agrees')
        ? { call: 'go_agrees' }
        : { say: 'What would you like?' },
    )
    const sentences = { fallback: 'Again?', farewell: 'Good-bye.' }
    return openPipelineBrain(conversation, { chat, clock, log: silentLog, sentences })
  },
  realtime: (conversation, clock) => {
    const { endpoint, openLink } = new StandInRealtime(clock, (tools) =>
      tools.includes('go_agrees') ? { call: 'go_agrees' } : { say: 'What would you like?' },
    )
    return openRealtimeBrain(conversation, { endpoint, openLink, clock, log: silentLog })
  },
}

/** What a recorder that keeps excerpts only would have: whether it kept what it was handed. */
class Excerpts {
  kept: { who: 'person' | 'agent'; atMs: number }[] = []
  #on = false
  keep(on: boolean): void {
    this.#on = on
  }
  person(_samples: Int16Array, atMs: number): void {
    if (this.#on) this.kept.push({ who: 'person', atMs })
  }
  agent(_audio: Uint8Array, atMs: number): void {
    if (this.#on) this.kept.push({ who: 'agent', atMs })
  }
  agentCut(): void {}
}

async function answered(brain: string, act: (person: ScriptedPerson) => Promise<void>, first?: 'key') {
  const recorder = new Excerpts()
  const call = testCall({ definition, recorder, brain: OPEN[brain] as NonNullable<(typeof OPEN)[string]> })
  const result = await call.play(async (person) => {
    await person.untilAgentWaits()
    if (first === 'key') await person.press('1')
    else await person.say('yes')
    await person.until(() => call.events().includes('consent_asked'))
    await person.untilAgentSpeaks()
    await person.untilAgentWaits()
    await act(person)
    await person.pause(5000)
    if (!person.isOver) person.hangUp()
  })
  const consents = call.journal.record.timeline.filter(({ event }) => event === 'consent')
  return { call, result, consents, recorder }
}

describe.each(Object.keys(OPEN))('with the brain %s', (brain) => {
  test('a plain yes is taken, and question and answer are kept', async () => {
    const { call, result, consents, recorder } = await answered(brain, (person) => person.say('yes'))
    expect(result.disposition).toBe('agreed')
    expect(call.journal.record.timeline).toContainEqual(
      expect.objectContaining({ event: 'consent_asked', question: CONFIRM }),
    )
    expect(consents).toMatchObject([{ given: true, answer: 'yes' }])
    const [{ from_ms, to_ms }] = consents as unknown as [{ from_ms: number; to_ms: number }]
    const moments = recorder.kept.map(({ atMs }) => atMs)
    expect(new Set(recorder.kept.map(({ who }) => who))).toEqual(new Set(['person', 'agent']))
    // Nothing outside of question and answer, but what was on its way already.
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(from_ms - 100)
    expect(Math.max(...moments)).toBeLessThanOrEqual(to_ms + 100)
  })

  test('a yes with something behind it is not', async () => {
    const { result } = await answered(brain, (person) => person.say("yes but I'm not interested"))
    expect(result.disposition).not.toBe('agreed')
  })

  test('a no is written down as a no', async () => {
    const { result, consents } = await answered(brain, (person) => person.say('no'))
    expect(result.disposition).not.toBe('agreed')
    expect(consents).toMatchObject([{ given: false, answer: 'no' }])
  })

  test('a key asks the question too, and the same key again confirms', async () => {
    const { result, consents } = await answered(brain, (person) => person.press('1'), 'key')
    expect(result.disposition).toBe('agreed')
    expect(consents).toMatchObject([{ given: true, answer: '(pressed 1)' }])
  })
})

test('consent without a question cannot be saved', () => {
  const edges = definition.edges.map((edge) => ({ ...edge, data: { ...edge.data, confirm: '' } }))
  const { errors } = validateDefinition({ ...definition, edges })
  expect(errors).toContainEqual(expect.objectContaining({ kind: 'edge', field: 'confirm' }))
})
