import { expect, test } from 'vitest'
import type { FakeSpeech } from '../../test/agent/fake-speech.ts'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import { chainRecognizer } from '../../test/agent/speech-services/chains.ts'
import type { Recognizer } from '../speech/recognizer.ts'

test('what is said at a sensitive step is not sent to the recognition service', async () => {
  const heard: { service: number; here: number } = { service: 0, here: 0 }
  const definition = workflow(
    [
      start('Do you want to pay?'),
      step('card', 'What is your card number?', {
        collect: { variable: 'card', kind: 'digits', exact_length: 4, sensitive: true },
      }),
      end('paid'),
    ],
    [
      { source: 'start', target: 'card', examples: ['yes'] },
      { source: 'card', target: 'paid' },
    ],
  )
  const call = testCall({
    definition,
    // Both understand as the fake speech of the call does; only who was asked is counted.
    recognizer: chainRecognizer(counting('service'), counting('here')),
  })
  function counting(who: 'service' | 'here'): Recognizer {
    return {
      recognize: (audio, signal) => {
        heard[who] += 1
        return (call.speech as FakeSpeech).recognizer(call.clock).recognize(audio, signal)
      },
      close: async () => {},
    }
  }
  let beforeCard = 0
  const result = await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('yes')
    await person.until(() => call.agentSaid().length > 1)
    await person.untilAgentWaits()
    beforeCard = heard.service
    await person.say('four two seven nine')
  })
  expect(result.disposition).toBe('paid')
  expect(beforeCard).toBeGreaterThan(0)
  expect(heard).toEqual({ service: beforeCard, here: expect.any(Number) })
  expect(heard.here).toBeGreaterThan(0)
})
