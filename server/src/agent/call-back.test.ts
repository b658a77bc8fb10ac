import { expect, test } from 'vitest'
import { appointmentQuestion } from '../../test/agent/appointment.ts'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import type { WorkflowNode } from '../workflows/rules/definition.ts'

const later: WorkflowNode = {
  id: 'later',
  type: 'endCall',
  data: { name: 'Later', say: 'We will call you again then. Good-bye.', call_back: '{{time}}' },
}
const asking = workflow(
  [
    start('Do you have a minute?'),
    step('when', 'When then?', { collect: { variable: 'time', kind: 'date' } }),
    later,
    end('now'),
  ],
  [
    { source: 'start', target: 'when', examples: ['no'] },
    { source: 'start', target: 'now', examples: ['yes'] },
    { source: 'when', target: 'later' },
  ],
)

async function namesATime(person: ScriptedPerson): Promise<void> {
  await person.untilAgentWaits()
  await person.say('No')
  await person.untilAgentWaits()
  await person.say('Tomorrow at three pm')
  await person.untilAgentWaits()
  await person.say('Yes')
}

test('the time somebody names is reported, and stands in the timeline', async () => {
  const call = testCall({ definition: asking })
  await call.play(namesATime)
  const at = '2026-11-17T15:00:00.000Z'
  expect(call.reports).toContainEqual({ kind: 'call_back', at })
  expect(call.journal.record.timeline).toContainEqual(expect.objectContaining({ event: 'call_back', at }))
  expect(call.journal.record.disposition).toBe('later')
})

test('who hangs up on our last words has still asked for it', async () => {
  const call = testCall({ definition: asking })
  await call.play(async (person) => {
    await namesATime(person)
    await person.untilAgentSpeaks()
    person.hangUp()
  })
  expect(call.reports).toContainEqual({ kind: 'call_back', at: '2026-11-17T15:00:00.000Z' })
})

test('our own sample keeps its promise', async () => {
  const call = testCall({ definition: appointmentQuestion })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('Call me back later')
    await person.untilAgentWaits()
    await person.say('On Friday at ten in the morning')
    await person.untilAgentWaits()
    await person.say('Yes')
  })
  expect(call.journal.record.disposition).toBe('call_back')
  expect(call.reports).toContainEqual({ kind: 'call_back', at: '2026-11-20T10:00:00.000Z' })
})
