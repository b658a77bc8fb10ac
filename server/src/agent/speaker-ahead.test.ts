/** What may be said next is made while the person speaks, where that costs nobody anything. */
import { expect, test } from 'vitest'
import { FakeSynthesizer } from '../../test/agent/fake-speech.ts'
import { question, testCall } from '../../test/agent/harness.ts'

class Watched extends FakeSynthesizer {
  readonly makesAhead: boolean
  constructor(makesAhead: boolean) {
    super()
    this.makesAhead = makesAhead
  }
}

test.each([true, false])('the first words behind every answer; makes ahead: %s', async (makesAhead) => {
  const synthesizer = new Watched(makesAhead)
  const definition = structuredClone(question)
  const [, coming] = definition.nodes
  if (coming?.type === 'endCall') coming.data.say = 'Very good, {{first_name}}. See you then.'
  const call = testCall({ definition, synthesizer, variables: { first_name: 'Ada' } })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    expect(synthesizer.warmed.includes('Very good,')).toBe(makesAhead)
    expect(synthesizer.warmed.includes('See you then.')).toBe(false)
    await person.say('yes')
  })
})
