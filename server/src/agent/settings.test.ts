/** Settings of a workflow as a person meets them. */
import { expect, test } from 'vitest'
import { end, question, start, testCall, workflow } from '../../test/agent/harness.ts'
import type { WorkflowSettings } from '../workflows/rules/definition.ts'

const withSettings = (settings: WorkflowSettings) => ({ ...question, settings })
const GREETING = 'Hello, this is the clinic calling. Will you come to your appointment?'

test('patience, longest call, no interruption', async () => {
  const settings = { patience_seconds: 2, longest_call_seconds: 40, interruption: 'off' as const }
  const call = testCall({ definition: withSettings(settings) })
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

test('by milliseconds: a voice over ours stops us after so many, and no sooner', async () => {
  const talkedOver = async (settings: WorkflowSettings) => {
    const call = testCall({ definition: withSettings(settings) })
    await call.play(async (person) => {
      await person.pause(400)
      await person.interrupt('wait wait wait please listen to me now')
      await person.until(() => person.isOver || call.clock.monotonic() > 20_000)
      person.hangUp()
    })
    return call.person.silencedAfterMs[0] ?? 0
  }
  const early = await talkedOver({ interruption: 'milliseconds', interrupt_after_ms: 200 })
  const late = await talkedOver({ interruption: 'milliseconds', interrupt_after_ms: 1200 })
  expect(early).toBeGreaterThanOrEqual(200)
  expect(early).toBeLessThan(450)
  expect(late).toBeGreaterThanOrEqual(1200)
})

test('by milliseconds: who has said "okay" over ours for long enough has the floor, and has agreed to nothing', async () => {
  const call = testCall({ definition: withSettings({ interruption: 'milliseconds', interrupt_after_ms: 200 }) })
  await call.play(async (person) => {
    await person.pause(600)
    await person.say('okay')
    await person.untilAgentWaits()
    await person.say('no')
  })
  expect(call.person.clears).toBeGreaterThan(0)
  expect(call.journal.record.disposition).toBe('cancelled')
})

test('who is recorded is told so first, whole, and the question counts as heard only when it was', async () => {
  const line = 'This call is recorded.'
  const recorder = { person() {}, agent() {}, agentCut() {} }
  const call = testCall({ definition: withSettings({ recording: true, recording_consent: line }), recorder })
  await call.play(async (person) => {
    // As many letters have sounded as the question needs, but a third of them were the notice's.
    await person.pause(3600)
    await person.say('yes')
    await person.untilAgentWaits()
    await person.pause(1500)
    await person.say('no')
  })
  expect(call.synthesizer.said.join(' ').startsWith(`${line} Hello`)).toBe(true)
  expect(call.agentSaid().join(' ')).toContain(`${line} ${GREETING}`)
  expect(call.journal.record.disposition).toBe('cancelled')
  const silent = testCall({ definition: withSettings({ recording_consent: line }) })
  await silent.play(async (person) => {
    await person.untilAgentWaits()
    person.hangUp()
  })
  expect(silent.synthesizer.said.join(' ')).not.toContain(line)
})

test('values are computed from columns and from what was gathered', async () => {
  const definition = {
    ...workflow(
      [start('{{full_name}}, you owe {{total}} dollars.'), end('done')],
      [{ source: 'start', target: 'done' }],
    ),
    settings: {
      computed: [
        { name: 'full_name', value: '{{first_name}} {{last_name}}' },
        { name: 'total', value: '{{amount}} + {{fee | 5}}', type: 'number' as const },
      ],
    },
  }
  const call = testCall({ definition, variables: { first_name: 'Ada', last_name: 'Byron', amount: '1,200.50' } })
  await call.play(async (person) => person.until(() => person.isOver))
  expect(call.agentSaid()[0]).toContain('Ada Byron, you owe 1205.5 dollars.')
})
