/** Checkpoints, rotations and persons in files, and how they are parsed for verification. */
import type { Json } from './rules/canonical-json.ts'
import { personHashOf } from './rules/person.ts'
import { type Checkpoint, isSigned, type KeyRotation, trustedKeys } from './signing.ts'

export interface ExportedProof {
  kind: 'checkpoint' | 'cut'
  sequence: number
  hash: string
  at: string
  first_sequence?: number
  root?: string
  public_key: string
  signature: string
}

export function proofOf(checkpoint: Checkpoint): ExportedProof & { [key: string]: Json } {
  const { tree } = checkpoint
  return {
    kind: checkpoint.kind,
    sequence: checkpoint.sequence,
    hash: checkpoint.hash.toString('hex'),
    at: new Date(checkpoint.atMs).toISOString(),
    ...(tree ? { first_sequence: tree.first, root: tree.root.toString('hex') } : {}),
    public_key: checkpoint.publicKey.toString('base64'),
    signature: checkpoint.signature.toString('base64'),
  }
}

export function readProof(given: ExportedProof): Checkpoint {
  const { first_sequence: first, root } = given
  return {
    kind: given.kind,
    sequence: given.sequence,
    hash: Buffer.from(given.hash, 'hex'),
    atMs: Date.parse(given.at),
    tree: first !== undefined && root !== undefined ? { first, root: Buffer.from(root, 'hex') } : null,
    publicKey: Buffer.from(given.public_key, 'base64'),
    signature: Buffer.from(given.signature, 'base64'),
  }
}

export interface ExportedKeyRotation {
  old_public_key: string
  public_key: string
  at: string
  signed_by_old: string
  signed_by_new: string
}

export function exportKeyRotation(rotation: KeyRotation): ExportedKeyRotation & { [key: string]: Json } {
  return {
    old_public_key: rotation.old.toString('base64'),
    public_key: rotation.successor.toString('base64'),
    at: new Date(rotation.atMs).toISOString(),
    signed_by_old: rotation.signedByOld.toString('base64'),
    signed_by_new: rotation.signedByNew.toString('base64'),
  }
}

function readRotation(given: ExportedKeyRotation): KeyRotation {
  const bytes = (text: string) => Buffer.from(text, 'base64')
  return {
    old: bytes(given.old_public_key),
    successor: bytes(given.public_key),
    atMs: Date.parse(given.at),
    signedByOld: bytes(given.signed_by_old),
    signedByNew: bytes(given.signed_by_new),
  }
}

/** The number behind a hash in a record, with the key that proves it. */
export interface ExportedPerson {
  person: string
  phone_number: string
  key: string
}

export function exportPerson({ phone_number, key }: { phone_number: string; key: Buffer }): ExportedPerson {
  return { person: personHashOf(key, phone_number), phone_number, key: key.toString('base64') }
}

export function isPersonHashValid({ person, phone_number, key }: ExportedPerson): boolean {
  return personHashOf(Buffer.from(key, 'base64'), phone_number) === person
}

/** The keys whose signatures a file may contain: the file's own key, and keys linked with it by rotations. */
export class Signers {
  readonly #keys: Buffer[]
  readonly #organizationId: number
  /** False: the file was made with a key unrelated to the expected one. */
  readonly isExpected: boolean

  constructor(
    file: { organization_id: number; public_key: string; key_rotations?: ExportedKeyRotation[] },
    expectedKey: string | null,
  ) {
    const own = Buffer.from(file.public_key, 'base64')
    const rotations = (file.key_rotations ?? []).map(readRotation)
    const expected = expectedKey === null ? own : Buffer.from(expectedKey, 'base64')
    this.#keys = trustedKeys(expected, rotations)
    this.#organizationId = file.organization_id
    this.isExpected = this.#keys.some((key) => key.equals(own))
  }

  haveSigned(checkpoint: Checkpoint): boolean {
    return this.#keys.some((key) => key.equals(checkpoint.publicKey)) && isSigned(this.#organizationId, checkpoint)
  }
}

export const WRONG_KEY_MESSAGE =
  'The file was signed with another key than the expected one, and no key rotation in it links the two. It does not come from the installation you expect.'
