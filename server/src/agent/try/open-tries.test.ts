import { expect, test } from 'vitest'
import { question } from '../../../test/agent/harness.ts'
import type { Egress } from '../../kernel/egress.ts'
import { silentLog } from '../../kernel/log.ts'
import { seededRng } from '../../kernel/rng.ts'
import { openSecretBox } from '../../kernel/secret-box.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import { appointmentReminder } from '../../samples/appointment-reminder.ts'
import { simulatedPeople } from '../../telephony/providers/simulator/conversation.ts'
import { type Attempted, OPEN_TRIES, OpenTries } from './open-tries.ts'

const attempted: Attempted = {
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
  return { clock, tries: new OpenTries(deps) }
}

test('a conversation nobody goes on with is forgotten; each use keeps it longer', async () => {
  const { clock, tries } = freshTries()
  const { id } = await tries.open(attempted, null)
  clock.advance(OPEN_TRIES.idleMs - 1)
  await tries.say(1, id, { kind: 'silence' })
  clock.advance(OPEN_TRIES.idleMs - 1)
  await tries.say(1, id, { kind: 'silence' })
  clock.advance(OPEN_TRIES.idleMs)
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
  clock.advance(OPEN_TRIES.microphoneWithinMs)
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
