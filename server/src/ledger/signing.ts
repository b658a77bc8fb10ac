/**
 * What makes the ledger more than a checksum: its head is sealed with the secret key at every append, so that a rewritten
 * end is noticed here, and checkpoints are signed with a key pair, so that anybody can check an export with the public key.
 */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signWith,
  timingSafeEqual,
  verify as verifyWith,
} from 'node:crypto'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Head } from './rules/chain.ts'

export type CheckpointKind = 'checkpoint' | 'cut'

export interface Checkpoint extends Head {
  kind: CheckpointKind
  atMs: number
  publicKey: Buffer
  signature: Buffer
}

export interface LedgerKeys {
  seal(organizationId: number, head: Head): Buffer
  isSealed(organizationId: number, head: Head, seal: Buffer): boolean
  sign(organizationId: number, kind: CheckpointKind, head: Head, atMs: number): Checkpoint
  /** Signed, and by a key of this installation. */
  isOurs(organizationId: number, checkpoint: Checkpoint): boolean
  publicKey: Buffer
}

/** RFC 8410: the 32 bytes of an Ed25519 key behind these are its PKCS #8 form. */
const ED25519_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const ED25519_PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')

export function openLedgerKeys(secrets: Pick<SecretBox, 'derive'>): LedgerKeys {
  const sealingKeys = secrets.derive('ledger seal')
  const privateKeys = secrets.derive('ledger signature').map(privateKeyOf)
  const publicKeys = privateKeys.map((key) => rawPublicKey(createPublicKey(key)))
  const [sealingKey] = sealingKeys
  const [privateKey] = privateKeys
  const [publicKey] = publicKeys
  if (!sealingKey || !privateKey || !publicKey) throw new Error('the ledger needs a secret key')
  const sealWith = (key: Buffer, organizationId: number, head: Head) =>
    createHmac('sha256', key).update(`${organizationId} ${head.sequence} `).update(head.hash).digest()
  return {
    seal: (organizationId, head) => sealWith(sealingKey, organizationId, head),
    isSealed: (organizationId, head, seal) =>
      sealingKeys.some((key) => seal.length === 32 && timingSafeEqual(sealWith(key, organizationId, head), seal)),
    sign(organizationId, kind, head, atMs) {
      const signature = signWith(null, signedText(organizationId, kind, head, atMs), privateKey)
      return { ...head, kind, atMs, publicKey, signature }
    },
    isOurs: (organizationId, checkpoint) =>
      publicKeys.some((key) => key.equals(checkpoint.publicKey)) && isSigned(organizationId, checkpoint),
    publicKey,
  }
}

/** Signed by the key it names, whosever that is: what an auditor can check without any secret. */
export function isSigned(organizationId: number, checkpoint: Checkpoint): boolean {
  const key = createPublicKey({
    key: Buffer.concat([ED25519_PUBLIC, checkpoint.publicKey]),
    format: 'der',
    type: 'spki',
  })
  const text = signedText(organizationId, checkpoint.kind, checkpoint, checkpoint.atMs)
  return verifyWith(null, text, key, checkpoint.signature)
}

function signedText(organizationId: number, kind: CheckpointKind, head: Head, atMs: number): Buffer {
  const at = new Date(atMs).toISOString()
  return Buffer.from(`outdial ledger ${kind}\n${organizationId}\n${head.sequence}\n${head.hash.toString('hex')}\n${at}`)
}

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ED25519_PRIVATE, seed]), format: 'der', type: 'pkcs8' })
}

function rawPublicKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(ED25519_PUBLIC.length)
}
