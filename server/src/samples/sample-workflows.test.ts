import { expect, test } from 'vitest'
import { testCall } from '../../test/agent/harness.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import { silentLog } from '../kernel/log.ts'
import { seededRng } from '../kernel/rng.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { simulatedPeople } from '../telephony/providers/simulator/conversation.ts'
import { OpenTrials } from '../tryouts/open-trials.ts'
import { missingVariables, requiredVariables } from '../workflows/rules/missing-variables.ts'
import { scriptProblems } from '../workflows/rules/script-problems.ts'
import { templateVariables } from '../workflows/rules/templates.ts'
import { validateDefinition } from '../workflows/rules/validate-definition.ts'
import { appointmentReminder } from './appointment-reminder.ts'
import { paymentReminder } from './payment-reminder.ts'
import { SAMPLE_CONTACTS_CSV } from './sample-contacts.ts'
import { SAMPLE_WORKFLOWS } from './sample-workflows.ts'

const samples = SAMPLE_WORKFLOWS.map(({ name, definition }) => [name, definition] as const)
const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 16, 9, 30) }
const tries = new OpenTrials({
  clock,
  log: silentLog,
  secrets: openSecretBox([Buffer.alloc(32, 1)]),
  egress: {} as Egress,
  people: simulatedPeople({ clock, rng: seededRng(1) }),
  audio: () => Promise.reject(new Error('no microphone here')),
})
const [header = '', ...rows] = SAMPLE_CONTACTS_CSV.trim().split('\n')

test.each(samples)('%s is valid, without a warning, and can be spoken without a model', (_name, definition) => {
  expect(validateDefinition(definition)).toEqual({ is_valid: true, errors: [], warnings: [] })
  expect(scriptProblems(definition)).toEqual([])
})

/** Courtesy may have a default. A date, an amount or a telephone number that nobody gave would be a lie. */
const COURTESY = ['first_name', 'company']

test.each(samples)('%s has defaults for courtesy only, and the sample list has every fact', (_name, definition) => {
  const defaults = templateVariables(definition).filter(({ where }) => where.length > 0)
  expect(defaults.filter((variable) => variable.hasDefault && !COURTESY.includes(variable.name))).toEqual([])
  expect(missingVariables(requiredVariables(definition), header.split(','))).toEqual([])
  expect(JSON.stringify(definition)).not.toMatch(/\+\d{6,}/u)
})

test.each(samples)('%s says that the call is automated', (_name, definition) => {
  const start = definition.nodes.find((node) => node.type === 'startCall')
  expect(start?.data).toMatchObject({ greeting: expect.stringContaining('automated') })
})

/** Where words lead that were not understood: to another question, to a person, or to an end that promises nothing. */
const HARMLESS = ['unclear', 'unheard', 'later', 'no-day', 'another-time', 'thanks', 'open', 'told']

test.each(samples)('in %s nothing that was not understood ends as a promise', (_name, definition) => {
  const typeOf = new Map(definition.nodes.map(({ id, type }) => [id, type]))
  const unclear = definition.edges.filter(({ data }) => data.label === 'no_match').map(({ target }) => target)
  expect(unclear.filter((target) => typeOf.get(target) === 'endCall' && !HARMLESS.includes(target))).toEqual([])
})

test.each(samples)('%s offers every key aloud and reports by a step that is switched off', (_name, definition) => {
  const reports = definition.nodes.filter(({ type }) => type === 'webhook')
  expect(reports.map(({ data }) => 'enabled' in data && data.enabled)).toEqual([false])
  const spoken = { '0': 'zero', '1': 'one', '2': 'two', '3': 'three', '9': 'nine' }
  for (const { source, data } of definition.edges) {
    const node = definition.nodes.find(({ id }) => id === source)
    const words = JSON.stringify(node?.data).toLowerCase()
    // A value to be typed has keys of its own: "from one to five".
    if (node && 'collect' in node.data) continue
    for (const key of data.keys ?? []) {
      const word = spoken[key as keyof typeof spoken]
      if (word !== undefined) expect([source, key, words.includes(word)]).toEqual([source, key, true])
    }
  }
})

test.each(
  SAMPLE_WORKFLOWS.flatMap(({ name, definition, dialogues }) =>
    dialogues.map((kept) => ({ workflow: name, definition, ...kept })),
  ),
)('$workflow: $name', async ({ definition, dialogue }) => {
  const { variables } = dialogue
  const attempted = { organizationId: 1, modelSettings: null, definition, variables, timezone: 'UTC' }
  expect((await tries.hold(attempted, dialogue)).failures).toEqual([])
})

test('the gallery has twelve workflows, each with dialogues', () => {
  expect(SAMPLE_WORKFLOWS).toHaveLength(12)
  for (const { dialogues } of SAMPLE_WORKFLOWS) expect(dialogues.length).toBeGreaterThan(1)
})

test('the sample list has twenty different reserved numbers, most of which answer and all of which report', () => {
  const numbers = rows.map((row) => row.split(',')[0] ?? '')
  expect(new Set(numbers).size).toBe(20)
  for (const number of numbers) expect(number).toMatch(/^\+120255501\d\d$/)
  const endings = numbers.map((number) => Number(number.slice(-2)))
  expect(endings.filter((ending) => ending < 60).length).toBeGreaterThan(10)
  expect(endings.filter((ending) => ending > 95)).toEqual([])
})

test('every row of the sample list has a value in every column', () => {
  const columns = header.split(',').length
  for (const row of rows) expect(row.split(',').filter((cell) => cell.trim() !== '')).toHaveLength(columns)
})

const PERSONAL = {
  appointment_date: '2026-11-20',
  appointment_time: 'ten',
  amount_due: '90 dollars',
  due_date: '2026-11-02',
}

test.each([
  ['appointment', appointmentReminder, ['yes'], true],
  ['appointment', appointmentReminder, ['who is this', 'this is her husband'], false],
  ['appointment', appointmentReminder, ['no'], false],
  ['appointment', appointmentReminder, [], false],
  ['bill', paymentReminder, ['yes'], true],
  ['bill', paymentReminder, ['this is her husband'], false],
] as const)('the %s is named only to the person themselves', async (matter, definition, said, isNamed) => {
  const call = testCall({ definition, variables: { first_name: 'Ada', ...PERSONAL } })
  await call.play(async (person) => {
    for (const words of said) {
      await person.untilAgentWaits()
      await person.say(words)
    }
    await person.pause(60_000)
    if (!person.isOver) person.hangUp()
  })
  expect(call.agentSaid().join(' ').includes(matter)).toBe(isNamed)
})
