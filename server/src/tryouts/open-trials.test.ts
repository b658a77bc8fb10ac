import { expect, test } from 'vitest'
import { endpoint, silent } from '../../test/agent/chat-endpoint.ts'
import { question } from '../../test/agent/harness.ts'
import type { Egress } from '../kernel/egress.ts'
import { silentLog } from '../kernel/log.ts'
import { seededRng } from '../kernel/rng.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { appointmentReminder } from '../samples/appointment-reminder.ts'
import { simulatedPeople } from '../telephony/providers/simulator/conversation.ts'
import { evaluate, type Persona } from './evaluate.ts'
import { MODEL_PERSON_LIMITS, parsePersonActions } from './model-person.ts'
import { OPEN_TRIAL_LIMITS, OpenTrials, type TrialWorkflow } from './open-trials.ts'

const attempted: TrialWorkflow = {
  organizationId: 1,
  modelSettings: null,
  definition: question,
  variables: {},
  timezone: 'UTC',
}

function freshTries(clock = new VirtualClock()) {
  const secrets = openSecretBox([Buffer.alloc(32, 1)])
  const noAudio = () => Promise.reject(new Error('nobody talks here'))
  const people = simulatedPeople({ clock, rng: seededRng(1) })
  const deps = { clock, log: silentLog, secrets, egress: {} as Egress, people, audio: noAudio }
  return { clock, tries: new OpenTrials(deps) }
}

test('a conversation nobody goes on with is forgotten; each use keeps it longer', async () => {
  const { clock, tries } = freshTries()
  const { id } = await tries.open(attempted, null)
  clock.advance(OPEN_TRIAL_LIMITS.idleMs - 1)
  await tries.say(1, id, { kind: 'silence' })
  clock.advance(OPEN_TRIAL_LIMITS.idleMs - 1)
  await tries.say(1, id, { kind: 'silence' })
  clock.advance(OPEN_TRIAL_LIMITS.idleMs)
  await expect(tries.say(1, id, { kind: 'silence' })).rejects.toMatchObject({ code: 'try_not_found' })
})

test('what is said at once is taken one after the other', async () => {
  const { tries } = freshTries()
  const { id } = await tries.open(attempted, null)
  const [first, second] = await Promise.all([
    tries.say(1, id, { kind: 'text', text: 'purple elephants' }),
    tries.say(1, id, { kind: 'text', text: 'yes' }),
  ])
  expect(first.news.state).toBe('waiting')
  expect(second.news).toMatchObject({ state: 'ended', disposition: 'coming' })
})

test('a microphone needs the token, in time, and only one', () => {
  const { clock, tries } = freshTries()
  const { id, token } = tries.openForMicrophone(attempted)
  expect(tries.microphone(id, `${token}x`)).toBeNull()
  expect(tries.microphone('other', token)).toBeNull()
  expect(tries.microphone(id, token)).not.toBeNull()
  expect(tries.microphone(id, token)).toBeNull()
  const late = tries.openForMicrophone(attempted)
  clock.advance(OPEN_TRIAL_LIMITS.microphoneWithinMs)
  expect(tries.microphone(late.id, late.token)).toBeNull()
})

test.each([
  ['agrees', 'confirmed'],
  ['refuses', 'another_person'],
  ['interrupts', 'confirmed'],
  ['mumbles', 'confirmed'],
  ['silent', 'not_heard'],
  ['presses_keys', 'confirmed'],
  ['objects', 'do_not_call'],
  ['leaves', 'hung_up'],
  ['agrees_slowly', 'confirmed'],
])('somebody simulated who %s ends as %s, and the same each time', async (person, disposition) => {
  const { tries } = freshTries()
  const watched = await tries.watch({ ...attempted, definition: appointmentReminder, person })
  expect(watched).toMatchObject({ state: 'ended', disposition })
  expect(watched.said[0]).toMatchObject({ who: 'agent' })
  expect(await tries.watch({ ...attempted, definition: appointmentReminder, person })).toEqual(watched)
})

test('whoever talks without end is cut off', async () => {
  const { tries } = freshTries()
  const { state } = await tries.watch({ ...attempted, definition: appointmentReminder, person: 'chatters' })
  expect(state).toBe('ended')
})

test.each<[string, Partial<Persona>, string]>([
  ['a judge', { kind: 'person', person: 'agrees', judge: 'Polite.' }, 'The endpoint did not answer in time.'],
  ['a person', { kind: 'prompt', prompt: 'x', answersWith: null }, 'The endpoint did not answer in time.'],
])('%s who never answers does not keep an evaluation waiting, and passes nothing', async (_who, change, why) => {
  const { clock, tries } = freshTries()
  const { url: baseUrl, requests } = await endpoint(silent)
  const persona = { name: 'x', variables: {}, expect: {}, judge: null, ...change } as Persona
  const attemptedWith = async () => ({ ...attempted, definition: appointmentReminder })
  const evaluation = (signal: AbortSignal) =>
    evaluate(
      { tries, people: tries.people, model: { chat: { baseUrl, model: 'x' }, clock, signal } },
      { personas: [persona], runs: 1, minimumRate: 0, isLedByModel: false, attemptedWith },
    )
  const late = evaluation(new AbortController().signal)
  await requests(1)
  clock.advance(MODEL_PERSON_LIMITS.answerMs)
  expect((await late).cases[0]).toMatchObject({ passed: 0, failures: [{ run: 1, message: `Not known: ${why}` }] })
  const stop = new AbortController()
  const stopped = evaluation(stop.signal)
  await requests(2)
  stop.abort()
  expect((await stopped).cases[0]?.failures[0]?.message).toContain('took too long')
})

test('what a model writes as a person is said, pressed or done', () => {
  const text = (words: string) => ({ kind: 'text', text: words })
  expect(parsePersonActions(' Yes. ')).toEqual([text('Yes.')])
  expect(parsePersonActions('(hangs up)')).toEqual([{ kind: 'hang_up' }])
  expect(parsePersonActions('Hang up.')).toEqual([{ kind: 'hang_up' }])
  expect(parsePersonActions('(says nothing)')).toEqual([{ kind: 'silence' }])
  expect(parsePersonActions('(presses 12#)')).toEqual([{ kind: 'keys', keys: '12#' }])
  expect(parsePersonActions('Fine, bye. (hangs up)')).toEqual([text('Fine, bye.'), { kind: 'hang_up' }])
  expect(parsePersonActions('Stop or I hang up')).toEqual([text('Stop or I hang up')])
})
