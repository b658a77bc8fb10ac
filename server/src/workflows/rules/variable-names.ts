/** The key by which names of columns and template variables match: spreadsheets have "First Name", templates first_name. */

export function variableKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/[\s_-]+/gu, '_')
}

/** Variables that are known on every call without a column of the list. */
export const STANDARD_VARIABLES: readonly string[] = [
  'phone_number',
  'caller_number',
  'called_number',
  'campaign_name',
  'contact_id',
  'call_id',
  'workflow_name',
  'date',
  'time',
]

/** Variables that are known after a call, so only to webhooks. */
export const AFTER_CALL_VARIABLES: readonly string[] = [
  'outcome',
  'disposition',
  'duration_seconds',
  'transcript',
  'recording_url',
  'started_at',
  'answered_at',
  'ended_at',
  'summary',
  'success',
  'sentiment',
]
