/**
 * The headers of webhook nodes often contain a key: they are encrypted at rest, masked in every answer, and kept when the mask is
 * sent back.
 */
import type { ValidationDetail } from '../kernel/errors.ts'
import { looksMasked, maskSecret } from '../kernel/mask.ts'
import { bindSecretBox, type SecretBox } from '../kernel/secret-box.ts'
import type { NodeOfType, WorkflowDefinition, WorkflowNode } from './rules/definition.ts'

type Seal = Pick<SecretBox, 'seal' | 'open'>
type Headers = Record<string, string>

/** Names of headers that never contain a key. */
const PLAIN_NAMES = new Set(['accept', 'accept-language', 'content-type', 'content-language', 'user-agent'])
/** A value that consists only of placeholders, possibly after a word such as Bearer: the key is not in the workflow itself. */
const ONLY_PLACEHOLDERS = /^\s*(?:(?:bearer|basic|token)\s)?(?:\s*\{\{[^{}|]*\}\})*\s*$/iu
const SEALED = 'sealed:'
/** Shown in place of a value that was encrypted with a lost key. */
const UNREADABLE = '********'

/**
 * The secret box for the functions below: a header moved to another workflow cannot be decrypted there; in another version of the
 * same workflow it can.
 */
export const secretsOfWorkflow = (secrets: SecretBox, workflowId: number) =>
  bindSecretBox(secrets, `workflows/${workflowId}/headers`)

export interface SealedHeaders {
  definition: WorkflowDefinition
  faults: ValidationDetail[]
}

/**
 * The stored form. `stored` is the replaced definition: its masks keep its values, and unchanged values keep their encrypted
 * form.
 */
export function sealHeaders(
  definition: WorkflowDefinition,
  stored: WorkflowDefinition | null,
  secrets: Seal,
): SealedHeaders {
  const faults: ValidationDetail[] = []
  const known = new Map((stored?.nodes ?? []).map((node) => [node.id, node]))
  const sealed = changeHeaders(definition, (name, value, node, index) => {
    const from = known.get(node.id)
    const before = from && headersOf(from)[name]
    if (before !== undefined && isUnchanged(value, before, secrets)) {
      if (isSecretHeader(name, value) && looksMasked(value) && urlOf(from) !== urlOf(node)) {
        refuse(name, value, index, 'the address has changed; send this header again')
      }
      return before.startsWith(SEALED) || !isSecretHeader(name, before) ? before : secrets.seal(before)
    }
    if (looksMasked(value)) {
      refuse(name, value, index, 'this mask does not belong to a stored value; send the value itself')
    }
    return isSecretHeader(name, value) ? secrets.seal(value) : value
  })

  function refuse(name: string, input: string, index: number, why: string): void {
    const loc = ['body', 'workflow_definition', 'nodes', String(index), 'data', 'headers', name]
    faults.push({ loc, msg: `Value error, ${why}`, type: 'value_error', input })
  }
  return { definition: sealed, faults }
}

/** The form shown in answers. */
export function maskHeaders(definition: WorkflowDefinition, secrets: Pick<SecretBox, 'open'>): WorkflowDefinition {
  return changeHeaders(definition, (name, value) => shown(name, value, secrets))
}

/** The definition with decrypted headers. Throws if a header was encrypted with a lost key. */
export function openHeaders(definition: WorkflowDefinition, secrets: Pick<SecretBox, 'open'>): WorkflowDefinition {
  return changeHeaders(definition, (_name, value) => (value.startsWith(SEALED) ? secrets.open(value) : value))
}

/** The definition with decrypted headers, keeping unreadable values in their stored form; for comparing two versions. */
export function openHeadersIfReadable(definition: WorkflowDefinition, secrets: Pick<SecretBox, 'open'>) {
  return changeHeaders(definition, (_name, value) => opened(value, secrets) ?? value)
}

/** Encrypts headers that an earlier version of this program stored in clear text; null if there are none. */
export function sealPlainHeaders(definition: WorkflowDefinition, secrets: Seal): WorkflowDefinition | null {
  let changed = false
  const sealed = changeHeaders(definition, (name, value) => {
    if (value.startsWith(SEALED) || !isSecretHeader(name, value)) return value
    changed = true
    return secrets.seal(value)
  })
  return changed ? sealed : null
}

/** The same headers, encrypted with the newest key; null if they already are. */
export function resealedHeaders(definition: WorkflowDefinition, secrets: Pick<SecretBox, 'reseal'>) {
  let changed = false
  const sealed = changeHeaders(definition, (_name, value) => {
    const anew = value.startsWith(SEALED) ? secrets.reseal(value) : null
    changed ||= anew !== null
    return anew ?? value
  })
  return changed ? sealed : null
}

/** Whether a header may contain a key: true for every header that is not known to be harmless. */
export function isSecretHeader(name: string, value: string): boolean {
  return !PLAIN_NAMES.has(name.toLowerCase()) && !ONLY_PLACEHOLDERS.test(value)
}

function isUnchanged(value: string, before: string, secrets: Pick<SecretBox, 'open'>): boolean {
  return value === shown('', before, secrets) || value === opened(before, secrets)
}

function shown(name: string, value: string, secrets: Pick<SecretBox, 'open'>): string {
  if (value.startsWith(SEALED)) {
    const plain = opened(value, secrets)
    return plain === null ? UNREADABLE : maskSecret(plain)
  }
  // An earlier version stored this value in clear text.
  return isSecretHeader(name, value) ? maskSecret(value) : value
}

function opened(value: string, secrets: Pick<SecretBox, 'open'>): string | null {
  if (!value.startsWith(SEALED)) return value
  try {
    return secrets.open(value)
  } catch {
    return null
  }
}

function urlOf(node: WorkflowNode | undefined): unknown {
  return node?.type === 'webhook' ? node.data.url : undefined
}

function headersOf(node: WorkflowNode): Headers {
  const given = node.type === 'webhook' ? node.data.headers : null
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return {}
  const texts = Object.entries(given).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts) as Headers
}

type Change = (name: string, value: string, node: NodeOfType<'webhook'>, index: number) => string

function changeHeaders(definition: WorkflowDefinition, change: Change): WorkflowDefinition {
  if (!definition.nodes.some((node) => Object.keys(headersOf(node)).length > 0)) return definition
  const nodes = definition.nodes.map((node, index) => {
    if (node.type !== 'webhook') return node
    const entries = Object.entries(headersOf(node))
    if (entries.length === 0) return node
    const changed = Object.fromEntries(entries.map(([name, value]) => [name, change(name, value, node, index)]))
    return { ...node, data: { ...node.data, headers: { ...(node.data.headers as object), ...changed } } }
  })
  return { ...definition, nodes }
}
