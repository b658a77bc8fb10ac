/** After a list brought consents: releases contacts of the organization with these numbers that wait for consent. */
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { nextContacts } from '../contacts/queries.ts'
import { releaseNumbersWithConsent } from '../dialer/apply-policy-change.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database } from '../storage/database.ts'

/** Numbers in one transaction. It holds the organization's lock, for which the dialer waits. */
const PORTION = 1_000

export async function releaseImportedContacts(db: Database, organizationId: number, listId: number): Promise<void> {
  for (let afterId = 0; ; ) {
    const rows = await nextContacts(db, organizationId, listId, afterId, PORTION)
    const numbers = rows.map(({ phone_number }) => canonicalNumber(phone_number))
    await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      await releaseNumbersWithConsent(tx, organizationId, numbers)
    })
    if (rows.length < PORTION) return
    afterId = rows.at(-1)?.id ?? afterId
  }
}
