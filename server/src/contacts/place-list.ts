/** Works out anew where the contacts of a list may be: of lists from an earlier version, and when columns or data change. */
import type { Pool } from 'pg'
import { type ZoneColumns, zoneColumns, zonesOfContact } from '../addresses/rules/zones-of-contact.ts'
import type { Duty } from '../kernel/duty.ts'
import type { Database, Queries } from '../storage/database.ts'
import type { ListZones } from './copy-contacts.ts'
import { findReadyListById, type StoredList } from './queries.ts'
import { ZoneBook } from './zone-book.ts'
import { contactsToPlace, listsToPlace, placeContacts, registerZoneSets, saveListZones } from './zone-queries.ts'

const PAGE = 5000
const EVERY_MS = 60_000
const LISTS_AT_ONCE = 20

export type NamedColumns = Partial<Record<keyof ZoneColumns, string>>

/** The usual names, unless others are given. */
export function columnsOf(list: Pick<StoredList, 'columns' | 'phone_column'>, named: NamedColumns = {}): NamedColumns {
  const usual = zoneColumns(list.columns)
  const chosen: NamedColumns = {}
  for (const kind of ['timezone', 'state', 'postalCode'] as const) {
    const index = usual[kind]
    const name = named[kind] ?? (index === undefined ? undefined : list.columns[index])
    if (name !== undefined && name !== list.phone_column) chosen[kind] = name
  }
  return chosen
}

/** Page by page, each at once durable: a list of a million must not lock anybody out. */
export async function placeList(
  { db, pool }: { db: Queries; pool: Pool },
  list: Pick<StoredList, 'id' | 'columns' | 'phone_column'>,
  named: NamedColumns = {},
): Promise<ListZones> {
  const columns = columnsOf(list, named)
  const book = new ZoneBook((names) => registerZoneSets(pool, names))
  for (let afterId = 0; ; ) {
    const rows = await contactsToPlace(db, list.id, columns, afterId, PAGE)
    const placed = rows.map(({ id, phone_number, timezone, state, postalCode }) => ({
      id,
      zones: zonesOfContact(phone_number, {
        timezone: timezone ?? undefined,
        state: state ?? undefined,
        postalCode: postalCode ?? undefined,
      }),
    }))
    if (book.lacks(placed)) await book.learn(placed)
    const ids = placed.map(({ zones }) => book.take(zones))
    if (ids.length > 0) {
      await placeContacts(
        db,
        placed.map(({ id }) => id),
        ids,
      )
    }
    if (rows.length < PAGE) break
    afterId = rows.at(-1)?.id ?? afterId
  }
  const zones = { columns, ...book.summary() }
  await saveListZones(db, list.id, zones)
  return zones
}

/** Lists that an earlier version of the program imported. */
export function placeOldLists({
  db,
  pool,
  zonesChanged,
}: {
  db: Database
  pool: Pool
  zonesChanged(organizationId: number, listId: number): Promise<void>
}): Duty {
  return {
    name: 'place-old-lists',
    everyMs: EVERY_MS,
    async runOnce() {
      const lists = await listsToPlace(db, LISTS_AT_ONCE)
      for (const { id, organization_id } of lists) {
        const list = await findReadyListById(db, id)
        if (!list) continue
        await placeList({ db, pool }, list, list.zones?.columns)
        await zonesChanged(organization_id, id)
      }
      return { lists: lists.length }
    },
  }
}
