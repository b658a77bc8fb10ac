/** After a misunderstanding the agent repeats the question, not its greeting, whichever brain leads. */
import { describe, expect, test } from 'vitest'
import { end, start, testCall, workflow } from '../../test/agent/harness.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import { StandInRealtime } from '../../test/agent/stand-in-realtime.ts'
import { silentLog } from '../kernel/log.ts'
import type { VirtualClock } from '../kernel/virtual-clock.ts'
import type { Brain, Conversation } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { openRealtimeBrain } from './brains/realtime.ts'
import { ScriptBrain } from './brains/script.ts'

const GREETING = 'Hello, this is the practice of Dr. Brown.'
const QUESTION = 'Will you come on Tuesday?'
const CONFIRM = 'You come on Tuesday, is that right?'

const definition = workflow(
  [start(`${GREETING} ${QUESTION}`, { prompt: 'Ask.' }), end('coming'), end('cancelled')],
  [
    { source: 'start', target: 'coming', label: 'comes', condition: 'They come.', examples: ['yes'], confirm: CONFIRM },
    { source: 'start', target: 'cancelled', label: 'cancels', condition: 'They do not.', examples: ['no'] },
  ],
)

/** The instructions that each model received. */
const instructed: Record<string, string> = {}

const OPEN: Record<string, (conversation: Conversation, clock: VirtualClock) => Brain> = {
  script: (conversation, clock) => new ScriptBrain(conversation, { clock }),
  pipeline: (conversation, clock) => {
    const { chat } = standInChat(({ tools = [], messages }) => {
      instructed.pipeline = String(messages[0]?.content)
      return tools.some((tool) => tool.function.name === 'go_comes') ? { call: 'go_comes' } : { say: 'Pardon?' }
    })
    const sentences = { fallback: 'Again?', farewell: 'Good-bye.' }
    return openPipelineBrain(conversation, { chat, clock, log: silentLog, sentences })
  },
  realtime: (conversation, clock) => {
    const { endpoint, openLink } = new StandInRealtime(clock, (tools) =>
      tools.includes('go_comes') ? { call: 'go_comes' } : { say: 'Pardon?' },
    )
    return openRealtimeBrain(conversation, { endpoint, openLink, clock, log: silentLog })
  },
}

describe.each(Object.keys(OPEN))('with the brain %s', (brain) => {
  test('a confirmation that was not understood is asked again, without the greeting', async () => {
    const call = testCall({ definition, brain: OPEN[brain] as NonNullable<(typeof OPEN)[string]> })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.untilAgentWaits()
      await person.say('purple elephants')
      await person.untilAgentWaits()
      person.hangUp()
    })
    const said = call.agentSaid().join(' ')
    expect(said.split(CONFIRM)).toHaveLength(3)
    expect(said.split('Dr. Brown').length - 1).toBeLessThanOrEqual(1)
  })
})

test('the script repeats the question only', async () => {
  const call = testCall({ definition, brain: OPEN.script as NonNullable<(typeof OPEN)[string]> })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('purple elephants')
    await person.untilAgentWaits()
    person.hangUp()
  })
  expect(call.agentSaid().slice(1)).toEqual([`Sorry, I did not understand. ${QUESTION}`])
})

test('a chat model is asked to repeat the question only', () => {
  expect(instructed.pipeline).toContain('ask only the question again')
})
