/** Ids of stored zone sets. There are a few hundred, shared by all lists; each is looked up once. */
import type { ContactZones } from '../addresses/rules/zones-of-contact.ts'
import { zoneSetName } from '../addresses/rules/zones-of-contact.ts'

/** Stores new zone sets and returns the id of each. */
export type RegisterZoneSets = (names: readonly string[]) => Promise<ReadonlyMap<string, number>>

export class ZoneSetIds {
  readonly #register: RegisterZoneSets
  /** Ids by result object, which the rules reuse, and by name. */
  readonly #byAnswer = new Map<ContactZones, number>()
  readonly #byName = new Map<string, number>()
  readonly #contacts = new Map<number, number>()
  readonly #faults = new Map<string, number>()

  constructor(register: RegisterZoneSets) {
    this.#register = register
  }

  /** The id of a zone set; null: it must be registered first. */
  #known(zones: ContactZones): number | null {
    const known = this.#byAnswer.get(zones)
    if (known !== undefined) return known
    const id = this.#byName.get(zoneSetName(zones))
    if (id === undefined) return null
    // A result with a fault is a new object each time: caching it would only fill the memory.
    if (zones.fault === null) this.#byAnswer.set(zones, id)
    return id
  }

  lacks(contacts: readonly { zones: ContactZones }[]): boolean {
    return contacts.some(({ zones }) => this.#known(zones) === null)
  }

  async learn(contacts: readonly { zones: ContactZones }[]): Promise<void> {
    const names = contacts.flatMap(({ zones }) => (this.#known(zones) === null ? [zoneSetName(zones)] : []))
    for (const [name, id] of await this.#register([...new Set(names)])) this.#byName.set(name, id)
  }

  /** Returns the id for one contact, and counts the contact. */
  take(zones: ContactZones): number {
    const id = this.#known(zones)
    if (id === null) throw new Error(`the zones ${zoneSetName(zones)} have no number`)
    this.#contacts.set(id, (this.#contacts.get(id) ?? 0) + 1)
    if (zones.fault !== null) this.#faults.set(zones.fault, (this.#faults.get(zones.fault) ?? 0) + 1)
    return id
  }

  /** Number of contacts per zone set, and number of unusable values per kind of column. */
  summary(): { sets: Array<[id: number, contacts: number]>; faults: Record<string, number> } {
    return { sets: [...this.#contacts], faults: Object.fromEntries(this.#faults) }
  }
}
