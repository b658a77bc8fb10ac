import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { openSecretBox } from '../../kernel/secret-box.ts'
import { ENGLISH_SENTENCES } from '../../language/rules/sentences.ts'
import { chatEndpoint, chooseBrain, realtimeEndpoint } from '../../models/choose-model.ts'
import { DEFAULT_SETTINGS, type ModelSettings, sealSettings, withChatDefaults } from '../../models/settings.ts'
import { appointmentReminder } from '../../samples/appointment-reminder.ts'
import type { WorkflowSettings } from '../../workflows/rules/definition.ts'
import type { Conversation } from '../brain.ts'
import { timezoneOffsetMinutes } from '../rules/timezone-offset.ts'
import { openBrainFor, standardSentencesOf } from './open-brain.ts'

const offsetMinutes = (timezone: string, atMs: number) => timezoneOffsetMinutes(timezone, new Date(atMs))

const secrets = openSecretBox([Buffer.alloc(32, 1)])

const BOTH: ModelSettings = {
  ...DEFAULT_SETTINGS,
  brain: 'pipeline',
  chat: withChatDefaults({
    base_url: 'http://127.0.0.1:1/v1',
    api_key: 'sk-chat',
    model: 'chat-model',
    temperature: 0.2,
  }),
  realtime: { url: 'ws://127.0.0.1:1', api_key: 'sk-live', model: 'live-model', voice: 'marin' },
}

function conversation(settings: WorkflowSettings = {}): Conversation {
  const definition = { ...appointmentReminder, settings }
  return { callId: 1, direction: 'outbound', definition, variables: {}, gathered: {} }
}

const brainOf = (settings: ModelSettings, requested: WorkflowSettings) =>
  chooseBrain(settings, { settings: requested }).brain

test('the workflow goes first, then the organization, then the script', () => {
  expect(brainOf(BOTH, {})).toBe('pipeline')
  expect(brainOf(BOTH, { brain: 'realtime' })).toBe('realtime')
  expect(brainOf(BOTH, { brain: 'script' })).toBe('script')
  expect(brainOf(DEFAULT_SETTINGS, {})).toBe('script')
})

test('a brain that is not set up is passed over', () => {
  const chatOnly = { ...BOTH, realtime: DEFAULT_SETTINGS.realtime }
  expect(brainOf(chatOnly, { brain: 'realtime' })).toBe('pipeline')
  expect(brainOf(DEFAULT_SETTINGS, { brain: 'pipeline' })).toBe('script')
})

test("a workflow's own model is enough where the organization names only the endpoint", () => {
  const addressOnly = { ...BOTH, chat: { ...BOTH.chat, model: null } }
  expect(brainOf(addressOnly, {})).toBe('script')
  expect(brainOf(addressOnly, { model: 'own-model' })).toBe('pipeline')
  expect(chatEndpoint(addressOnly, 'own-model').model).toBe('own-model')
  expect(realtimeEndpoint(BOTH, null, 'cedar')).toEqual({
    url: 'ws://127.0.0.1:1',
    apiKey: 'sk-live',
    model: 'live-model',
    voice: 'cedar',
  })
})

test('makes each kind of brain from what is stored', () => {
  const open = openBrainFor({ clock: systemClock, log: silentLog, secrets })
  const context = { organizationId: 1, modelSettings: JSON.parse(sealSettings(BOTH, secrets, 1)), timezone: 'UTC' }
  expect(open(conversation(), context).kind).toBe('words')
  expect(open(conversation({ brain: 'realtime' }), context).kind).toBe('sound')
  expect(open(conversation(), { organizationId: 1, modelSettings: null, timezone: 'UTC' }).kind).toBe('words')
})

test('keys sealed with another secret leave the script, which works without them', async () => {
  const errors: string[] = []
  const log = { ...silentLog, error: (_: object, sentence: string) => errors.push(sentence) }
  const lost = openSecretBox([Buffer.alloc(32, 2)])
  const open = openBrainFor({ clock: systemClock, log, secrets })
  const brain = open(conversation(), {
    organizationId: 1,
    modelSettings: JSON.parse(sealSettings(BOTH, lost, 1)),
    timezone: 'UTC',
  })
  if (brain.kind !== 'words') throw new Error('expected a brain of words')
  const acts = brain.answer({ kind: 'started' }, new AbortController().signal)[Symbol.asyncIterator]()
  expect((await acts.next()).value).toMatchObject({ kind: 'enter', nodeId: 'start' })
  expect(errors).toHaveLength(1)
})

test("the organization's own sentences take the place of ours", () => {
  expect(standardSentencesOf(DEFAULT_SETTINGS)).toEqual(ENGLISH_SENTENCES)
  expect(standardSentencesOf(DEFAULT_SETTINGS, 'es-MX').stillThere).toBe('¿Sigue ahí?')
  const own = standardSentencesOf({ ...DEFAULT_SETTINGS, filler_sentence: 'Hm.', farewell_sentence: 'So long.' })
  expect(own).toMatchObject({ fillers: ['Hm.', ENGLISH_SENTENCES.fillers[1]], farewell: 'So long.' })
})

test('knows how far a zone is from UTC on that day, also across its summer time', () => {
  const winter = Date.parse('2026-01-15T12:00:00Z')
  const summer = Date.parse('2026-07-15T12:00:00Z')
  expect(offsetMinutes('America/New_York', winter)).toBe(-300)
  expect(offsetMinutes('America/New_York', summer)).toBe(-240)
  expect(offsetMinutes('Asia/Kolkata', summer)).toBe(330)
  expect(offsetMinutes('UTC', summer)).toBe(0)
  expect(offsetMinutes('Nowhere/Land', summer)).toBe(0)
})
