/** What the messages of an organization's webhook nodes are signed with. */
import { randomBytes } from 'node:crypto'
import { newestEventId } from '../../events/queries.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Queries } from '../../storage/database.ts'
import { secretOf } from '../../webhooks/rules/sign.ts'
import { addReaders, findReader, type Reader, saveSecret } from './queries.ts'

const SECRET_BYTES = 32
/** So long receivers have to learn a new secret. */
const ROTATION_MS = 24 * 60 * 60_000

export interface SecretDeps {
  clock: Clock
  secrets: SecretBox
}

/** All that count at the moment: while one is replaced, receivers may still hold the other. Made when first asked for. */
export async function signingSecrets(tx: Queries, deps: SecretDeps, organizationId: number): Promise<string[]> {
  const { clock, secrets } = deps
  const {
    secret,
    previous_secret: previous,
    previous_secret_until: until,
  } = await readerWithSecret(tx, deps, organizationId)
  const before = previous !== null && until !== null && until.getTime() > clock.now() ? [secrets.open(previous)] : []
  return [secrets.open(secret as string), ...before]
}

export async function rotateSecret(tx: Queries, deps: SecretDeps, organizationId: number): Promise<Reader> {
  const { clock, secrets } = deps
  const { secret, cursor } = await readerWithSecret(tx, deps, organizationId)
  return saveSecret(tx, organizationId, cursor, {
    secret: secrets.seal(secretOf(randomBytes(SECRET_BYTES))),
    previous_secret: secret,
    previous_secret_until: new Date(clock.now() + ROTATION_MS),
  })
}

/** Takes the organization's lock if there is none yet: two who make one at the same moment must not make two. */
export async function readerWithSecret(tx: Queries, { secrets }: SecretDeps, organizationId: number): Promise<Reader> {
  const known = await findReader(tx, organizationId)
  if (known?.secret) return known
  await lockOrganization(tx, organizationId)
  await addReaders(tx)
  const found = await findReader(tx, organizationId)
  if (found?.secret) return found
  return saveSecret(tx, organizationId, found?.cursor ?? (await newestEventId(tx, organizationId)), {
    secret: secrets.seal(secretOf(randomBytes(SECRET_BYTES))),
    previous_secret: null,
    previous_secret_until: null,
  })
}
