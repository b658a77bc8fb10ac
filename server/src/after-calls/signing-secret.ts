/** The signing secret for messages of an organization's webhook nodes. */
import { randomBytes } from 'node:crypto'
import { newestEventId } from '../events/queries.ts'
import type { Clock } from '../kernel/clock.ts'
import { openOrNull, type SecretBox } from '../kernel/secret-box.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Queries } from '../storage/database.ts'
import { formatSigningSecret } from '../webhooks/rules/sign.ts'
import { type EventReader, findEventReader, saveSigningSecret, startReadingCallEvents } from './queries.ts'

const SECRET_BYTES = 32
/** Time for receivers to adopt a new secret. */
const ROTATION_MS = 24 * 60 * 60_000

/** Encryption context of both secrets of a row: the current secret becomes the previous one without being encrypted again. */
export const signingSecretSealContext = (organizationId: number) => `after_calls/${organizationId}`

export interface SecretDeps {
  clock: Clock
  secrets: SecretBox
}

/** All valid secrets: during a rotation, receivers may still use the previous one. The first secret is created on first use. */
export async function signingSecrets(tx: Queries, deps: SecretDeps, organizationId: number): Promise<string[]> {
  const { clock, secrets } = deps
  const place = signingSecretSealContext(organizationId)
  const reader = await ensureSigningSecret(tx, deps, organizationId)
  const { previous_secret: previous, previous_secret_until: until } = reader
  const counts = previous !== null && until !== null && until.getTime() > clock.now()
  // A secret that was encrypted with a lost key is skipped: it signs nothing and blocks nothing.
  const before = counts ? openOrNull(secrets, previous, place) : null
  return [secrets.open(reader.secret as string, place), ...(before === null ? [] : [before])]
}

/** The secret in plain text. Null if no known key can decrypt it, or it was encrypted for another organization. */
export function openSigningSecretOrNull(
  { secrets }: SecretDeps,
  { organization_id, secret }: EventReader,
): string | null {
  return openOrNull(secrets, secret as string, signingSecretSealContext(organization_id))
}

export async function rotateSigningSecret(tx: Queries, deps: SecretDeps, organizationId: number): Promise<EventReader> {
  const { clock, secrets } = deps
  const before = await ensureSigningSecret(tx, deps, organizationId)
  const isReadable = openSigningSecretOrNull(deps, before) !== null
  return saveSigningSecret(tx, organizationId, before.cursor, {
    secret: secrets.seal(formatSigningSecret(randomBytes(SECRET_BYTES)), signingSecretSealContext(organizationId)),
    previous_secret: isReadable ? before.secret : null,
    previous_secret_until: isReadable ? new Date(clock.now() + ROTATION_MS) : null,
  })
}

/** Takes the organization's lock if there is no secret yet: two concurrent calls must not create two. */
export async function ensureSigningSecret(
  tx: Queries,
  { secrets }: SecretDeps,
  organizationId: number,
): Promise<EventReader> {
  const known = await findEventReader(tx, organizationId)
  if (known?.secret) return known
  await lockOrganization(tx, organizationId)
  await startReadingCallEvents(tx)
  const found = await findEventReader(tx, organizationId)
  if (found?.secret) return found
  return saveSigningSecret(tx, organizationId, found?.cursor ?? (await newestEventId(tx, organizationId)), {
    secret: secrets.seal(formatSigningSecret(randomBytes(SECRET_BYTES)), signingSecretSealContext(organizationId)),
    previous_secret: null,
    previous_secret_until: null,
  })
}
