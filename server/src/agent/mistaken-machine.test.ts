/** Taken for a machine at first, by how long or by what they spoke: what is heard afterwards still counts. */
import { expect, test } from 'vitest'
import { end, start, testCall, workflow } from '../../test/agent/harness.ts'
import type { WorkflowNode } from '../workflows/rules/definition.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'

const MESSAGE = 'This is the clinic. Please call us back.'
const SENTENCE = 'We will not call you again. Good-bye.'
const nodes: WorkflowNode[] = [
  start('Hello, this is the clinic about your appointment. Will you come?'),
  end('coming'),
  end('message', MESSAGE),
  { id: 'desk', type: 'agentNode', data: { name: 'Desk', send_keys: '2' } },
]
const ways = [
  { source: 'start', target: 'coming', examples: ['yes'] },
  { source: 'start', target: 'desk', label: 'ivr' },
]
const noMessage = workflow(
  nodes.filter(({ id }) => id !== 'message'),
  ways,
)
const definition = workflow(nodes, [...ways, { source: 'start', target: 'message', label: 'voicemail' }])

test('who asks not to be called is a person, and is read no message', async () => {
  const call = testCall({ definition })
  const result = await call.play(async (person) => {
    await person.say('You have reached the Smith family, we can not come to the phone right now.')
    await person.pause(1500)
    await person.say('Stop calling me.')
    await person.until(() => person.isOver)
  })
  expect(call.journal.record.timeline).toContainEqual(expect.objectContaining({ event: 'machine' }))
  expect(call.agentSaid().at(-1)).toContain(SENTENCE)
  expect(result).toMatchObject({ disposition: DISPOSITIONS.doNotCall, machine: false })
  expect(call.suppressions).toBe(1)
  // The dialer is told: else the call counts as voicemail, to be tried again.
  expect(call.reports.filter(({ kind }) => kind === 'agent_verdict').at(-1)).toMatchObject({ verdict: 'human' })
})

test.each([
  ['with', definition],
  ['without', noMessage],
])('a menu that speaks as long as a recording is a menu by its words, %s a message', async (_, workflow) => {
  const call = testCall({ definition: workflow })
  const result = await call.play(async (person) => {
    await person.say(
      'Thank you for calling Acme, your call is important to us, please listen carefully as our options have changed, for sales press one, for support press two.',
    )
    await person.until(() => person.keysHeard !== '')
    await person.pause(1500)
    await person.say('Hello?')
    await person.untilAgentWaits()
    await person.say('Yes')
  })
  expect(result).toMatchObject({ disposition: 'coming', machine: false })
  expect(call.agentSaid()).not.toContain(MESSAGE)
})

test('a recording whose words are no menu is a machine by its length, also where a menu was waited for', async () => {
  const call = testCall({ definition: noMessage })
  const result = await call.play(async (person) => {
    await person.say(
      'Good day and welcome to the house of Anna and Paul and the three cats, we are somewhere in the garden or at the sea today.',
    )
    await person.pause(5000)
  })
  expect(result).toMatchObject({ disposition: DISPOSITIONS.voicemail, machine: true })
  expect(call.reports.filter(({ kind }) => kind === 'agent_verdict').at(-1)).toMatchObject({ verdict: 'machine' })
  expect(call.journal.record.transcript.filter(({ who }) => who === 'person')).toEqual([])
})
