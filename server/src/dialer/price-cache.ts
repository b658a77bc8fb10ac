/** A node's cache of price tables, valid until the configuration's `price_version` changes. */
import type { StoredPrices } from '../costs/rules/prices.ts'
import type { DialerTransaction } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

interface Remembered {
  version: number
  prices: StoredPrices
}

const TABLES_MAX = 1000

export class PriceCache {
  readonly #tables = new Map<number, Remembered>()

  /** Prices by configuration; configurations without prices are left out. */
  async of(work: UnitOfWork, configurationIds: readonly number[]): Promise<Map<number, StoredPrices>> {
    const found = new Map<number, StoredPrices>()
    const unknown: number[] = []
    for (const id of new Set(configurationIds)) {
      const row = work.configurations.get(id)
      const known = this.#tables.get(id)
      if (row && (row.priceVersion ?? 0) <= 0) continue
      // The configuration of a call without a campaign is not among the rows that the transaction read when it opened.
      if (row && known && known.version === row.priceVersion) found.set(id, known.prices)
      else unknown.push(id)
    }
    if (unknown.length > 0) await this.#read(work.tx, unknown, found)
    return found
  }

  async #read(tx: DialerTransaction, ids: readonly number[], found: Map<number, StoredPrices>): Promise<void> {
    for (const { id, version, prices } of await tx.pricesOf(ids)) {
      if (this.#tables.size >= TABLES_MAX) this.#tables.clear()
      this.#tables.set(id, { version, prices })
      found.set(id, prices)
    }
  }
}
