/** An organization's model settings between the request, the database and the brains. Keys are sealed at rest and masked on the way out. */

import { mask } from '../kernel/mask.ts'
import type { SecretBox } from '../kernel/secret-box.ts'

export const BRAIN_KINDS = ['script', 'pipeline', 'realtime'] as const
export type BrainKind = (typeof BRAIN_KINDS)[number]
export const SPEECH_ENGINES = ['local', 'openai'] as const
export type SpeechEngine = (typeof SPEECH_ENGINES)[number]

type Text = string | null

export interface ModelSettings {
  brain: BrainKind
  chat: {
    base_url: Text
    api_key: Text
    model: Text
    temperature: number | null
    extra_body: Record<string, unknown> | null
  }
  realtime: { url: Text; api_key: Text; model: Text; voice: Text }
  speech: { engine: SpeechEngine; voice: Text; base_url: Text; api_key: Text; model: Text }
  recognition: { engine: SpeechEngine; base_url: Text; api_key: Text; model: Text }
  filler_sentence: Text
  fallback_sentence: Text
  farewell_sentence: Text
}

export const SECTIONS = ['chat', 'realtime', 'speech', 'recognition'] as const
export type Section = (typeof SECTIONS)[number]

/** What an organization has that never chose: everything on this machine alone. */
export const DEFAULT_SETTINGS: ModelSettings = {
  brain: 'script',
  chat: { base_url: null, api_key: null, model: null, temperature: null, extra_body: null },
  realtime: { url: null, api_key: null, model: null, voice: null },
  speech: { engine: 'local', voice: null, base_url: null, api_key: null, model: null },
  recognition: { engine: 'local', base_url: null, api_key: null, model: null },
  filler_sentence: null,
  fallback_sentence: null,
  farewell_sentence: null,
}

/** As stored, keys still sealed. Fields that came later than the row have their defaults. */
export function sealedSettings(stored: unknown): ModelSettings {
  const row = (stored ?? {}) as Partial<ModelSettings>
  return {
    ...DEFAULT_SETTINGS,
    ...row,
    chat: { ...DEFAULT_SETTINGS.chat, ...row.chat },
    realtime: { ...DEFAULT_SETTINGS.realtime, ...row.realtime },
    speech: { ...DEFAULT_SETTINGS.speech, ...row.speech },
    recognition: { ...DEFAULT_SETTINGS.recognition, ...row.recognition },
  }
}

/** Where a key is kept: what is moved to another organization or section does not open there. */
export const placeOfKey = (organizationId: number, section: Section) =>
  `model_configurations/${organizationId}/${section}`

export function openSettings(stored: unknown, secrets: SecretBox, organizationId: number): ModelSettings {
  return withKeys(sealedSettings(stored), (key, section) => secrets.open(key, placeOfKey(organizationId, section)))
}

/** As far as they can be read: a key that was sealed with a lost SECRET_KEY is as good as none. */
export function readableSettings(stored: unknown, secrets: SecretBox, organizationId: number): ModelSettings {
  return withKeys(sealedSettings(stored), (key, section) => {
    try {
      return secrets.open(key, placeOfKey(organizationId, section))
    } catch {
      return null
    }
  })
}

export function sealSettings(settings: ModelSettings, secrets: SecretBox, organizationId: number): string {
  return JSON.stringify(withKeys(settings, (key, section) => secrets.seal(key, placeOfKey(organizationId, section))))
}

/** The same keys, sealed with the newest key for their place; null if they are already. */
export function resealedSettings(stored: unknown, secrets: SecretBox, organizationId: number): string | null {
  let changed = false
  const settings = withKeys(sealedSettings(stored), (key, section) => {
    const anew = secrets.reseal(key, placeOfKey(organizationId, section))
    changed ||= anew !== null
    return anew ?? key
  })
  return changed ? JSON.stringify(settings) : null
}

export function maskSettings(settings: ModelSettings): ModelSettings {
  return withKeys(settings, mask)
}

function withKeys(settings: ModelSettings, change: (key: string, section: Section) => string | null): ModelSettings {
  const changed = structuredClone(settings)
  for (const section of SECTIONS) {
    const { api_key: key } = changed[section]
    changed[section].api_key = key === null || key === '' ? null : change(key, section)
  }
  return changed
}

/** Whether this brain has what it needs; a workflow's own model counts. */
export function isSetUp(settings: ModelSettings, brain: BrainKind, workflowModel: Text = null): boolean {
  const { chat, realtime } = settings
  switch (brain) {
    case 'script':
      return true
    case 'pipeline':
      return Boolean(chat.base_url && (workflowModel || chat.model))
    case 'realtime':
      return Boolean(realtime.url && (workflowModel || realtime.model))
  }
}
