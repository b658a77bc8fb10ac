/** The signing secret for messages of an organization's webhook nodes. */
import { randomBytes } from 'node:crypto'
import { newestEventId } from '../events/queries.ts'
import type { Clock } from '../kernel/clock.ts'
import { openIfReadable, type SecretBox } from '../kernel/secret-box.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Queries } from '../storage/database.ts'
import { secretOf } from '../webhooks/rules/sign.ts'
import { addReaders, findReader, type Reader, saveSecret } from './queries.ts'

const SECRET_BYTES = 32
/** Time for receivers to adopt a new secret. */
const ROTATION_MS = 24 * 60 * 60_000

/** Encryption context of both secrets of a row: the current secret becomes the previous one without being encrypted again. */
export const placeOfSigningSecret = (organizationId: number) => `after_calls/${organizationId}`

export interface SecretDeps {
  clock: Clock
  secrets: SecretBox
}

/** All valid secrets: during a rotation, receivers may still use the previous one. The first secret is created on first use. */
export async function signingSecrets(tx: Queries, deps: SecretDeps, organizationId: number): Promise<string[]> {
  const { clock, secrets } = deps
  const place = placeOfSigningSecret(organizationId)
  const reader = await readerWithSecret(tx, deps, organizationId)
  const { previous_secret: previous, previous_secret_until: until } = reader
  const counts = previous !== null && until !== null && until.getTime() > clock.now()
  // A secret that was encrypted with a lost key is skipped: it signs nothing and blocks nothing.
  const before = counts ? openIfReadable(secrets, previous, place) : null
  return [secrets.open(reader.secret as string, place), ...(before === null ? [] : [before])]
}

/** The secret in plain text. Null if no known key can decrypt it, or it was encrypted for another organization. */
export function readableSecret({ secrets }: SecretDeps, { organization_id, secret }: Reader): string | null {
  return openIfReadable(secrets, secret as string, placeOfSigningSecret(organization_id))
}

export async function rotateSecret(tx: Queries, deps: SecretDeps, organizationId: number): Promise<Reader> {
  const { clock, secrets } = deps
  const before = await readerWithSecret(tx, deps, organizationId)
  const isReadable = readableSecret(deps, before) !== null
  return saveSecret(tx, organizationId, before.cursor, {
    secret: secrets.seal(secretOf(randomBytes(SECRET_BYTES)), placeOfSigningSecret(organizationId)),
    previous_secret: isReadable ? before.secret : null,
    previous_secret_until: isReadable ? new Date(clock.now() + ROTATION_MS) : null,
  })
}

/** Takes the organization's lock if there is no secret yet: two concurrent calls must not create two. */
export async function readerWithSecret(tx: Queries, { secrets }: SecretDeps, organizationId: number): Promise<Reader> {
  const known = await findReader(tx, organizationId)
  if (known?.secret) return known
  await lockOrganization(tx, organizationId)
  await addReaders(tx)
  const found = await findReader(tx, organizationId)
  if (found?.secret) return found
  return saveSecret(tx, organizationId, found?.cursor ?? (await newestEventId(tx, organizationId)), {
    secret: secrets.seal(secretOf(randomBytes(SECRET_BYTES)), placeOfSigningSecret(organizationId)),
    previous_secret: null,
    previous_secret_until: null,
  })
}
