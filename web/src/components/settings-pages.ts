/** Pages of the settings: their path segment and title. */
export const SETTINGS_PAGES = {
  'api-keys': 'API keys',
  people: 'People',
  sessions: 'Signed in',
  model: 'Model and voice',
  'calling-rules': 'Calling rules',
  'contact-lists': 'Contact lists',
  tools: 'Tools and credentials',
  documents: 'Documents',
  recordings: 'Recordings',
  webhooks: 'Webhooks',
  retention: 'Retention',
  audit: 'Audit',
  abandonment: 'Abandoned calls',
  costs: 'Costs',
  usage: 'Usage',
  organization: 'Organization',
  appearance: 'Appearance',
} as const

export type SettingsWord = keyof typeof SETTINGS_PAGES
