/** The body of an update, and how it is laid over what is stored. */
import { z } from 'zod'
import { decimal, freeObject, optional, text } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import type { ValidationDetail } from '../kernel/errors.ts'
import { looksMasked, mask } from '../kernel/mask.ts'
import { BRAIN_KINDS, isSetUp, type ModelSettings, SECTIONS, type Section, SPEECH_ENGINES } from './settings.ts'

const KEY_MAX = 4096
const SENTENCE_MAX = 300

const name = () => optional(text({ maximum: 200 }))
const key = () => optional(text({ maximum: KEY_MAX }))
const sentence = () => optional(text({ maximum: SENTENCE_MAX }))
const address = (protocols: readonly string[]) =>
  optional(
    text({ maximum: 2000 }).refine((value) => value === '' || isAddress(value, protocols), {
      message: `the address must begin with ${protocols.map((one) => `${one}//`).join(' or ')} and hold no password`,
    }),
  )

const WEB = ['http:', 'https:'] as const
const SOCKET = ['ws:', 'wss:'] as const

/** A password in an address would be shown again; keys have fields of their own. */
function isAddress(value: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return protocols.includes(protocol) && username === '' && password === ''
}

export const settingsBody = z.object({
  brain: optional(z.enum(BRAIN_KINDS)),
  chat: optional(
    z.object({
      base_url: address(WEB),
      api_key: key(),
      model: name(),
      temperature: decimal({ minimum: 0, maximum: 2 }).nullish(),
      extra_body: freeObject().nullish(),
    }),
  ),
  realtime: optional(z.object({ url: address(SOCKET), api_key: key(), model: name(), voice: name() })),
  speech: optional(
    z.object({
      engine: optional(z.enum(SPEECH_ENGINES)),
      voice: name(),
      base_url: address(WEB),
      api_key: key(),
      model: name(),
    }),
  ),
  recognition: optional(
    z.object({ engine: optional(z.enum(SPEECH_ENGINES)), base_url: address(WEB), api_key: key(), model: name() }),
  ),
  filler_sentence: sentence(),
  fallback_sentence: sentence(),
  farewell_sentence: sentence(),
})

export type SettingsChange = z.output<typeof settingsBody>

export type Merged = { settings: ModelSettings; faults: [] } | { settings: null; faults: ValidationDetail[] }

/** What is not named stays; an empty text empties the field; a mask sent back keeps the key it stands for. */
export function mergeSettings(stored: ModelSettings, change: SettingsChange): Merged {
  const { chat, realtime, speech, recognition, ...plain } = change
  const settings: ModelSettings = {
    ...laidOver(stored, plain),
    chat: laidOver(stored.chat, chat),
    realtime: laidOver(stored.realtime, realtime),
    speech: laidOver(stored.speech, speech),
    recognition: laidOver(stored.recognition, recognition),
  }
  const faults = [
    ...SECTIONS.flatMap((section) => keyFaults(stored, settings, section, change[section]?.api_key)),
    ...missing(settings),
  ]
  return faults.length === 0 ? { settings, faults: [] } : { settings: null, faults }
}

function laidOver<T extends object>(stored: T, change: object | undefined): T {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined)
  const emptied = given.map(([field, value]) => [field, value === '' ? null : value])
  return { ...stored, ...Object.fromEntries(emptied) }
}

/** Whoever may change an address must not have a key sent there that they were never told. */
function moved(before: ModelSettings[Section], after: ModelSettings[Section]): boolean {
  const addressOf = (section: ModelSettings[Section]) => ('url' in section ? section.url : section.base_url)
  return addressOf(before) !== null && addressOf(before) !== addressOf(after)
}

function keyFaults(
  stored: ModelSettings,
  settings: ModelSettings,
  section: Section,
  sent: string | null | undefined,
): ValidationDetail[] {
  const before = stored[section].api_key
  const { api_key: given } = settings[section]
  if (before !== null && given !== null && moved(stored[section], settings[section])) {
    if (typeof sent === 'string' && !looksMasked(sent)) return []
    const message = 'the address has changed; send this key again'
    return [faultAt(['body', section, 'api_key'], 'value_error', `Value error, ${message}`, given)]
  }
  if (given === null || given === before) return []
  if (before !== null && given === mask(before)) {
    settings[section].api_key = before
    return []
  }
  if (!looksMasked(given)) return []
  const message = 'this is a masked value; send the key itself, or leave the field out to keep the stored one'
  return [faultAt(['body', section, 'api_key'], 'value_error', `Value error, ${message}`, given)]
}

/** Every engine that is chosen must have what it needs. */
function missing(settings: ModelSettings): ValidationDetail[] {
  const { brain, chat, realtime, speech, recognition } = settings
  const faults: ValidationDetail[] = []
  const need = (section: Section, fields: Record<string, unknown>, who: string) => {
    for (const [field, value] of Object.entries(fields))
      if (!value) faults.push(faultAt(['body', section, field], 'value_error', `Value error, ${who} needs this`, value))
  }
  if (!isSetUp(settings, brain)) {
    if (brain === 'pipeline') need('chat', { base_url: chat.base_url, model: chat.model }, 'the pipeline brain')
    if (brain === 'realtime') need('realtime', { url: realtime.url, model: realtime.model }, 'the realtime brain')
  }
  const { base_url, model, voice } = speech
  if (speech.engine === 'openai') need('speech', { base_url, model, voice }, 'the openai engine')
  if (recognition.engine === 'openai')
    need('recognition', { base_url: recognition.base_url, model: recognition.model }, 'the openai engine')
  return faults
}
