import { expect, test } from 'vitest'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { type CallRecord, JOURNAL, Journal } from './journal.ts'

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
  expect(failures).toHaveLength(JOURNAL.lastWriteTries)
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
  for (let index = 0; index < JOURNAL.mostEntries + 50; index++) journal.note('agent_spoke')
  for (let index = 0; index < JOURNAL.mostLines + 50; index++) journal.personSaid('word', 1, 0)
  for (let index = 0; index < JOURNAL.mostValues + 50; index++) journal.gather(`name${index}`, 'x'.repeat(10_000))
  journal.note('ended')
  expect(journal.record.timeline).toHaveLength(JOURNAL.mostEntries + 1)
  expect(journal.record.timeline.at(-1)?.event).toBe('ended')
  expect(journal.record.transcript).toHaveLength(JOURNAL.mostLines)
  expect(Object.keys(journal.record.gathered)).toHaveLength(JOURNAL.mostValues)
  expect(journal.record.gathered.name0).toHaveLength(JOURNAL.longestValue)
})

test('knows times, confidence and the node of each turn', async () => {
  const { clock, journal } = open()
  await clock.pass(5000)
  journal.enter('start', 'Greeting')
  journal.personSaid('yes', 0.876, 3000)
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
  journal.personSaid('Yes.', 0.9, startedAtMs)
  journal.agentSays('Wonderful.')
  expect(journal.record.transcript.map(({ text }) => text)).toEqual([
    'Will you come?',
    'Yes.',
    'One moment, please.',
    'Wonderful.',
  ])
})
