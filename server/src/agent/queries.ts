/** SQL that loads the data of a conversation's call. */
import { type RawBuilder, sql } from 'kysely'
import { readZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { placesOfNumber } from '../addresses/rules/zones-of-number.ts'
import { zoneOfCampaign } from '../campaigns/rules/campaign-zone.ts'
import { isSimulatedProvider } from '../dialer/policy-cache.ts'
import type { Schedule } from '../dialer/rules/calling-window.ts'
import type { AgentKnowledge } from '../knowledge/agent-knowledge.ts'
import { languageOf } from '../language/rules/read-language.ts'
import type { RecordedAudio } from '../recorded-audio/load-recordings.ts'
import type { Queries } from '../storage/database.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { PreCallFetchResult } from '../tools/pre-call-fetch.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { definitionInLanguage, languageVariants } from '../workflows/rules/languages.ts'

/** Everything a conversation has to know about its call. */
export interface CallContext {
  callId: number
  organizationId: number
  campaignId: number | null
  contactId: number | null
  direction: 'outbound' | 'inbound'
  /** The workflow in the person's language, if it has that language. */
  definition: WorkflowDefinition
  /** The person's language, if the workflow does not have it. */
  languageNotOffered?: string
  /** The workflow in each of its languages, if it has several. */
  languages?: readonly WorkflowDefinition[]
  workflowId: number
  /** The contact's columns and standard variables, all as text. */
  variables: Record<string, string>
  /** The person's number, for the do-not-call list. */
  phoneNumber: string
  /** The call goes through the simulated carrier: no phone rang, and the call says nothing about the number. */
  isSimulated?: boolean
  /** IANA time zone: the person's if known, else the campaign's or the organization's. */
  timezone: string
  /** Model settings as stored by the organization, or null. */
  modelSettings: unknown
  dialedAtMs: number | null
  answeredAtMs: number | null
  /** Maximum duration of a conversation, from the configuration. */
  longestMs?: number | null
  /** The call that the transfer target, who answers this call, takes over. */
  transferOf?: number | null
  /** Tools that the workflow names and that exist in the organization. */
  tools?: readonly AgentTool[]
  /** Documents that the workflow names. */
  knowledge?: AgentKnowledge
  /** Recordings that replace texts, without those that could not be loaded. */
  recorded?: RecordedAudio
  missingRecordings?: readonly string[]
  /** Result of the request to a service before the call, if there was one. */
  fetched?: PreCallFetchResult
  /** The carrier's answering-machine verdict before the conversation began. */
  answeredBy?: 'human' | 'machine' | null
}

interface CallRow {
  id: number
  organization_id: number
  campaign_id: number | null
  direction: 'outbound' | 'inbound'
  workflow_id: number
  workflow_name: string
  definition: WorkflowDefinition
  campaign_name: string | null
  hours: Pick<Schedule, 'enabled' | 'timezone'> | null
  organization_zone: string
  zones: string | null
  contact_id: number | null
  phone_number: string
  caller_number: string | null
  variables: Record<string, unknown> | null
  settings: unknown
  placed_at: Date | null
  claimed_at: Date
  answered_at: Date | null
  transfer_of: number | null
  machine: 'human' | 'machine' | null
  provider: string
  max_call_seconds: number | null
  /** Voice of the person's arm in the campaign's experiment, if it has one. */
  voice: string | null
}

/** Loads a live call; null if there is none with this id. */
export function loadCall(db: Queries, callId: number, now: Date): Promise<CallContext | null> {
  return load(db, callId, now, sql`c.live`)
}

/** Loads an ended call; null if it does not exist or has not ended. */
export function loadEndedCall(db: Queries, callId: number, now: Date): Promise<CallContext | null> {
  return load(db, callId, now, sql`not c.live`)
}

/** Data of ended calls, without the definitions of their workflows. */
export type EndedCall = Pick<CallContext, 'callId' | 'direction' | 'variables' | 'timezone'>

/** Loads ended calls of the organization. `nowMs`: when the conversation began. */
export async function loadEndedCalls(
  db: Queries,
  organizationId: number,
  calls: readonly { callId: number; nowMs: number }[],
): Promise<EndedCall[]> {
  const ids = calls.map(({ callId }) => callId)
  const rows = await selectCalls(
    db,
    sql`c.id = any(${ids}::bigint[]) and c.organization_id = ${organizationId} and not c.live`,
    sql`null::jsonb`,
  )
  const began = new Map(calls.map(({ callId, nowMs }) => [callId, nowMs]))
  return rows.map((row) => {
    const timezone = timezoneOf(row)
    const variables = variablesOf(row.id, row, timezone, new Date(began.get(row.id) ?? 0))
    return { callId: row.id, direction: row.direction, variables, timezone }
  })
}

/** A workflow version whose calls may begin at any moment. */
export interface WorkflowDueSoon {
  definitionId: number
  organizationId: number
  definition: WorkflowDefinition
  /** Model settings as stored by the organization, or null. */
  modelSettings: unknown
}

/** Loads the texts of this version, and the speech settings that it uses. */
export async function loadWorkflowDueSoon(db: Queries, definitionId: number): Promise<WorkflowDueSoon | null> {
  const { rows } = await sql<{ organization_id: number; definition: WorkflowDefinition; settings: unknown }>`
    select d.organization_id, d.definition, m.settings
      from workflow_definitions d left join model_configurations m on m.organization_id = d.organization_id
     where d.id = ${definitionId}`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { organization_id: organizationId, definition, settings } = row
  return { definitionId, organizationId, definition, modelSettings: settings ?? null }
}

/** Loads the rows; every joined row must belong to the call's own organization. */
async function load(
  db: Queries,
  callId: number,
  now: Date,
  condition: RawBuilder<unknown>,
): Promise<CallContext | null> {
  const [row] = await selectCalls(db, sql`c.id = ${callId} and ${condition}`, sql`d.definition`)
  return row === undefined ? null : contextOf(callId, row, now)
}

async function selectCalls(
  db: Queries,
  condition: RawBuilder<unknown>,
  definition: RawBuilder<unknown>,
): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select c.id, c.organization_id, c.campaign_id, c.direction, c.workflow_id, w.name as workflow_name, ${definition} as definition,
           g.name as campaign_name, g.schedule_config as hours, o.time_zone as organization_zone,
           (select z.name from zone_sets z where z.id = l.zones_id) as zones, c.contact_id, c.phone_number,
           c.caller_number, coalesce(c.variables, l.variables) as variables, m.settings,
           c.placed_at, c.claimed_at, c.answered_at, c.transfer_of, c.machine, c.provider,
           (f.credentials ->> 'max_call_seconds')::int as max_call_seconds,
           case when c.arm is not null then (select a ->> 'voice' from jsonb_array_elements(g.experiment -> 'arms') a
                                              where a ->> 'name' = c.arm) end as voice
      from calls c
      join organizations o on o.id = c.organization_id
      join workflow_definitions d on d.id = c.definition_id and d.organization_id = c.organization_id
      join workflows w on w.id = c.workflow_id and w.organization_id = c.organization_id
      left join campaigns g on g.id = c.campaign_id and g.organization_id = c.organization_id
      left join contacts t on t.id = c.contact_id and t.organization_id = c.organization_id
      left join list_contacts l on l.id = t.list_contact_id and l.organization_id = c.organization_id
      left join telephony_configurations f
        on f.id = c.telephony_configuration_id and f.organization_id = c.organization_id
      left join model_configurations m on m.organization_id = c.organization_id
     where ${condition}`.execute(db)
  return rows
}

/** The workflow with another voice in its own language; its other languages keep theirs. */
function withVoice(definition: WorkflowDefinition, voice: string): WorkflowDefinition {
  return { ...definition, settings: { ...definition.settings, voice } }
}

function contextOf(callId: number, row: CallRow, now: Date): CallContext {
  const timezone = timezoneOf(row)
  const variables = variablesOf(callId, row, timezone, now)
  const wanted = languageOf(variables)
  const spoken = row.voice === null ? row.definition : withVoice(row.definition, row.voice)
  const { definition, isOffered } = definitionInLanguage(spoken, wanted)
  const languages = languageVariants(spoken)
  return {
    callId,
    organizationId: row.organization_id,
    campaignId: row.campaign_id,
    contactId: row.contact_id,
    direction: row.direction,
    definition,
    ...(isOffered ? {} : { languageNotOffered: wanted as string }),
    ...(languages.length > 1 ? { languages } : {}),
    workflowId: row.workflow_id,
    variables,
    phoneNumber: row.phone_number,
    isSimulated: isSimulatedProvider(row.provider),
    timezone,
    modelSettings: row.settings ?? null,
    dialedAtMs: row.direction === 'outbound' ? (row.placed_at ?? row.claimed_at).getTime() : null,
    answeredAtMs: row.answered_at?.getTime() ?? null,
    longestMs: row.max_call_seconds === null ? null : row.max_call_seconds * 1000,
    transferOf: row.transfer_of,
    answeredBy: row.machine,
  }
}

const NOT_CHOSEN = 'UTC'

/** The person's zone if known, else the campaign's or the organization's, else any zone that the person may be in. */
function timezoneOf({ zones, hours, organization_zone, phone_number }: CallRow): string {
  // For a call without a list, only the number indicates a zone.
  const possible = zones === null ? placesOfNumber(phone_number).zones : readZoneSet(zones).zones
  const [first] = possible
  if (first !== undefined && possible.length === 1) return first
  const ours = zoneOfCampaign(hours, organization_zone)
  // A new organization has UTC: then the person's zone is used, because "call me at six" said in Australia means six o'clock
  // there.
  return ours === NOT_CHOSEN && !hours?.enabled ? (first ?? ours) : ours
}

interface Formats {
  date: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
}

/** Date formats by time zone, cached because creating one costs more than all other variables of a call. */
const FORMATS = new Map<string, Formats>()

function formatsOf(timeZone: string): Formats {
  const known = FORMATS.get(timeZone)
  if (known) return known
  const made = {
    date: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }),
    time: new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }),
  }
  FORMATS.set(timeZone, made)
  return made
}

/** Variables of a call. A column of the list overrides a standard variable, because the author chose the name. */
function variablesOf(callId: number, row: CallRow, timezone: string, now: Date): Record<string, string> {
  const outbound = row.direction === 'outbound'
  const own = Object.entries(row.variables ?? {}).map(([name, value]) => [name, value === null ? '' : String(value)])
  const ours = row.caller_number ?? ''
  return {
    phone_number: row.phone_number,
    caller_number: outbound ? ours : row.phone_number,
    called_number: outbound ? row.phone_number : ours,
    campaign_name: row.campaign_name ?? '',
    contact_id: String(row.contact_id ?? ''),
    call_id: String(callId),
    workflow_name: row.workflow_name,
    date: formatsOf(timezone).date.format(now),
    time: formatsOf(timezone).time.format(now),
    ...Object.fromEntries(own),
  }
}
