/** Loads a configuration with decrypted secrets, for the account pool. */
import { createHash } from 'node:crypto'
import type { SecretBox } from '../../kernel/secret-box.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredConfiguration } from '../account-pool.ts'
import { AccountUnusable, type Credentials, type ProviderSpec } from '../provider.ts'
import { openCredentials, type StoredSecrets } from './credentials.ts'
import { findConfigurationById } from './queries.ts'

export interface LoadDeps {
  db: Database
  secrets: SecretBox
  providers: ReadonlyMap<string, ProviderSpec>
}

/** Null if the configuration is deleted, or its provider is not part of this program. */
export async function loadConfiguration(
  { db, secrets, providers }: LoadDeps,
  configurationId: number,
): Promise<StoredConfiguration | null> {
  const row = await findConfigurationById(db, configurationId)
  const spec = row && providers.get(row.provider)
  if (!row || !spec) return null
  const credentials = readCredentials(spec, row, secrets)
  return {
    id: row.id,
    organizationId: row.organization_id,
    provider: row.provider,
    credentials,
    version: versionOf(credentials),
  }
}

/** A hash of the values that affect an account: a changed name or default flag does not affect its connections. */
function versionOf(credentials: Credentials): string {
  const fields = Object.entries(credentials).sort(([left], [right]) => (left < right ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64')
}

/** Throws if a secret cannot be decrypted: it will not be decryptable later either. */
function readCredentials(spec: ProviderSpec, stored: StoredSecrets, secrets: SecretBox): Credentials {
  try {
    return openCredentials(spec, stored, secrets)
  } catch (error) {
    throw new AccountUnusable((error as Error).message, { cause: error })
  }
}
