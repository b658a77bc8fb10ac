/** Recordings in conversations: played instead of spoken, known by their words, interrupted as a voice is. */
import { describe, expect, test } from 'vitest'
import { end, start, testCall, workflow } from '../../test/agent/harness.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import { silentLog } from '../kernel/log.ts'
import type { VirtualClock } from '../kernel/virtual-clock.ts'
import type { RecordedAudio } from '../recorded-audio/load-recordings.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { Conversation } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { ScriptBrain } from './brains/script.ts'

const PIECE_BYTES = 16_000
/** Two pieces of a second each. */
const recorded: RecordedAudio = (id) =>
  id === 'gone'
    ? null
    : ['Hello this is Anna.', 'Will you come?'].map((text) => ({ text, audio: new Uint8Array(PIECE_BYTES).fill(7) }))
const WORDS = 'Hello this is Anna. Will you come?'

const definition = (recordingId: string): WorkflowDefinition =>
  workflow(
    [
      start(WORDS, { greeting_type: 'audio', greeting_recording_id: recordingId }),
      end('coming'),
      end('cancelled'),
      { id: 'mailbox', type: 'endCall', data: { name: 'mailbox', say: WORDS, say_recording_id: recordingId } },
    ],
    [
      { source: 'start', target: 'coming', examples: ['yes'], keys: ['1'] },
      { source: 'start', target: 'cancelled', examples: ['no'], keys: ['2'] },
      { source: 'start', target: 'mailbox', label: 'voicemail' },
    ],
  )

const BRAINS = {
  script: (conversation: Conversation, clock: VirtualClock) => new ScriptBrain(conversation, { clock }),
  pipeline: (conversation: Conversation, clock: VirtualClock) => {
    const { chat } = standInChat(() => ({ say: 'Well.' }))
    const sentences = { fallback: 'Sorry, again?', farewell: 'Good-bye.' }
    return openPipelineBrain(conversation, { chat, clock, log: silentLog, sentences })
  },
}

describe.each(['script', 'pipeline'] as const)('a recorded greeting with the brain %s', (kind) => {
  test('is played instead of spoken, and an answer to its question counts', async () => {
    const call = testCall({ definition: definition('r'), recorded, brain: BRAINS[kind] })
    const { disposition } = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('1')
    })
    expect(disposition).toBe('coming')
    expect(call.synthesizer.said).toEqual(['Good-bye.'])
    expect(call.person.bytesHeard).toBeGreaterThan(2 * PIECE_BYTES)
    expect(call.agentSaid()).toEqual([WORDS, 'Good-bye.'])
  })

  test('that cannot be loaded is spoken by the voice, with the same words', async () => {
    const call = testCall({ definition: definition('gone'), recorded, brain: BRAINS[kind] })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('1')
    })
    expect(call.synthesizer.said.join(' ')).toContain('Will you come?')
    expect(call.agentSaid()[0]).toBe(WORDS)
  })

  test('falls silent when the person speaks, and what was heard of it is known', async () => {
    const call = testCall({ definition: definition('r'), recorded, brain: BRAINS[kind] })
    await call.play(async (person) => {
      await person.pause(700)
      await person.say('sorry who is speaking there please')
      await person.pause(3000)
      person.hangUp()
    })
    expect(call.person.clears).toBeGreaterThan(0)
    const [line] = call.journal.record.transcript
    expect(line?.heard ?? '').not.toContain('come?')
  })
})

test('a recorded question is asked again by the recording', async () => {
  const call = testCall({ definition: definition('r'), recorded })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say('purple elephants')
    await person.untilAgentWaits()
    await person.press('2')
  })
  expect(call.synthesizer.said.some((said) => said.includes('come'))).toBe(false)
  expect(call.person.bytesHeard).toBeGreaterThan(4 * PIECE_BYTES)
})

test('a mailbox gets the recorded message, whole', async () => {
  const call = testCall({ definition: definition('r'), recorded })
  call.session.machineVerdict('machine')
  const result = await call.play(async (person) => {
    await person.pause(200)
    await person.say('you have reached the mailbox please leave a message')
    await person.pause(30_000)
  })
  expect(result.disposition).toBe('voicemail_left')
  expect(call.synthesizer.said).toEqual([])
  expect(call.agentSaid().at(-1)).toBe(WORDS)
})
