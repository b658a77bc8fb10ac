/** A campaign in the making, and everything that would stop or surprise. */
import type { Schemas, UploadedContacts } from '@outdial/sdk'
import type { ListPreview } from '../../api/contact-lists.ts'
import type { TelephonyConfiguration } from '../../api/telephony.ts'
import type { Workflow } from '../../api/workflows.ts'
import { people } from '../../components/campaign-words.ts'
import { isSimulated } from '../../components/simulated.tsx'
import { type CampaignSettings, defaults } from '../../forms/campaign-settings.ts'
import { openMinutes } from '../../forms/week.ts'
import { count, plural } from '../../ui/format.ts'
import type { Reading } from './reading.ts'

export type ContactList = UploadedContacts | Schemas['ContactList']

export interface Draft {
  name: string
  list: ContactList | null
  /** The file of this browser; null for a list that lay on the server already. */
  file: File | null
  /** How its columns and numbers are read. */
  reading: Reading
  /** The encoding that this browser converted from; null: none. */
  convertedFrom: string | null
  workflowId: number | null
  configurationId: number | null
  settings: CampaignSettings
  /** Variables whose default is fine. */
  accepted: string[]
}

export const emptyDraft = (): Draft => ({
  name: '',
  list: null,
  file: null,
  reading: {},
  convertedFrom: null,
  workflowId: null,
  configurationId: null,
  settings: defaults(),
  accepted: [],
})

export type SectionKey = 'who' | 'what' | 'line' | 'when' | 'hard' | 'check'

export interface Finding {
  section: SectionKey
  /** Stops: the server would refuse. Ask: it works, but someone should look. */
  kind: 'stop' | 'ask'
  text: string
}

export function findingsOf(
  draft: Draft,
  preview: ListPreview | undefined,
  configurations: readonly TelephonyConfiguration[] | undefined,
): Finding[] {
  const findings: Finding[] = []
  const add = (section: SectionKey, kind: Finding['kind'], text: string) => findings.push({ section, kind, text })
  if (!draft.list) add('who', 'stop', 'Bring a list of people to call.')
  else if (draft.list.total_rows === 0) add('who', 'stop', 'No row of this list can be called.')
  if (draft.list && draft.list.rejected_rows > 0)
    add(
      'who',
      'ask',
      `${plural(draft.list.rejected_rows, 'row')} cannot be read and ${draft.list.rejected_rows === 1 ? 'is' : 'are'} left out.`,
    )
  for (const { name, required, default: fallback, lacking_rows, default_rows } of preview?.variables ?? []) {
    if (lacking_rows > 0 && required)
      add('who', 'stop', `The workflow needs ${name}; ${people(lacking_rows)} on the list have none.`)
    else if (default_rows > 0 && !draft.accepted.includes(name))
      add('who', 'ask', `${people(default_rows)} would hear “${fallback}” as ${name}.`)
  }
  if (draft.workflowId === null) add('what', 'stop', 'Choose a workflow.')
  if (configurations?.length === 0) add('line', 'stop', 'There is no carrier yet.')
  else if (draft.configurationId === null && configurations) add('line', 'stop', 'Choose a carrier.')
  if (configurations?.some(({ id, provider }) => id === draft.configurationId && isSimulated(provider)))
    add('line', 'ask', 'This campaign calls nobody: it uses the simulated carrier, and all results are invented.')
  if (!draft.settings.hours) add('when', 'ask', 'Calls are placed at any hour, also at night.')
  else if (openMinutes(draft.settings.hours.slots) === 0) add('when', 'stop', 'No hours are drawn.')
  const most = draft.settings.max_concurrency
  if (most === null || most < 1 || most > 100) add('hard', 'stop', 'From 1 to 100 live calls at once.')
  if (draft.name.trim() === '') add('check', 'stop', 'Give the campaign a name.')
  return findings
}

/** A few words about each section for the index. */
export function sectionWords(
  draft: Draft,
  workflow: Workflow | undefined,
  configuration: TelephonyConfiguration | undefined,
): Record<Exclude<SectionKey, 'check'>, string> {
  return {
    who: draft.list ? people(draft.list.total_rows) : 'no list yet',
    what: workflow?.name ?? 'not chosen',
    line: configuration?.name ?? 'not chosen',
    when: draft.settings.hours
      ? `${Math.round(openMinutes(draft.settings.hours.slots) / 60)} hours a week`
      : 'at any hour',
    hard: `${count(draft.settings.max_concurrency ?? 0)} at once, ${draft.settings.retry.enabled ? plural(draft.settings.retry.max_retries, 'retry', 'retries') : 'no retries'}`,
  }
}

export const nameFromFile = (file: string): string => {
  const words = file
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
