/** The person asks for another language of the workflow: pack, voice and recognizer change, and nothing asked before counts. */
import { describe, expect, test } from 'vitest'
import { FakeSynthesizer } from '../../test/agent/fake-speech.ts'
import { end, start, type TestCall, testCall, workflow } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import type { Clock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { packOf } from '../language/packs/packs.ts'
import { definitionInLanguage } from '../workflows/rules/languages.ts'
import type { Conversation, TextBrain } from './brain.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { ScriptBrain } from './brains/script.ts'

const GREETING = 'Hello, this is Acme. Do you want the plan?'
const CONFIRM = 'You agree to pay ninety dollars, is that right?'
const GERMAN = {
  [GREETING]: 'Guten Tag, hier ist Acme. Möchten Sie den Tarif?',
  [CONFIRM]: 'Sie stimmen neunzig Dollar zu, richtig?',
  'Good-bye.': 'Auf Wiederhören.',
  yes: 'ja',
  no: 'nein',
}

const english = {
  ...workflow(
    [start(GREETING, { prompt: 'Ask.' }), end('agreed'), end('declined')],
    [
      {
        source: 'start',
        target: 'agreed',
        label: 'agrees',
        condition: 'They agree.',
        examples: ['yes'],
        confirm: CONFIRM,
        consent: true,
      },
      { source: 'start', target: 'declined', label: 'declines', condition: 'They do not.', examples: ['no'] },
    ],
  ),
  settings: { languages: [{ language: 'de', voice: 'anna', texts: GERMAN }], detect_language: true },
}
const german = definitionInLanguage(english, 'de').definition

type Open = (conversation: Conversation, clock: Clock, beginAt?: string | null) => TextBrain

const OPEN: Record<string, Open> = {
  script: (conversation, clock, beginAt = null) => new ScriptBrain(conversation, { clock, beginAt }),
  pipeline: (conversation, clock, beginAt = null) => {
    const { chat } = standInChat(({ tools = [] }) =>
      tools.some((tool) => tool.function.name === 'go_agrees') ? { call: 'go_agrees' } : { say: 'Hm.' },
    )
    const sentences = { fallback: 'Again?', farewell: 'Good-bye.' }
    return openPipelineBrain(conversation, { chat, clock, log: silentLog, sentences, beginAt })
  },
}

async function talked(
  brain: string,
  talk: (person: ScriptedPerson) => Promise<void>,
  offered = ['de'],
  detectsLanguage = true,
) {
  const open = OPEN[brain] as Open
  const voice = new FakeSynthesizer()
  const recognizers: string[] = []
  const call: TestCall = testCall({
    definition: english,
    brain: (conversation, clock) => open({ ...conversation, otherLanguages: offered, detectsLanguage }, clock),
    openLanguage: (language, nodeId) => {
      if (language !== 'de') return null
      recognizers.push(language)
      const { clock, journal, speech } = call
      const before = { callId: 7, direction: 'outbound' as const, variables: {}, gathered: journal.gathered }
      const conversation: Conversation = { ...before, definition: german, otherLanguages: ['en'] }
      const recognizer = speech.recognizer(clock)
      return { conversation, brain: open(conversation, clock, nodeId), synthesizer: voice, voice: 'anna', recognizer }
    },
  })
  const result = await call.play(talk)
  return { call, result, voice, recognizers }
}

describe.each(Object.keys(OPEN))('with the brain %s', (brain) => {
  test('the question is put in the language that was asked for, by its voice, and answered in it', async () => {
    const { call, result, voice, recognizers } = await talked(brain, async (person) => {
      await person.untilAgentWaits()
      await person.say('auf Deutsch bitte')
      await person.untilAgentWaits()
      await person.say('ja')
      await person.untilAgentWaits()
      await person.say('ja, richtig')
    })
    expect(result.disposition).toBe('agreed')
    expect(recognizers).toEqual(['de'])
    expect(voice.said.join(' ')).toContain('Möchten Sie den Tarif?')
    expect(call.synthesizer.said.join(' ')).not.toContain('Möchten')
    const { timeline, turns } = call.journal.record
    expect(timeline).toContainEqual(expect.objectContaining({ event: 'language_switched', language: 'de', ok: true }))
    const asked = timeline.filter(({ event }) => event === 'consent_asked').map((entry) => entry.question)
    expect(asked).toEqual([GERMAN[CONFIRM]])
    expect(turns).toEqual([])
  })

  test('a yes to a question that was put in the other language agrees to nothing', async () => {
    const { call, result } = await talked(brain, async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.untilAgentWaits()
      // The confirmation was asked in English.
      await person.say('auf Deutsch bitte')
      await person.untilAgentWaits()
      await person.say('ja')
      await person.untilAgentWaits()
      person.hangUp()
    })
    expect(result.disposition).toBe('hung_up')
    const { timeline } = call.journal.record
    const asked = timeline.filter(({ event }) => event === 'consent_asked').map((entry) => entry.question)
    expect(asked).toEqual([CONFIRM, GERMAN[CONFIRM]])
    expect(timeline.some(({ event, given }) => event === 'consent' && given === true)).toBe(false)
  })

  test('the session itself understands and speaks the new language', async () => {
    const { voice } = await talked(brain, async (person) => {
      await person.untilAgentWaits()
      await person.say('auf Deutsch bitte')
      await person.untilAgentWaits()
      await person.say('einen Moment bitte')
      await person.pause(3000)
      person.hangUp()
    })
    expect(voice.said.join(' ')).toContain(packOf('de').sentences.takeYourTime)
  })

  test('a person who simply answers in another language is asked again in it, and only the answer to that counts', async () => {
    const { call, result, voice } = await talked(brain, async (person) => {
      await person.untilAgentWaits()
      await person.say('Ja, das möchte ich gerne.')
      await person.untilAgentWaits()
      await person.say('ja')
      await person.untilAgentWaits()
      await person.say('ja, richtig')
    })
    expect(result.disposition).toBe('agreed')
    expect(voice.said.join(' ')).toContain('Möchten Sie den Tarif?')
    const { timeline } = call.journal.record
    expect(timeline).toContainEqual(
      expect.objectContaining({ event: 'language_switched', language: 'de', because: 'answered', ok: true }),
    )
    const asked = timeline.filter(({ event }) => event === 'consent_asked').map((entry) => entry.question)
    expect(asked).toEqual([GERMAN[CONFIRM]])
  })

  test.each([
    ['one word of it', 'ja', true],
    ['a sentence of it where the workflow does not notice languages', 'Ja, das möchte ich gerne.', false],
    ['words of both', 'yes, ja, das stimmt', true],
  ])('%s changes nothing', async (_, said, detects) => {
    const { call } = await talked(
      brain,
      async (person) => {
        await person.untilAgentWaits()
        await person.say(said)
        await person.untilAgentWaits()
        person.hangUp()
      },
      ['de'],
      detects,
    )
    expect(call.events()).not.toContain('language_switched')
  })

  test('a language that the workflow does not offer changes nothing', async () => {
    const { call, recognizers } = await talked(brain, async (person) => {
      await person.untilAgentWaits()
      await person.say('in French please')
      await person.untilAgentWaits()
      person.hangUp()
    })
    expect(recognizers).toEqual([])
    expect(call.events()).not.toContain('language_switched')
  })

  test('a language that cannot be spoken now is reported, and the question is asked again', async () => {
    const { call } = await talked(
      brain,
      async (person) => {
        await person.untilAgentWaits()
        await person.say('in French please')
        await person.untilAgentWaits()
        person.hangUp()
      },
      ['fr'],
    )
    const { timeline } = call.journal.record
    expect(timeline).toContainEqual(expect.objectContaining({ event: 'language_switched', language: 'fr', ok: false }))
    expect(call.agentSaid().length).toBeGreaterThan(1)
  })
})
