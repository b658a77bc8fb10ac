/** Resolves the credential of a request. */
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Queries } from '../storage/database.ts'
import { type Credential, findCredential } from './queries.ts'
import { CREDENTIAL_FIELDS, type CredentialType, headersOfCredential } from './rules/credential-data.ts'

export const credentialSealContext = (id: number, field: string) => `credentials/${id}/${field}`

/** Seals the data for storage. */
export function sealCredentialData(
  { id, type, data }: { id: number; type: CredentialType; data: Readonly<Record<string, string>> },
  secrets: Pick<SecretBox, 'seal'>,
): Record<string, string> {
  const isSecret = new Set(CREDENTIAL_FIELDS[type].filter((field) => field.isSecret).map(({ name }) => name))
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    isSecret.has(name) ? secrets.seal(value, credentialSealContext(id, name)) : value,
  ])
  return Object.fromEntries(entries)
}

export type CredentialHeaders =
  | { kind: 'headers'; headers: Record<string, string> }
  /** `reason` is a sentence for people. */
  | { kind: 'unusable'; reason: string }

/** The credential's headers for one request; no headers without a uuid. */
export async function credentialHeaders(
  { db, secrets }: { db: Queries; secrets: Pick<SecretBox, 'open'> },
  organizationId: number,
  uuid: string | null | undefined,
): Promise<CredentialHeaders> {
  if (!uuid) return { kind: 'headers', headers: {} }
  const credential = await findCredential(db, organizationId, uuid)
  if (!credential) return { kind: 'unusable', reason: 'The credential of this request does not exist any more.' }
  const data = openData(credential, secrets)
  if (data === null) {
    return { kind: 'unusable', reason: 'The credential was sealed with another SECRET_KEY. Save it again.' }
  }
  return { kind: 'headers', headers: headersOfCredential(credential.credential_type, data) }
}

function openData({ id, credential_data: data }: Credential, secrets: Pick<SecretBox, 'open'>) {
  try {
    const entries = Object.entries(data).map(([name, value]) => [
      name,
      value.startsWith('sealed:') ? secrets.open(value, credentialSealContext(id, name)) : value,
    ])
    return Object.fromEntries(entries) as Record<string, string>
  } catch {
    return null
  }
}
