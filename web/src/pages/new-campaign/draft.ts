/** A campaign in the making, and everything that would stop or surprise. */
import type { Schemas, UploadedContacts } from '@outdial/sdk'
import type { TelephonyConfiguration } from '../../api/telephony.ts'
import type { Workflow } from '../../api/workflows.ts'
import { people } from '../../components/campaign-words.ts'
import { isSimulated } from '../../components/simulated.tsx'
import { type CampaignSettings, defaults } from '../../forms/campaign-settings.ts'
import { openMinutes } from '../../forms/week.ts'
import { count, plural } from '../../ui/format.ts'
import { type CsvHead, plainName } from './read-csv.ts'

export type ContactList = UploadedContacts | Schemas['ContactList']

export interface Draft {
  name: string
  list: ContactList | null
  /** The file of this browser; null for a list that lay on the server already. */
  file: File | null
  head: CsvHead | null
  countryCode: string | null
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
  head: null,
  countryCode: null,
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

export interface Missing {
  variable: string
  /** What everyone hears instead; null: the server refuses rows without it. */
  fallback: string | null
  /** The column that looks most like it. */
  likely: string | null
}

export function missingVariables(draft: Draft, workflow: Workflow | undefined): Missing[] {
  if (!draft.list || !workflow) return []
  const columns = draft.list.columns
  const known = new Set(columns.map(plainName))
  const wanted = new Set(Object.keys(workflow.template_context_variables).map(plainName))
  return Object.entries(workflow.template_context_variables)
    .filter(([variable]) => !known.has(plainName(variable)))
    .map(([variable, fallback]) => {
      const free = columns.filter((column) => !wanted.has(plainName(column)))
      return { variable, fallback: fallback === null ? null : String(fallback), likely: likeliest(variable, free) }
    })
}

/** Shares a word, or an abbreviation of one: `appt_time` for `appointment_time`. */
function likeliest(variable: string, columns: readonly string[]): string | null {
  const words = (name: string) =>
    name
      .toLowerCase()
      .split(/[\s_-]+/)
      .filter(Boolean)
  const wanted = words(variable)
  const alike = (a: string, b: string) =>
    a === b ||
    (a.length > 2 &&
      b.length > 2 &&
      a[0] === b[0] &&
      isWithin(a.length < b.length ? a : b, a.length < b.length ? b : a))
  const scored = columns.map((column) => ({
    column,
    score:
      words(column).filter((word) => wanted.some((other) => alike(word, other))).length /
      Math.max(wanted.length, words(column).length),
  }))
  const best = scored.sort((a, b) => b.score - a.score)[0]
  return best && best.score >= 0.5 ? best.column : null
}

/** Whether the letters of one stand in the other, in this order. */
function isWithin(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

export function findingsOf(
  draft: Draft,
  workflow: Workflow | undefined,
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
  for (const { variable, fallback } of missingVariables(draft, workflow)) {
    if (draft.accepted.includes(variable)) continue
    add(
      'who',
      fallback === null ? 'stop' : 'ask',
      fallback === null
        ? `The workflow needs ${variable}; the list has no such column.`
        : `The workflow asks for ${variable}; everyone would hear “${fallback}”.`,
    )
  }
  if (draft.workflowId === null) add('what', 'stop', 'Choose what is said.')
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
