/**
 * Adds people to an existing campaign, even while it runs. A number that the campaign has already is not added again, so a
 * request can be repeated. Rows that cannot be called are rejected one by one without stopping the others.
 */
import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { CountryCode } from '../addresses/rules/normalize-address.ts'
import type { ListZones } from '../contacts/copy-contacts.ts'
import {
  addToListCounts,
  ENROLLED_PHONE_COLUMN,
  insertEnrolmentList,
  insertListContacts,
} from '../contacts/enrolment-queries.ts'
import { type NamedColumns, zoneColumnsOfList } from '../contacts/list-zones.ts'
import { countLists, findListById, findReadyList, lockList, nextContacts } from '../contacts/queries.ts'
import {
  type EnrollablePerson,
  type EnrolmentOptions,
  type LeftOutNumber,
  type PersonToEnrol,
  type RefusedPerson,
  readPersonToEnrol,
} from '../contacts/rules/read-enrolment.ts'
import { registerZoneSets } from '../contacts/zone-queries.ts'
import { ZoneSetIds } from '../contacts/zone-set-ids.ts'
import { contactsWithNumbers, enqueueListRows } from '../dialer/queue.ts'
import { appendEvent } from '../events/append.ts'
import { invalidReferenceError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import { requireQuota } from '../organizations/quotas.ts'
import type { Queries } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { requiredContactVariables } from '../tools/tools-of-workflow.ts'
import { definitionById, workflowVersion } from '../workflows/queries.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { MissingVariable } from '../workflows/rules/missing-variables.ts'
import { type Actor, type CampaignDeps, loadCampaign, requireCampaign, requireState } from './change-state.ts'
import { addEnrolledCount, lockCampaign, type StoredCampaign } from './queries.ts'
import { loadEnrolmentDuties, loadOpenDuties, requireDutiesAccepted } from './require-duties.ts'

/** Number of people added in one transaction. It holds the organization's lock, for which the dialer waits. */
const PORTION = 500
/**
 * Number of rows parsed before yielding: parsing a phone number takes microseconds, and live calls need the thread every 20 ms.
 */
const READ_WITHOUT_PAUSE = 100
/** Number of rejections in the answer when a whole list is added. */
export const REJECTIONS_SHOWN_MAX = 100

export interface EnrolmentRequest {
  people: readonly PersonToEnrol[]
  countryCode: CountryCode | null
  allowExtensions: boolean
  acceptedDuties: readonly string[]
}

export type EnrolmentResult =
  | { status: 'added' | 'already_enrolled'; contactId: number; phoneNumber: string; leftOut: LeftOutNumber[] }
  | { status: 'rejected'; refusal: RefusedPerson }

export interface Enrolment {
  added: number
  alreadyEnrolled: number
  rejected: number
  /** Results in the order of the request; for a whole list only the first rejections. */
  results: EnrolmentResult[]
}

export interface EnrolmentDeps extends Pick<CampaignDeps, 'db' | 'clock' | 'ledgerKeys' | 'dialer'> {
  pool: Pool
  /** Adds people who are on a registry to the do-not-call list. Returns the registries in force. */
  askRegistries(
    organizationId: number,
    addresses: readonly string[],
  ): Promise<ReadonlyArray<{ registry: string; asOf: string }>>
  checkList(organizationId: number, listId: number): Promise<void>
}

/** Parses all rows of the request before the first person is added. */
export async function enrolContacts(
  deps: EnrolmentDeps,
  actor: Actor,
  id: number,
  input: EnrolmentRequest,
): Promise<Enrolment> {
  const { countryCode, allowExtensions, acceptedDuties } = input
  const required = await openForMore(deps.db, actor, id, input.people.length)
  const read = await readPeople(input.people, { countryCode, allowExtensions, required, refusesConsents: true })
  const results: EnrolmentResult[] = []
  // Registries are checked before people are added, because a running campaign may dial them immediately.
  const addresses = read.flatMap((one) => (one.ok ? [one.address, ...one.more] : []))
  const heldAgainst = await deps.askRegistries(actor.organizationId, addresses)
  const duties: Duties = {
    accepted: acceptedDuties,
    open: (db, input, now) => loadEnrolmentDuties(db, { ...input, heldAgainst }, now),
  }
  for (let start = 0; start < read.length; start += PORTION) {
    results.push(...(await enrolPortion(deps, actor, id, { read: read.slice(start, start + PORTION), duties })))
    deps.dialer.wake(actor.organizationId)
  }
  return { ...countResults(results), results }
}

/** Adds all rows of an uploaded list, page by page. Keeps only the first rejections. */
export async function enrolList(
  deps: EnrolmentDeps,
  actor: Actor,
  id: number,
  { sourceId, acceptedDuties }: { sourceId: string; acceptedDuties: readonly string[] },
): Promise<Enrolment> {
  const { organizationId } = actor
  const list = await findReadyList(deps.db, organizationId, sourceId)
  if (!list) throw invalidReferenceError('source_not_found')
  const required = await openForMore(deps.db, actor, id, list.total_rows)
  await deps.checkList(organizationId, list.id)
  // Whether short numbers are extensions was decided when the list was uploaded.
  const columns = zoneColumnsOfList(list, list.zones?.columns)
  const terms = { countryCode: null, allowExtensions: true, required, zoneColumns: columns }
  const duties: Duties = {
    accepted: acceptedDuties,
    open: (db, { campaignId }, now) => loadOpenDuties(db, { organizationId, campaignId, lists: [list] }, now),
  }
  const enrolment: Enrolment = { added: 0, alreadyEnrolled: 0, rejected: 0, results: [] }
  for (let afterId = 0; ; ) {
    const rows = await nextContacts(deps.db, organizationId, list.id, afterId, PORTION)
    const people = rows.map(({ phone_number, more_numbers, variables, given }) => ({
      phoneNumber: phone_number,
      moreNumbers: more_numbers,
      variables,
      terms: { ...given, priority: given?.priority ?? list.priority?.toString() },
    }))
    const read = await readPeople(people, terms)
    addResults(enrolment, await enrolPortion(deps, actor, id, { read, duties, zoneColumns: columns }))
    deps.dialer.wake(organizationId)
    if (rows.length < PORTION) return enrolment
    afterId = rows.at(-1)?.id ?? afterId
  }
}

function addResults(enrolment: Enrolment, results: readonly EnrolmentResult[]): void {
  const more = countResults(results)
  enrolment.added += more.added
  enrolment.alreadyEnrolled += more.alreadyEnrolled
  enrolment.rejected += more.rejected
  const room = REJECTIONS_SHOWN_MAX - enrolment.results.length
  enrolment.results.push(...results.filter(({ status }) => status === 'rejected').slice(0, room))
}

/** Duties that are open for people added now, and duties that the client accepts by name. */
interface Duties {
  accepted: readonly string[]
  open: typeof loadEnrolmentDuties
}

/** Checks whether this many people may be added; returns the variables that each must have. */
async function openForMore(db: Queries, actor: Actor, id: number, more: number): Promise<MissingVariable[]> {
  const campaign = await loadCampaign(db, actor, id)
  requireState(campaign, 'enrol')
  await requireRows(db, campaign, more)
  return neededOf(db, campaign)
}

function countResults(results: readonly EnrolmentResult[]): Omit<Enrolment, 'results'> {
  const count = (status: EnrolmentResult['status']) => results.filter((result) => result.status === status).length
  return { added: count('added'), alreadyEnrolled: count('already_enrolled'), rejected: count('rejected') }
}

async function requireRows(db: Queries, { organization_id, enrolled_list_id }: StoredCampaign, more: number) {
  const has = await countLists(db, organization_id)
  if (enrolled_list_id === null) {
    await requireQuota(db, organization_id, 'contact_lists', async () => has.lists + 1)
  }
  await requireQuota(db, organization_id, 'contact_rows', async () => has.rows + more)
}

/** Variables of the campaign's workflow version: the one it started with, or the current one for a draft. */
async function neededOf(db: Queries, campaign: StoredCampaign): Promise<MissingVariable[]> {
  const { organization_id: organizationId, workflow_id, definition_id } = campaign
  const definition =
    definition_id === null
      ? (await workflowVersion(db, organizationId, workflow_id))?.definition
      : await definitionById(db, organizationId, definition_id)
  return definition ? requiredContactVariables(db, organizationId, definition as WorkflowDefinition) : []
}

async function readPeople(
  people: readonly PersonToEnrol[],
  terms: EnrolmentOptions,
): Promise<Array<EnrollablePerson | RefusedPerson>> {
  const read: Array<EnrollablePerson | RefusedPerson> = []
  for (const person of people) {
    read.push(readPersonToEnrol(person, terms))
    if (read.length % READ_WITHOUT_PAUSE === 0) await setImmediate()
  }
  return read
}

interface Portion {
  read: ReadonlyArray<EnrollablePerson | RefusedPerson>
  duties: Duties
  /** The columns from which zones were computed; a later computation must use the same columns. */
  zoneColumns?: NamedColumns
}

async function enrolPortion(
  deps: EnrolmentDeps,
  actor: Actor,
  id: number,
  { read, duties, zoneColumns = {} }: Portion,
): Promise<EnrolmentResult[]> {
  const people = read.filter((one): one is EnrollablePerson => one.ok)
  // Done before the lock and on another connection, so that other imports do not wait for a new zone set.
  const book = new ZoneSetIds((names) => registerZoneSets(deps.pool, names))
  if (book.lacks(people)) await book.learn(people)
  const now = new Date(deps.dialer.now())
  const by = actor.author
  return deps.db.transaction().execute(async (tx) => {
    const campaign = requireCampaign(await lockCampaign(tx, actor.organizationId, id))
    requireState(campaign, 'enrol')
    const whose = { id, organizationId: actor.organizationId }
    const contacts = await contactsWithNumbers(tx, whose, [...new Set(people.map(({ key }) => key))])
    const before = new Set(contacts.keys())
    const fresh = firstOfEach(people).filter(({ key }) => !before.has(key))
    if (fresh.length > 0) {
      const listId = await acceptAndPrepareList(deps, tx, campaign, { by, now, rows: fresh.length, duties })
      const ids = await addToList(tx, { id: listId, organizationId: actor.organizationId }, fresh, {
        book,
        zoneColumns,
        now,
      })
      const queued = await enqueueListRows(tx, whose, ids)
      fresh.forEach(({ key }, index) => {
        contacts.set(key, queued.get(ids[index] as number) as number)
      })
      await addEnrolledCount(tx, id, fresh.length, listId)
    }
    const results = read.map((one): EnrolmentResult => resultOf(one, contacts, before))
    const { added, alreadyEnrolled, rejected } = countResults(results)
    if (added > 0) {
      const data = { by, added, already_enrolled: alreadyEnrolled, rejected }
      const { organizationId } = actor
      await appendEvent(tx, { organizationId, at: now, type: 'contacts_enrolled', campaignId: id, data })
    }
    return results
  })
}

/** Removes duplicates within the request: the first row of a number counts. */
function firstOfEach(people: readonly EnrollablePerson[]): EnrollablePerson[] {
  const first = new Map<string, EnrollablePerson>()
  for (const person of people) if (!first.has(person.key)) first.set(person.key, person)
  return [...first.values()]
}

function resultOf(
  one: EnrollablePerson | RefusedPerson,
  contacts: ReadonlyMap<string, number>,
  before: Set<string>,
): EnrolmentResult {
  if (!one.ok) return { status: 'rejected', refusal: one }
  const status = before.has(one.key) ? 'already_enrolled' : 'added'
  before.add(one.key)
  return { status, contactId: contacts.get(one.key) as number, phoneNumber: one.address, leftOut: one.leftOut }
}

interface Acceptance {
  by: string
  now: Date
  rows: number
  duties: Duties
}

/** The list that these people are added to; created for the first of them. Throws if duties are open. */
async function acceptAndPrepareList(
  deps: EnrolmentDeps,
  tx: Transaction<Schema>,
  campaign: StoredCampaign,
  { by, now, rows, duties }: Acceptance,
): Promise<number> {
  const { id: campaignId, organization_id: organizationId, enrolled_list_id } = campaign
  const open = await duties.open(tx, { organizationId, campaignId, listId: enrolled_list_id }, now)
  requireDutiesAccepted(open, duties.accepted)
  const filename = `campaign-${campaignId}-added.csv`
  const listId = enrolled_list_id ?? (await insertEnrolmentList(tx, { organizationId, filename, now }))
  if (open.length > 0) {
    const body = { campaign_id: campaignId, list_id: listId, rows, duties: open.map((duty) => duty.id) }
    await appendRecords(tx, deps.ledgerKeys, organizationId, [
      { kind: 'duties_accepted', atMs: now.getTime(), actor: by, body },
    ])
  }
  return listId
}

async function addToList(
  tx: Queries,
  key: { id: number; organizationId: number },
  people: readonly EnrollablePerson[],
  { book, zoneColumns, now }: { book: ZoneSetIds; zoneColumns: NamedColumns; now: Date },
): Promise<number[]> {
  await lockList(tx, key)
  const list = await findListById(tx, key.organizationId, key.id)
  if (!list) throw new Error(`the list ${key.id} of enrolled people does not exist`)
  const placed = people.map(({ address, type, more, variables, zones, terms, given }) => ({
    address,
    type,
    more,
    variables,
    terms,
    given,
    zonesId: book.take(zones),
  }))
  const ids = await insertListContacts(tx, { ...key, totalRows: list.total_rows }, placed)
  const known = new Set([...list.columns, ENROLLED_PHONE_COLUMN])
  const columns = [...new Set(people.flatMap(({ variables }) => Object.keys(variables)))].filter(
    (name) => !known.has(name),
  )
  const bytes = placed.reduce(
    (sum, { address, variables }) => sum + address.length + JSON.stringify(variables).length,
    0,
  )
  const zones = merged(list.zones, { columns: zoneColumns, ...book.summary() })
  await addToListCounts(tx, key.id, { rows: people.length, bytes, columns, zones, now })
  return ids
}

function merged(before: ListZones | null, more: ListZones): ListZones {
  const sets = new Map(before?.sets ?? [])
  for (const [id, contacts] of more.sets) sets.set(id, (sets.get(id) ?? 0) + contacts)
  const faults = { ...before?.faults }
  for (const [kind, count] of Object.entries(more.faults)) faults[kind] = (faults[kind] ?? 0) + count
  return { ...before, columns: { ...more.columns, ...before?.columns }, sets: [...sets], faults }
}
