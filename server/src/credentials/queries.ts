import type { Queries } from '../storage/database.ts'
import type { CredentialType } from './rules/credential-data.ts'

export interface Credential {
  id: number
  uuid: string
  organization_id: number
  name: string
  description: string | null
  credential_type: CredentialType
  /** Credential fields; secret values are encrypted. */
  credential_data: Record<string, string>
  created_at: Date
  updated_at: Date | null
}

export async function listCredentials(db: Queries, organizationId: number): Promise<Credential[]> {
  const rows = await db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
  return rows as unknown as Credential[]
}

export async function findCredential(
  db: Queries,
  organizationId: number,
  uuid: string,
): Promise<Credential | undefined> {
  const row = await db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return row as unknown as Credential | undefined
}

export async function countCredentials(db: Queries, organizationId: number): Promise<number> {
  const { count } = await db
    .selectFrom('credentials')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewCredential {
  uuid: string
  organizationId: number
  name: string
  description: string | null
  type: CredentialType
  now: Date
}

/** Inserts the credential without its data, which is encrypted for the row afterwards. */
export async function insertCredential(db: Queries, credential: NewCredential): Promise<Credential> {
  const { uuid, organizationId, name, description, type, now } = credential
  const row = await db
    .insertInto('credentials')
    .values({
      uuid,
      organization_id: organizationId,
      name,
      description,
      credential_type: type,
      credential_data: JSON.stringify({}),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as Credential
}

export interface CredentialChange {
  name?: string
  description?: string | null
  credential_type?: CredentialType
  credential_data?: Record<string, string>
  updated_at?: Date
}

export async function changeCredential(db: Queries, id: number, change: CredentialChange): Promise<Credential> {
  const { credential_data: data, ...rest } = change
  const row = await db
    .updateTable('credentials')
    .set({ ...rest, ...(data === undefined ? {} : { credential_data: JSON.stringify(data) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as Credential
}

export async function deleteCredential(db: Queries, id: number): Promise<void> {
  await db.deleteFrom('credentials').where('id', '=', id).execute()
}

export async function allCredentials(db: Queries): Promise<Pick<Credential, 'id' | 'credential_data'>[]> {
  const rows = await db.selectFrom('credentials').select(['id', 'credential_data']).orderBy('id').execute()
  return rows as unknown as Pick<Credential, 'id' | 'credential_data'>[]
}

/** Stores the newly encrypted data. Does nothing if the credential was replaced in the meantime. */
export async function resealCredential(db: Queries, id: number, before: string, after: string): Promise<boolean> {
  const result = await db
    .updateTable('credentials')
    .set({ credential_data: after })
    .where('id', '=', id)
    .where('credential_data', '=', before)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
