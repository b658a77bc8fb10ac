/** Computes the zones of a list's contacts again: for lists of an earlier version, and when columns or data change. */
import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import {
  type ContactZones,
  type ZoneColumns,
  zoneColumns,
  zonesOfContact,
} from '../addresses/rules/zones-of-contact.ts'
import { eachSeparately } from '../kernel/each-separately.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database, Queries } from '../storage/database.ts'
import type { ListZones } from './copy-contacts.ts'
import { findReadyListById, type StoredList } from './queries.ts'
import { type CallTimes, queueColumns, reparseTimesInZones } from './rules/queue-options.ts'
import {
  type ContactWithoutZones,
  contactsWithoutZones,
  listsWithoutZones,
  registerZoneSets,
  saveContactZones,
  saveListZones,
  type TimeColumns,
} from './zone-queries.ts'
import { ZoneSetIds } from './zone-set-ids.ts'

/** Number of rows read and written at a time: their parameters are built without a pause. */
const PAGE = 1000
/** Number of rows placed before yielding: live calls need the thread every 20 ms. */
const PLACED_WITHOUT_PAUSE = 100
const EVERY_MS = 60_000
const LISTS_AT_ONCE = 20

export type NamedColumns = Partial<Record<keyof ZoneColumns, string>>

/** Finds the zone columns: by the given names, else by the usual names. */
export function zoneColumnsOfList(
  list: Pick<StoredList, 'columns' | 'phone_column'>,
  named: NamedColumns = {},
): NamedColumns {
  const usual = zoneColumns(list.columns)
  const chosen: NamedColumns = {}
  for (const kind of ['timezone', 'state', 'postalCode'] as const) {
    const index = usual[kind]
    const name = named[kind] ?? (index === undefined ? undefined : list.columns[index])
    if (name !== undefined && name !== list.phone_column) chosen[kind] = name
  }
  return chosen
}

/** The columns with the times at which people may be called, by name. */
function timeColumnsOf({ columns, phone_column }: Pick<StoredList, 'columns' | 'phone_column'>): TimeColumns {
  const at = queueColumns(columns) ?? {}
  const nameAt = (index: number | undefined) => {
    const name = index === undefined ? undefined : columns[index]
    return name === phone_column ? undefined : name
  }
  return { notBefore: nameAt(at.notBefore), notAfter: nameAt(at.notAfter) }
}

/** The zones of the person, and the row's times in these zones. */
function placed(row: ContactWithoutZones): { id: number; zones: ContactZones } & CallTimes {
  const { id, phone_number, more_numbers, timezone, state, postalCode, givenNotBefore, givenNotAfter } = row
  const columns = {
    timezone: timezone ?? undefined,
    state: state ?? undefined,
    postalCode: postalCode ?? undefined,
  }
  const zones = zonesOfContact(phone_number, columns, more_numbers ?? [])
  const texts = { notBefore: givenNotBefore ?? undefined, notAfter: givenNotAfter ?? undefined }
  const before = { notBefore: row.not_before, notAfter: row.not_after }
  return { id, zones, ...reparseTimesInZones(texts, zones.zones, before) }
}

async function placeAll(rows: readonly ContactWithoutZones[]): Promise<Array<ReturnType<typeof placed>>> {
  const people: Array<ReturnType<typeof placed>> = []
  for (let start = 0; start < rows.length; start += PLACED_WITHOUT_PAUSE) {
    people.push(...rows.slice(start, start + PLACED_WITHOUT_PAUSE).map(placed))
    await setImmediate()
  }
  return people
}

/** Works page by page and commits each page immediately, so that a list of a million rows does not block others. */
async function placeList(
  { db, pool }: { db: Queries; pool: Pool },
  list: Pick<StoredList, 'id' | 'columns' | 'phone_column'>,
  named: NamedColumns = {},
): Promise<ListZones> {
  const columns = zoneColumnsOfList(list, named)
  const asked = { columns, times: timeColumnsOf(list) }
  const book = new ZoneSetIds((names) => registerZoneSets(pool, names))
  for (let afterId = 0; ; ) {
    const rows = await contactsWithoutZones(db, list.id, asked, { afterId, limit: PAGE })
    const people = await placeAll(rows)
    if (book.lacks(people)) await book.learn(people)
    const changed = people.map(({ id, zones, notBefore, notAfter }) => {
      return { id, zonesId: book.take(zones), notBefore, notAfter }
    })
    if (changed.length > 0) await saveContactZones(db, changed)
    if (rows.length < PAGE) break
    afterId = rows.at(-1)?.id ?? afterId
  }
  return { columns, ...book.summary() }
}

export interface RecomputeDeps {
  db: Database
  pool: Pool
  /** The zones of the list's contacts have changed: queued contacts must be updated. */
  zonesChanged(organizationId: number, listId: number): Promise<void>
}

/** The list stays marked until the queues are updated: after a crash the recurring job repeats all of it. */
export async function recomputeZones(
  { db, pool, zonesChanged }: RecomputeDeps,
  organizationId: number,
  list: Pick<StoredList, 'id' | 'columns' | 'phone_column' | 'zones'>,
  named: NamedColumns = {},
): Promise<ListZones> {
  const before = list.zones ?? { sets: [], faults: {} }
  await saveListZones(db, list.id, { ...before, columns: zoneColumnsOfList(list, named), again: true })
  const zones = await placeList({ db, pool }, list, named)
  await zonesChanged(organizationId, list.id)
  await saveListZones(db, list.id, zones)
  return zones
}

/** Recurring job: computes zones for lists that an earlier version imported, and finishes interrupted computations. */
export function computeZonesOfOldLists(deps: RecomputeDeps & { log: Log }): RecurringJob {
  const { db, log } = deps
  const name = 'place-old-lists'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce() {
      const lists = await listsWithoutZones(db, LISTS_AT_ONCE)
      const fieldsOf = ({ id, organization_id }: (typeof lists)[number]) => ({ organization_id, list_id: id })
      const failed = await eachSeparately(lists, { log, job: name, fieldsOf }, async ({ id, organization_id }) => {
        const list = await findReadyListById(db, id)
        if (list) await recomputeZones(deps, organization_id, list, list.zones?.columns)
      })
      return { lists: lists.length - failed, failed }
    },
  }
}
