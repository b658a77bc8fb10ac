import { expect, test } from 'vitest'
import type { Call } from '../../api/calls.ts'
import { callStoryOf, isTalking, timelineMomentsOf, waveformFlagsOf } from './call-story.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 15, 11, 26, 2) + second * 1000).toISOString()

const call = {
  id: 2,
  answered_at: at(0),
  created_at: at(-3),
  ended_at: at(20),
  ended_by: 'us',
  cause: 'hung up',
  outcome: 'answered',
  machine: 'human',
  caller_number: null,
  caller_reason: null,
  attestation: null,
  arm: null,
  gathered_context: { rating: '5' },
  latencies: { first_audio_ms: 250 },
  timeline: [
    { at: at(-3), event: 'dialed' },
    { at: at(0), event: 'answered' },
    { at: at(0), event: 'agent_started' },
    { at: at(0), event: 'node_entered', node: 'start', name: 'Greeting' },
    { at: at(0.25), event: 'agent_spoke' },
    { at: at(1), event: 'interrupted', heard: 'Hello Ben,' },
    { at: at(2), event: 'person_spoke', length_ms: 400 },
    { at: at(2.5), event: 'model_endpoint', from: 'a.example (m)', because: 'It is late.', to: 'b.example (n)' },
    { at: at(3), event: 'value_gathered', name: 'rating' },
  ],
  transcript: [
    {
      at: at(0),
      who: 'agent',
      text: 'Hello Ben, this is the clinic.',
      heard: 'Hello Ben,',
      confidence: null,
      node: 'start',
    },
    { at: at(0.6), who: 'person', text: 'Hello?', heard: null, confidence: 0.9, node: 'start' },
    { at: at(1.7), who: 'agent', text: 'This is the clinic.', heard: null, confidence: null, node: 'start' },
  ],
} as unknown as Call

test('a step comes before its words, a value stands with what it became', () => {
  const told = callStoryOf(call).map((row) =>
    row.kind === 'say' ? row.line.text : `${row.title} ${row.detail}`.trim(),
  )
  expect(told).toEqual([
    'Greeting',
    'Hello Ben, this is the clinic.',
    'Hello?',
    'This is the clinic.',
    'rating is now 5',
  ])
})

test('a reply gap is from the person’s last sound to the agent’s first', () => {
  const gaps = callStoryOf(call).flatMap((row) => (row.kind === 'say' ? [row.gapMs] : []))
  expect(gaps).toEqual([null, null, 700])
  // Whoever is asked whether they are still there has said nothing to reply to.
  const silent = { ...call, timeline: [...call.timeline, { at: at(1.5), event: 'no_input' }] } as unknown as Call
  expect(callStoryOf(silent).flatMap((row) => (row.kind === 'say' ? [row.gapMs] : []))).toEqual([null, null, null])
})

test('the timeline says who was interrupted and how much was lost, and who hung up', () => {
  const told = timelineMomentsOf(call).map(({ title, detail }) => [title, detail])
  expect(told).toContainEqual(['Interrupted the agent', '4 words were not heard'])
  expect(told).toContainEqual(['First word of the agent', '0.3 s after the answer'])
  expect(told).toContainEqual(['a.example (m) failed (It is late.)', 'b.example (n) was used instead'])
  expect(told.at(-1)).toEqual(['The agent hung up', 'after “Greeting”'])
})

test('flags stand where they happened in the recording', () => {
  expect(waveformFlagsOf(call)).toEqual([
    { at: 1, label: 'interrupted' },
    { at: 3, label: 'rating gathered' },
  ])
})

test.each([
  ['while the agent talks', [], true],
  ['after a transfer that was not answered', [{ event: 'transfer', ok: false }], true],
  ['once the person was put through', [{ event: 'transfer', ok: true }], false],
])('listening in and taking over are offered only in a conversation: %s', (_when, more, expected) => {
  const timeline = [{ event: 'agent_started' }, ...more] as unknown as Call['timeline']
  expect(isTalking({ is_completed: false, timeline })).toBe(expected)
  expect(isTalking({ is_completed: true, timeline })).toBe(false)
})
