/**
 * A record names a person by an HMAC of the number with a random key for this person. With the key, anyone can verify the number;
 * after the key is deleted this is impossible, but the person's records stay linked to each other.
 */
import { createHmac } from 'node:crypto'
import { canonicalNumber } from '../../addresses/rules/canonical-number.ts'
import type { Json } from './canonical-json.ts'
import type { RecordDraft } from './chain.ts'

/** The first 24 bytes of the hash, in Base64. */
const HASH_CHARACTERS = 32

export function personHashOf(key: Buffer, phoneNumber: string): string {
  return createHmac('sha256', key).update(phoneNumber).digest('base64url').slice(0, HASH_CHARACTERS)
}

/** The phone number that a draft is about, if any: for a SIP address the number that it rings. */
export function phoneNumberOf({ body }: RecordDraft): string | null {
  return typeof body.phone_number === 'string' ? canonicalNumber(body.phone_number) : null
}

/**
 * The same draft with `person` instead of `phone_number`. The field keeps its place: between those that surround it in the sorted
 * text of a record, so that the fields of a dial need no sorting.
 */
export function withPersonHash(draft: RecordDraft, keyOf: (phoneNumber: string) => Buffer): RecordDraft {
  const number = phoneNumberOf(draft)
  if (number === null) return draft
  const body: { [key: string]: Json } = {}
  for (const [name, value] of Object.entries(draft.body)) {
    if (name === 'phone_number') body.person = personHashOf(keyOf(number), number)
    else body[name] = value
  }
  return { kind: draft.kind, atMs: draft.atMs, actor: draft.actor, body }
}
