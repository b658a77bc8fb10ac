import { expect, test } from 'vitest'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import { appointmentReminder } from '../samples/appointment-reminder.ts'
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

test('the time somebody names is reported, and stands in the timeline', async () => {
  const call = testCall({ definition: asking })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('No')
    await person.untilAgentWaits()
    await person.say('Tomorrow at three pm')
  })
  const at = '2026-11-17T15:00:00.000Z'
  expect(call.reports).toContainEqual({ kind: 'call_back', at })
  expect(call.journal.record.timeline).toContainEqual(expect.objectContaining({ event: 'call_back', at }))
  expect(call.journal.record.disposition).toBe('later')
})

test('who hangs up on our last words has still asked for it', async () => {
  const call = testCall({ definition: asking })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('No')
    await person.untilAgentWaits()
    await person.say('Tomorrow at three pm')
    await person.untilAgentSpeaks()
    person.hangUp()
  })
  expect(call.reports).toContainEqual({ kind: 'call_back', at: '2026-11-17T15:00:00.000Z' })
})

test('our own sample keeps its promise', async () => {
  const call = testCall({ definition: appointmentReminder })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('Call me back later')
    await person.untilAgentWaits()
    await person.say('On Friday at ten in the morning')
  })
  expect(call.journal.record.disposition).toBe('call_back')
  expect(call.reports).toContainEqual({ kind: 'call_back', at: '2026-11-20T10:00:00.000Z' })
})

test('settings: patience, longest call, no interruption', async () => {
  const settings = { patience_seconds: 2, longest_call_seconds: 40, interruption: 'off' as const }
  const call = testCall({ definition: { ...asking, settings } })
  await call.play(async (person) => {
    await person.untilAgentSpeaks()
    await person.interrupt('Wait, wait, listen to me please')
    await person.until(() => person.isOver)
  })
  expect(call.person.clears).toBe(0)
  const asked = call.journal.record.timeline.find(({ event }) => event === 'no_input')
  expect(asked).toBeDefined()
  expect(call.clock.monotonic()).toBeLessThan(60_000)
})
