/**
 * Seals and signatures: the head is sealed with the secret key at every append, so that a rewritten end is detected here, and
 * checkpoints are signed with a key pair, so that anybody can verify an export with the public key.
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
import type { ChainHead } from './rules/chain.ts'

export type CheckpointKind = 'checkpoint' | 'cut'

/** The Merkle root over the hashes of records from `first` to the checkpoint's own record. */
export interface MerkleTree {
  first: number
  root: Buffer
}

export interface Checkpoint extends ChainHead {
  kind: CheckpointKind
  atMs: number
  /** The Merkle tree; null: signed by an earlier version, which signed only the head. */
  tree: MerkleTree | null
  publicKey: Buffer
  signature: Buffer
}

/** A public key and its replacement. Each of the two keys signed the other. */
export interface KeyRotation {
  old: Buffer
  successor: Buffer
  atMs: number
  signedByOld: Buffer
  signedByNew: Buffer
}

export interface LedgerKeys {
  seal(organizationId: number, head: ChainHead): Buffer
  isSealed(organizationId: number, head: ChainHead, seal: Buffer): boolean
  sign(
    organizationId: number,
    kind: CheckpointKind,
    head: ChainHead,
    atMs: number,
    tree?: MerkleTree | null,
  ): Checkpoint
  /** Whether a key of this installation signed the checkpoint: a current one, or one that `rotations` links to it. */
  isOurs(organizationId: number, checkpoint: Checkpoint, rotations?: readonly KeyRotation[]): boolean
  /** Rotations between the current key and each older key of SECRET_KEY; each key signs the other. */
  rotations(atMs: number): KeyRotation[]
  publicKey: Buffer
}

/** PKCS #8 prefix of an Ed25519 key (RFC 8410); the 32 bytes of the key follow it. */
const ED25519_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const ED25519_PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')
const PUBLIC_KEY_BYTES = 32

export function openLedgerKeys(secrets: Pick<SecretBox, 'derive'>): LedgerKeys {
  const sealingKeys = secrets.derive('ledger seal')
  const privateKeys = secrets.derive('ledger signature').map(privateKeyOf)
  const publicKeys = privateKeys.map((key) => rawPublicKey(createPublicKey(key)))
  const [sealingKey] = sealingKeys
  const [privateKey, ...olderKeys] = privateKeys
  const [publicKey, ...olderPublicKeys] = publicKeys
  if (!sealingKey || !privateKey || !publicKey) throw new Error('the ledger needs a secret key')
  const sealWith = (key: Buffer, organizationId: number, head: ChainHead) =>
    createHmac('sha256', key).update(`${organizationId} ${head.sequence} `).update(head.hash).digest()
  return {
    seal: (organizationId, head) => sealWith(sealingKey, organizationId, head),
    isSealed: (organizationId, head, seal) =>
      sealingKeys.some((key) => seal.length === 32 && timingSafeEqual(sealWith(key, organizationId, head), seal)),
    sign(organizationId, kind, { sequence, hash }, atMs, tree = null) {
      const signature = signWith(null, checkpointText(organizationId, { kind, sequence, hash, atMs, tree }), privateKey)
      return { sequence, hash, kind, atMs, tree, publicKey, signature }
    },
    isOurs: (organizationId, checkpoint, rotations = []) =>
      (isAmong(publicKeys, checkpoint.publicKey) || isAmong(trustedKeys(publicKey, rotations), checkpoint.publicKey)) &&
      isSigned(organizationId, checkpoint),
    rotations: (atMs) =>
      olderKeys.map((older, index) => {
        const old = olderPublicKeys[index] as Buffer
        const text = rotationText({ old, successor: publicKey, atMs })
        const [signedByOld, signedByNew] = [signWith(null, text, older), signWith(null, text, privateKey)]
        return { old, successor: publicKey, atMs, signedByOld, signedByNew }
      }),
    publicKey,
  }
}

const isAmong = (keys: readonly Buffer[], key: Buffer) => keys.some((one) => one.equals(key))

/**
 * Every key that may have signed for the holder of `expected`: successors that it signed, and replaced keys that it or a
 * successor signed. A key that no trusted key has signed is never included.
 */
export function trustedKeys(expected: Buffer, rotations: readonly KeyRotation[]): Buffer[] {
  const trusted = [expected]
  const follow = (from: (rotation: KeyRotation) => Buffer, to: (rotation: KeyRotation) => Buffer) => {
    // The set grows during the iteration.
    for (const key of trusted) {
      for (const rotation of rotations) {
        if (!from(rotation).equals(key) || isAmong(trusted, to(rotation))) continue
        const signature = from === oldOf ? rotation.signedByOld : rotation.signedByNew
        if (isSignedBy(key, rotationText(rotation), signature)) trusted.push(to(rotation))
      }
    }
  }
  follow(oldOf, successorOf)
  follow(successorOf, oldOf)
  return trusted
}

const oldOf = ({ old }: KeyRotation) => old
const successorOf = ({ successor }: KeyRotation) => successor

/** Whether the named key signed the checkpoint. An auditor can check this without any secret; the owner of the key is not checked. */
export function isSigned(organizationId: number, checkpoint: Checkpoint): boolean {
  return isSignedBy(checkpoint.publicKey, checkpointText(organizationId, checkpoint), checkpoint.signature)
}

function isSignedBy(publicKey: Buffer, text: Buffer, signature: Buffer): boolean {
  if (publicKey.length !== PUBLIC_KEY_BYTES) return false
  const key = createPublicKey({ key: Buffer.concat([ED25519_PUBLIC, publicKey]), format: 'der', type: 'spki' })
  return verifyWith(null, text, key, signature)
}

type SignedPart = Pick<Checkpoint, 'kind' | 'sequence' | 'hash' | 'atMs' | 'tree'>

function checkpointText(organizationId: number, { kind, sequence, hash, atMs, tree }: SignedPart): Buffer {
  const at = new Date(atMs).toISOString()
  const head = `${organizationId}\n${sequence}\n${hash.toString('hex')}`
  if (!tree) return Buffer.from(`outdial ledger ${kind}\n${head}\n${at}`)
  return Buffer.from(`outdial ledger ${kind} 2\n${head}\n${tree.first}\n${tree.root.toString('hex')}\n${at}`)
}

function rotationText({ old, successor, atMs }: Pick<KeyRotation, 'old' | 'successor' | 'atMs'>): Buffer {
  const at = new Date(atMs).toISOString()
  return Buffer.from(`outdial ledger key\n${old.toString('hex')}\n${successor.toString('hex')}\n${at}`)
}

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ED25519_PRIVATE, seed]), format: 'der', type: 'pkcs8' })
}

function rawPublicKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(ED25519_PUBLIC.length)
}
