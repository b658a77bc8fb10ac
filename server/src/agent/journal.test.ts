import { expect, test } from 'vitest'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { type CallRecord, JOURNAL_LIMITS, Journal } from './journal.ts'
import { Utterance } from './rules/utterance.ts'

const heard = (text: string, confidence: number) => new Utterance(text, { isWithheld: false, confidence })

function open(save: (record: CallRecord) => Promise<void> = async () => {}) {
  const clock = new VirtualClock()
  const saved: CallRecord[] = []
  const failures: unknown[] = []
  const journal = new Journal(
    clock,
    async (record) => {
      await save(record)
      saved.push(record)
    },
    (error) => failures.push(error),
  )
  return { clock, journal, saved, failures }
}

test('is stored at most once a second, and nothing older than a second is missing', async () => {
  const { clock, journal, saved } = open()
  for (let tenths = 0; tenths < 100; tenths++) {
    journal.note('agent_spoke', { number: tenths })
    await clock.pass(100)
    const stored = saved.at(-1)?.timeline.length ?? 0
    expect(tenths + 1 - stored).toBeLessThanOrEqual(10)
  }
  expect(saved.length).toBeGreaterThanOrEqual(9)
  expect(saved.length).toBeLessThanOrEqual(11)
})

test('is not stored while nothing happens', async () => {
  const { clock, journal, saved } = open()
  journal.note('answered')
  await clock.pass(60_000)
  expect(saved).toHaveLength(1)
})

test('a store that fails is asked again, and gets everything', async () => {
  let broken = true
  const { clock, journal, saved, failures } = open(async () => {
    if (broken) throw new Error('the database is away')
  })
  journal.note('answered')
  await clock.pass(3500)
  expect(saved).toHaveLength(0)
  expect(failures.length).toBeGreaterThanOrEqual(3)
  broken = false
  await clock.pass(1000)
  expect(saved.at(-1)?.timeline).toHaveLength(1)
})

test('the last write is tried several times, then given up', async () => {
  const { clock, journal, failures } = open(async () => {
    throw new Error('the database is away')
  })
  journal.note('ended', { by: 'agent' })
  await clock.until(journal.flush())
  expect(failures).toHaveLength(JOURNAL_LIMITS.lastWriteTries)
})

test('what is noted after the end is stored by the next flush', async () => {
  const { clock, journal, saved } = open()
  journal.note('ended')
  await clock.until(journal.flush())
  journal.note('webhook')
  await clock.until(journal.flush())
  expect(saved.at(-1)?.timeline.map(({ event }) => event)).toEqual(['ended', 'webhook'])
})

test('has an end, however long the call', async () => {
  const { journal } = open()
  for (let index = 0; index < JOURNAL_LIMITS.mostEntries + 50; index++) journal.note('agent_spoke')
  for (let index = 0; index < JOURNAL_LIMITS.mostLines + 50; index++) journal.personSaid(heard('word', 1), 0)
  for (let index = 0; index < JOURNAL_LIMITS.mostValues + 50; index++)
    journal.gather(`name${index}`, 'x'.repeat(10_000))
  journal.note('ended')
  expect(journal.record.timeline).toHaveLength(JOURNAL_LIMITS.mostEntries + 1)
  expect(journal.record.timeline.at(-1)?.event).toBe('ended')
  expect(journal.record.transcript).toHaveLength(JOURNAL_LIMITS.mostLines)
  expect(Object.keys(journal.record.gathered)).toHaveLength(JOURNAL_LIMITS.mostValues)
  expect(journal.record.gathered.name0).toHaveLength(JOURNAL_LIMITS.longestValue)
})

test('knows times, confidence and the node of each turn', async () => {
  const { clock, journal } = open()
  await clock.pass(5000)
  journal.enter('start', 'Greeting')
  journal.personSaid(heard('yes', 0.876), 3000)
  expect(journal.record.transcript).toEqual([
    { who: 'person', text: 'yes', confidence: 0.88, at: '2026-11-16T09:30:03.000Z', heard: null, node: 'start' },
  ])
})

test('what was understood late stands where it was said', async () => {
  const { clock, journal } = open()
  journal.agentSays('Will you come?')
  await clock.pass(3000)
  const startedAtMs = clock.monotonic()
  await clock.pass(2000)
  journal.agentSays('One moment, please.')
  await clock.pass(500)
  journal.personSaid(heard('Yes.', 0.9), startedAtMs)
  journal.agentSays('Wonderful.')
  expect(journal.record.transcript.map(({ text }) => text)).toEqual([
    'Will you come?',
    'Yes.',
    'One moment, please.',
    'Wonderful.',
  ])
})

test('a short sensitive value hides nothing but itself: ids, names and longer words stay', () => {
  const journal = new Journal(
    new VirtualClock(),
    async () => {},
    () => {},
  )
  journal.gatherSensitive('answer', '2')
  journal.enter('step-2', 'Step 2', { edgeId: 'edge-2', because: 'value', score: null })
  journal.note('interrupted', { heard: 'You said 2 of 12' })
  const line = journal.agentSays('You said 2, at 12.')
  expect(line.text).toBe('You said *, at 12.')
  const entered = { event: 'node_entered', node: 'step-2', name: 'Step 2', edge: 'edge-2', because: 'value' }
  expect(journal.record.timeline).toContainEqual(expect.objectContaining(entered))
  expect(journal.record.timeline).toContainEqual(expect.objectContaining({ heard: 'You said * of 12' }))
})

test('words that were missed are looked through like all others', () => {
  const { journal } = open()
  journal.gatherSensitive('card', '4279')
  journal.note('not_understood', { because: 'no_match', node: 'menu-4279', said: 'I said 4279 before' })
  expect(journal.record.timeline.at(-1)).toMatchObject({ node: 'menu-4279', said: 'I said **** before' })
})

test('a line of ours that comes in parts tells nothing of a value, not even between the parts', () => {
  const { journal } = open()
  journal.gatherSensitive('card', '427911')
  journal.gatherSensitive('card', '42791156')
  const line = journal.agentSays('In digits 4, 2, 7, 9,')
  expect(line.text).toBe('In digits ****1156')
  journal.addTo(line, '1, 1, 5, 6.')
  expect(line.text).toBe('In digits ****1156.')
})

test('a row of keys is one line of the person, begun anew at the next step, and withheld where it must be', () => {
  const { journal } = open()
  journal.enter('a', 'A')
  for (const key of '42') journal.personPressed(new Utterance(key, { isWithheld: false }))
  journal.agentSays('Thank you.')
  journal.personPressed(new Utterance('1', { isWithheld: false }))
  journal.enter('b', 'B')
  journal.personPressed(new Utterance('2', { isWithheld: false }))
  journal.personPressed(new Utterance('4279', { isWithheld: true }))
  const texts = journal.record.transcript.map(({ who, text }) => `${who}: ${text}`)
  expect(texts).toEqual([
    'person: (pressed 42)',
    'agent: Thank you.',
    'person: (pressed 1)',
    'person: (pressed 2)',
    'person: (pressed keys, withheld)',
  ])
})
