/** A person answers in another language of the workflow: the agent host continues in it, with that language's voice and recognizer. */
import { describe, expect, test } from 'vitest'
import { FakeSpeech, FakeSynthesizer, fakeGate, fakeResampler } from '../../test/agent/fake-speech.ts'
import { l16 } from '../../test/agent/formats.ts'
import { end, start, workflow } from '../../test/agent/harness.ts'
import { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { silentLog } from '../kernel/log.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { languageVariants } from '../workflows/rules/languages.ts'
import { AgentHost } from './agent-host.ts'
import { ScriptBrain } from './brains/script.ts'
import type { CallRecord } from './journal.ts'

const QUESTION = 'Hello, this is the clinic. Do you want to keep the appointment?'
const CONFIRM = 'You keep the appointment, is that right?'

const TEXTS: Record<string, { question: string; confirm: string; bye: string; yes: string; no: string }> = {
  de: {
    question: 'Guten Tag, hier ist die Praxis. Möchten Sie den Termin behalten?',
    confirm: 'Sie behalten den Termin, richtig?',
    bye: 'Auf Wiederhören.',
    yes: 'ja',
    no: 'nein',
  },
  es: {
    question: 'Hola, le llama la clínica. ¿Quiere conservar la cita?',
    confirm: 'Conserva la cita, ¿es correcto?',
    bye: 'Adiós.',
    yes: 'sí',
    no: 'no',
  },
  fr: {
    question: 'Bonjour, ici la clinique. Voulez-vous garder le rendez-vous ?',
    confirm: "Vous gardez le rendez-vous, c'est exact?",
    bye: 'Au revoir.',
    yes: 'oui',
    no: 'non',
  },
  pt: {
    question: 'Olá, aqui é a clínica. Quer manter a consulta?',
    confirm: 'Mantém a consulta, está certo?',
    bye: 'Adeus.',
    yes: 'sim',
    no: 'não',
  },
}

const DEFINITION: WorkflowDefinition = {
  ...workflow(
    [start(QUESTION), end('kept'), end('dropped')],
    [
      { source: 'start', target: 'kept', examples: ['yes'], confirm: CONFIRM, consent: true },
      { source: 'start', target: 'dropped', examples: ['no'] },
    ],
  ),
  settings: {
    detect_language: true,
    languages: Object.entries(TEXTS).map(([language, { question, confirm, bye, yes, no }]) => ({
      language,
      voice: `voice-${language}`,
      texts: { [QUESTION]: question, [CONFIRM]: confirm, 'Good-bye.': bye, yes, no },
    })),
  },
}

/** One call with a voice and a recognizer for each language. */
async function called(talk: (person: ScriptedPerson) => Promise<void>, definition = DEFINITION) {
  const clock = new VirtualClock()
  const speech = new FakeSpeech()
  const voices = new Map<string, FakeSynthesizer>()
  const recognized: string[] = []
  const wanted: (string | undefined)[] = []
  let record: CallRecord | undefined
  const host = new AgentHost({
    clock,
    log: silentLog,
    loadCall: async (callId) => ({
      callId,
      organizationId: 5,
      campaignId: null,
      contactId: null,
      direction: 'outbound',
      definition,
      languages: languageVariants(definition),
      workflowId: 1,
      variables: {},
      phoneNumber: '+15550123',
      timezone: 'UTC',
      modelSettings: null,
      dialedAtMs: clock.now(),
      answeredAtMs: null,
    }),
    openBrain: (conversation, _, beginAt = null) => new ScriptBrain(conversation, { clock, beginAt }),
    speechOf: ({ definition: { settings } }) => {
      const language = settings?.language ?? 'en'
      const synthesizer = voices.get(language) ?? new FakeSynthesizer()
      voices.set(language, synthesizer)
      wanted.push(settings?.voice ?? undefined)
      const recognizer = speech.recognizer(clock)
      return {
        synthesizer,
        voice: settings?.voice ?? undefined,
        recognizer: {
          ...recognizer,
          recognize: (audio, signal) => {
            recognized.push(language)
            return recognizer.recognize(audio, signal)
          },
        },
      }
    },
    openGate: fakeGate,
    openResampler: fakeResampler,
    journalStore: {
      save: async (_, __, saved) => {
        record = saved
      },
    },
    report: async () => {},
    hangUp: async () => {},
    transfer: async () => ({ ok: true, message: '' }),
    suppress: async () => {},
    recordingsDirectory: null,
  })
  const person = new ScriptedPerson({ clock, voice: speech.voice, openResampler: fakeResampler, format: l16 })
  host.attach({ callId: 7, callKey: 'k', providerCallId: null }, person)
  await clock.until(talk(person))
  while (host.liveSessions > 0) await clock.pass(100)
  return { record: record as CallRecord, voices, recognized, wanted }
}

describe.each([
  ['de', 'Ja, das möchte ich gerne.', 'ja', 'ja, richtig'],
  ['es', 'Sí, quiero el martes, gracias.', 'sí', 'sí, correcto'],
  ['fr', 'Oui, je veux bien, merci.', 'oui', "oui, c'est exact"],
  ['pt', 'Sim, eu quero isso.', 'sim', 'sim, está certo'],
])('%s', (language, answer, yes, confirmed) => {
  test('is noticed, spoken and understood to the end, and only its own questions count', async () => {
    const { record, voices, recognized, wanted } = await called(async (person) => {
      await person.untilAgentWaits()
      await person.say(answer)
      await person.untilAgentWaits()
      await person.say(yes)
      await person.untilAgentWaits()
      await person.say(confirmed)
    })
    expect(record.disposition).toBe('kept')
    expect(record.timeline).toContainEqual(
      expect.objectContaining({ event: 'language_switched', language, because: 'answered', ok: true }),
    )
    const asked = record.timeline.filter(({ event }) => event === 'consent_asked').map((entry) => entry.question)
    expect(asked).toEqual([TEXTS[language]?.confirm])
    expect(voices.get(language)?.said.join(' ')).toContain(TEXTS[language]?.bye)
    expect(voices.get('en')?.said.join(' ')).not.toContain(TEXTS[language]?.confirm)
    expect(wanted).toContain(`voice-${language}`)
    expect(new Set(recognized.slice(1))).toEqual(new Set([language]))
  })
})

test('a language is noticed once in a call: the way back must be asked for', async () => {
  const switched = async (last: string) => {
    const { record } = await called(async (person) => {
      await person.untilAgentWaits()
      await person.say('Ja, das möchte ich gerne.')
      await person.untilAgentWaits()
      await person.say(last)
      await person.untilAgentWaits()
      person.hangUp()
    })
    return record.timeline.filter(({ event }) => event === 'language_switched').map((entry) => entry.language)
  }
  expect(await switched('Sorry, I do not understand you.')).toEqual(['de'])
  expect(await switched('English please')).toEqual(['de', 'en'])
})

test('a step that collects free text keeps its language: a name or an address can be in any', async () => {
  const collects: WorkflowDefinition = structuredClone(DEFINITION)
  const [first] = collects.nodes
  if (first?.type === 'startCall') first.data.collect = { variable: 'wish', kind: 'text' }
  const { record } = await called(async (person) => {
    await person.untilAgentWaits()
    await person.say('Ja, das möchte ich gerne.')
    await person.untilAgentWaits()
    person.hangUp()
  }, collects)
  expect(record.timeline.some(({ event }) => event === 'language_switched')).toBe(false)
})
