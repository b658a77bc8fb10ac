/** Pages of the settings: the word in their address, and what they are called. */
export const SETTINGS_PAGES = {
  'api-keys': 'API keys',
  people: 'People',
  sessions: 'Signed in',
  model: 'Model and voice',
  'calling-rules': 'Calling rules',
  webhooks: 'Webhooks',
  retention: 'Retention',
  audit: 'Audit',
  organization: 'Organization',
  appearance: 'Appearance',
} as const

export type SettingsWord = keyof typeof SETTINGS_PAGES
