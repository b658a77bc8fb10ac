/** A campaign that is being created, and everything that would prevent its start or be unexpected. */
import type { Schemas, UploadedContacts } from '@outdial/sdk'
import type { ListPreview } from '../../api/contact-lists.ts'
import type { TelephonyConfiguration } from '../../api/telephony.ts'
import type { Workflow } from '../../api/workflows.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { isSimulated } from '../../components/simulated.tsx'
import { type CampaignSettings, defaultCampaignSettings } from '../../forms/campaign-settings.ts'
import { openMinutes } from '../../forms/week.ts'
import { count } from '../../ui/format.ts'
import { homeZone } from '../../ui/time.ts'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import type { ListReadingOptions } from './list-reading.ts'

export type ContactList = UploadedContacts | Schemas['ContactList']

export interface Draft {
  name: string
  list: ContactList | null
  /** The file in this browser; null for a list that is already on the server. */
  file: File | null
  /** The user's choices for reading columns and numbers. */
  reading: ListReadingOptions
  workflowId: number | null
  configurationId: number | null
  settings: CampaignSettings
  /** The zone of the hours as set by the page. While the hours still have it, the user has not chosen another zone. */
  autoZone: string
  /** Variables whose default value the user has accepted. */
  accepted: string[]
}

export const emptyDraft = (): Draft => ({
  name: '',
  list: null,
  file: null,
  reading: {},
  workflowId: null,
  configurationId: null,
  settings: defaultCampaignSettings(),
  autoZone: homeZone(),
  accepted: [],
})

/** Applies a change to the draft. Accepted defaults apply to one list and one workflow only. */
export function changeDraft(draft: Draft, part: Partial<Draft>): Draft {
  const next = { ...draft, ...part }
  const isOther = next.list?.source_id !== draft.list?.source_id || next.workflowId !== draft.workflowId
  return isOther && part.accepted === undefined ? { ...next, accepted: [] } : next
}

/** Sets the hours to the zone of most people on the list, unless the user has chosen a zone. Null: nothing to change. */
export function withZoneOfList(draft: Draft, preview: ListPreview): Partial<Draft> | null {
  const { settings, autoZone, list } = draft
  if (preview.source_id !== list?.source_id || settings.hours?.timezone !== autoZone) return null
  const groups = preview.zones?.groups.filter(({ timezones }) => timezones.length === 1) ?? []
  const most = groups.toSorted((one, other) => other.contacts - one.contacts)[0]?.timezones[0] ?? homeZone()
  if (most === autoZone) return null
  return { autoZone: most, settings: { ...settings, hours: { ...settings.hours, timezone: most } } }
}

export type SectionKey = 'who' | 'what' | 'line' | 'when' | 'hard' | 'check'

export interface DraftFinding {
  section: SectionKey
  /** `stop`: the server would refuse the start. `ask`: it works, but should be reviewed. */
  kind: 'stop' | 'ask'
  text: string
}

export function draftFindingsOf(
  draft: Draft,
  preview: ListPreview | 'failed' | undefined,
  configurations: readonly TelephonyConfiguration[] | undefined,
): DraftFinding[] {
  const findings: DraftFinding[] = []
  const add = (section: SectionKey, kind: DraftFinding['kind'], text: string) => findings.push({ section, kind, text })
  if (!draft.list) add('who', 'stop', w.bringList)
  else if (draft.list.total_rows === 0) add('who', 'stop', w.noRow)
  else if (preview === 'failed') add('who', 'ask', w.notCompared)
  else if (!preview) add('who', 'stop', w.stillRead)
  if (draft.list && draft.list.rejected_rows > 0) add('who', 'ask', w.leftOutRows(draft.list.rejected_rows))
  if (draft.list && draft.list.left_out_numbers > 0) add('who', 'ask', w.leftOutNumbers(draft.list.left_out_numbers))
  for (const { name, required, default: fallback, lacking_rows, default_rows } of preview && preview !== 'failed'
    ? preview.variables
    : []) {
    if (lacking_rows > 0 && required) add('who', 'stop', w.needsVariable(name, peopleText(lacking_rows)))
    else if (default_rows > 0 && !draft.accepted.includes(name))
      add('who', 'ask', w.wouldHear(peopleText(default_rows), fallback ?? '', name))
  }
  if (draft.workflowId === null) add('what', 'stop', w.chooseWorkflow)
  if (configurations?.length === 0) add('line', 'stop', w.thereIsNoCarrier)
  else if (draft.configurationId === null && configurations) add('line', 'stop', w.chooseCarrier)
  if (configurations?.some(({ id, provider }) => id === draft.configurationId && isSimulated(provider)))
    add('line', 'ask', w.placesNoCalls)
  if (!draft.settings.hours) add('when', 'ask', w.alsoAtNight)
  else if (openMinutes(draft.settings.hours.slots) === 0) add('when', 'stop', w.noHours)
  const most = draft.settings.max_concurrency
  if (most === null || most < 1 || most > 100) add('hard', 'stop', w.from1To100)
  if (draft.name.trim() === '') add('check', 'stop', w.giveName)
  return findings
}

/** A short summary of each section for the index. */
export function sectionWords(
  draft: Draft,
  workflow: Workflow | undefined,
  configuration: TelephonyConfiguration | undefined,
): Record<Exclude<SectionKey, 'check'>, string> {
  return {
    who: draft.list ? peopleText(draft.list.total_rows) : w.noListYet,
    what: workflow?.name ?? w.notChosen,
    line: configuration?.name ?? w.notChosen,
    when: draft.settings.hours ? w.hoursAWeek(Math.round(openMinutes(draft.settings.hours.slots) / 60)) : w.anyHour,
    hard: w.atOnce(
      count(draft.settings.max_concurrency ?? 0),
      draft.settings.retry.enabled ? w.retryCount(draft.settings.retry.max_retries) : w.noRetries,
    ),
  }
}

export const nameFromFile = (file: string): string => {
  const words = file
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
