/** A date or code that was spoken counts only after it was said back and agreed to, whichever brain leads and in every language. */
import { describe, expect, test } from 'vitest'
import { end, start, testCall, workflow } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import { StandInRealtime } from '../../test/agent/stand-in-realtime.ts'
import { silentLog } from '../kernel/log.ts'
import type { VirtualClock } from '../kernel/virtual-clock.ts'
import type { Collect, WorkflowDefinition } from '../workflows/rules/definition.ts'
import { validateDefinition } from '../workflows/rules/validate-definition.ts'
import type { Brain, Conversation } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { openRealtimeBrain } from './brains/realtime.ts'
import { ScriptBrain } from './brains/script.ts'

const asks = (collect: Partial<Collect> = {}, edge: object = {}, settings: object = {}): WorkflowDefinition => ({
  ...workflow(
    [
      start('Which day would suit you?', { prompt: 'Ask.', collect: { variable: 'day', kind: 'date', ...collect } }),
      end('noted', 'Noted. Good-bye.'),
    ],
    [{ source: 'start', target: 'noted', ...edge }],
  ),
  settings,
})

/** A model gives Tuesday first, and Wednesday when it is asked once more. */
const DAYS = ['2026-11-17', '2026-11-18']

const OPEN: Record<string, (conversation: Conversation, clock: VirtualClock) => Brain> = {
  script: (conversation, clock) => new ScriptBrain(conversation, { clock }),
  pipeline: (conversation, clock) => {
    const days = [...DAYS]
    const { chat } = standInChat(({ tools = [], messages }) => {
      const rejected = messages.at(-1)?.content.includes('said no')
      return tools.some(({ function: { name } }) => name === 'go_noted') && !rejected
        ? { call: 'go_noted', input: { day: days.shift() } }
        : { say: 'Which day, then?' }
    })
    const sentences = { fallback: 'Again?', farewell: 'Good-bye.' }
    return openPipelineBrain(conversation, { chat, clock, log: silentLog, sentences })
  },
  realtime: (conversation, clock) => {
    const days = [...DAYS]
    let isAnswer = true
    const { endpoint, openLink } = new StandInRealtime(clock, (tools) => {
      if (!tools.includes('go_noted') || !isAnswer) {
        isAnswer = true
        return { say: 'Which day, then?' }
      }
      // After a no it asks before it acts.
      isAnswer = false
      return { call: 'go_noted', input: { day: days.shift() } }
    })
    return openRealtimeBrain(conversation, { endpoint, openLink, clock, log: silentLog })
  },
}

const SAID_BACK = 'I have Tuesday, November 17. Is that right?'

async function talk(brain: string, definition: WorkflowDefinition, said: readonly string[]) {
  const call = testCall({ definition, brain: OPEN[brain] as NonNullable<(typeof OPEN)[string]> })
  const result = await call.play(async (person: ScriptedPerson) => {
    for (const words of said) {
      await person.untilAgentWaits()
      if (person.isOver) return
      if (/^\d+$/u.test(words)) await person.press(words)
      else await person.say(words)
      await person.pause(4000)
    }
    if (!person.isOver) person.hangUp()
  })
  const { gathered, transcript } = call.journal.record
  return { call, result, gathered, heard: transcript.map(({ text }) => text).join(' | ') }
}

const CASES: readonly [said: string[], day: string | undefined][] = [
  [['Tuesday', 'yes'], '2026-11-17'],
  [['Tuesday', 'Yes, Tuesday.'], '2026-11-17'],
  [['Tuesday'], undefined],
  [['Tuesday', 'well I am not sure about that'], undefined],
  [['Tuesday', 'no'], undefined],
  [['Tuesday', 'No, Wednesday.', 'yes'], '2026-11-18'],
  [['Tuesday', 'No, Wednesday.'], undefined],
  [['Tuesday', 'no', 'Wednesday', 'yes'], '2026-11-18'],
]

describe.each(Object.keys(OPEN))('with the brain %s', (brain) => {
  test.each(CASES)('%j gives %j', async (said, day) => {
    const { gathered, heard, result } = await talk(brain, asks(), said)
    expect(heard).toContain(SAID_BACK)
    expect(gathered.day).toBe(day)
    expect(result.disposition === 'noted').toBe(day !== undefined)
  })
})

test.each([
  ['de', 'Dienstag', 'Ja, genau.', 'Ich habe Dienstag, 17. November notiert. Ist das richtig?'],
  ['es', 'el martes', 'sí', 'He anotado martes, 17 de noviembre. ¿Es correcto?'],
  ['fr', 'mardi', 'oui', 'J’ai noté mardi 17 novembre. Est-ce exact ?'],
  ['pt', 'terça-feira', 'sim', 'Anotei terça-feira, 17 de novembro. Está correto?'],
])('in %s', async (language, day, yes, question) => {
  const { gathered, heard } = await talk('script', asks({}, {}, { language }), [day, yes])
  expect(heard).toContain(question)
  expect(gathered.day).toBe('2026-11-17')
})

test('keys are certain, and typed over a question they are the value', async () => {
  expect((await talk('script', asks(), ['20261120'])).gathered.day).toBe('2026-11-20')
  for (const brain of Object.keys(OPEN)) {
    expect([brain, (await talk(brain, asks(), ['Tuesday', '20261120'])).gathered.day]).toEqual([brain, '2026-11-20'])
  }
})

test('an edge that confirms the value itself asks once; one that asks something else says the value first', async () => {
  const own = await talk('script', asks({}, { confirm: 'So {{say_date(day)}}, right?' }), ['Tuesday', 'yes'])
  expect(own.heard).toContain('So Tuesday, November 17, right?')
  expect(own.heard).not.toContain('I have')
  const other = await talk('script', asks({}, { confirm: 'Shall I book that?' }), ['Tuesday', 'yes'])
  expect(other.heard).toContain('I have Tuesday, November 17. Shall I book that?')
  expect(other.gathered.day).toBe('2026-11-17')
})

test('digits are read back where the workflow asks for it, dates are not where it does not want it', async () => {
  const digits = asks({ kind: 'digits', exact_length: 4, read_back: true })
  const { gathered, heard } = await talk('script', digits, ['four two seven nine', 'No, four two seven eight.', 'yes'])
  expect(heard).toContain('I understood: 4, 2, 7, 8. Is that right?')
  expect(gathered.day).toBe('4278')
  expect((await talk('script', asks({ read_back: false }), ['Tuesday'])).gathered.day).toBe('2026-11-17')
  expect((await talk('script', asks({ sensitive: true }), ['Tuesday'])).heard).not.toContain('17')
})

test.each([
  [{ kind: 'text' }, /read_back works for date, number, digits, code/],
  [{ sensitive: true }, /sensitive value cannot be read back/],
] as const)('what cannot be read back is refused at save: %j', (collect, message) => {
  const { errors } = validateDefinition(asks({ ...collect, read_back: true }))
  expect(errors).toContainEqual(expect.objectContaining({ message: expect.stringMatching(message) }))
})
