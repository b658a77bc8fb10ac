/** The keys by which records name people. Read and written under the organization's lock. */
import { randomBytes } from 'node:crypto'
import { canonicalNumberSql } from '../addresses/rules/canonical-number.ts'
import type { RecordDraft } from './rules/chain.ts'
import { phoneNumberOf, withPersonHash } from './rules/person.ts'

const KEY_BYTES = 16

/**
 * Days for which a key is used; the next record about the person gets another one. So a key that is older than the oldest record
 * by this time names no record any more (`drop-person-keys.ts`). A fixed time, because `ledger_days` may change while records
 * exist that were written under the earlier value.
 */
export const PERSON_KEY_DAYS = 365

/** SQL condition: the key of this row of `ledger_persons` may still be used. */
const isUsableSql = (person: string) => `${person}.created_at > now() - interval '${PERSON_KEY_DAYS} days'`

export const READ_PERSON_KEYS_SQL = `select p.phone_number, p.key from ledger_persons p
  where p.organization_id = $1::bigint and p.phone_number = any($2::text[]) and ${isUsableSql('p')}`

/** SQL column with the key of a person, for rows that have an organization and a number. */
export const personKeySql = (organizationId: string, phoneNumber: string) =>
  `(select p.key from ledger_persons p
     where p.organization_id = ${organizationId} and p.phone_number = ${canonicalNumberSql(phoneNumber)}
       and ${isUsableSql('p')})`

/** A key that is replaced stays as a former one, because the records before are named by it. */
export const INSERT_PERSON_KEYS_SQL = `insert into ledger_persons as p (organization_id, phone_number, key)
  select given.organization_id, given.number, decode(given.key, 'hex')
    from unnest($1::bigint[], $2::text[], $3::text[]) as given (organization_id, number, key)
  on conflict (organization_id, phone_number) do update
    set key = excluded.key, created_at = now(), former_keys = array_append(p.former_keys, p.key)
    where not ${isUsableSql('p')}`

export interface PersonKey {
  phone_number: string
  key: Buffer
}

export function numbersInDrafts(drafts: readonly RecordDraft[]): string[] {
  return [...new Set(drafts.map(phoneNumberOf).filter((number) => number !== null))]
}

/** Replaces numbers by hashes. New keys are added to `known` and listed in `added`; they must be stored with the records. */
export function replaceNumbersByPersons(
  drafts: readonly RecordDraft[],
  known: Map<string, Buffer>,
): { named: RecordDraft[]; added: PersonKey[] } {
  const added: PersonKey[] = []
  // One request for all keys: each takes as long as a hash.
  let random = Buffer.alloc(0)
  const keyOf = (phoneNumber: string) => {
    let key = known.get(phoneNumber)
    if (!key) {
      if (random.length === 0) random = randomBytes(KEY_BYTES * drafts.length)
      key = random.subarray(0, KEY_BYTES)
      random = random.subarray(KEY_BYTES)
      known.set(phoneNumber, key)
      added.push({ phone_number: phoneNumber, key })
    }
    return key
  }
  return { named: drafts.map((draft) => withPersonHash(draft, keyOf)), added }
}
