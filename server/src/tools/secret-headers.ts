/**
 * Headers of tools often contain a key: they are encrypted for their row, masked in every answer, and kept when the mask is sent
 * back.
 */
import type { ValidationDetail } from '../kernel/errors.ts'
import { looksMasked, maskSecret } from '../kernel/mask.ts'
import { openOrNull, type SecretBox } from '../kernel/secret-box.ts'
import { isSecretHeader } from '../workflows/secret-headers.ts'
import type { HttpToolDefinition, ToolDefinition } from './rules/tool-definition.ts'

const SEALED = 'sealed:'
/** Shown in place of a value that was encrypted with a lost key. */
const UNREADABLE = '********'

export const toolHeadersSealContext = (toolId: number) => `tools/${toolId}/headers`

type Headers = Readonly<Record<string, string>>

function withHeaders(definition: ToolDefinition, change: (name: string, value: string) => string): ToolDefinition {
  if (definition.type !== 'http_api' || definition.config.headers === undefined) return definition
  const { headers } = definition.config
  const changed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(name, value)]))
  return { ...definition, config: { ...definition.config, headers: changed } }
}

/** The stored form. `stored` is the replaced definition: its masks keep its values, as long as the host stays the same. */
export function sealHeaders(
  { definition, stored, toolId }: { definition: ToolDefinition; stored: ToolDefinition | null; toolId: number },
  secrets: Pick<SecretBox, 'seal' | 'open'>,
): { definition: ToolDefinition; faults: ValidationDetail[] } {
  const place = toolHeadersSealContext(toolId)
  const before: Headers = stored?.type === 'http_api' ? (stored.config.headers ?? {}) : {}
  const faults: ValidationDetail[] = []
  const sealed = withHeaders(definition, (name, value) => {
    const kept = before[name]
    if (kept !== undefined && value === shown(name, kept, toolId, secrets)) {
      if (looksMasked(value) && stored?.config.url !== definition.config.url) {
        faults.push(fault(name, value, 'the address has changed; send this header again'))
      }
      return kept
    }
    if (looksMasked(value))
      faults.push(fault(name, value, 'this mask does not belong to a stored value; send the value itself'))
    return isSecretHeader(name, value) ? secrets.seal(value, place) : value
  })
  return { definition: sealed, faults }
}

/** The form shown in answers. */
export function maskHeaders(definition: ToolDefinition, toolId: number, secrets: Pick<SecretBox, 'open'>) {
  return withHeaders(definition, (name, value) => shown(name, value, toolId, secrets))
}

/** The headers of a request; null if one was encrypted with a lost key. */
export function openToolHeaders(
  { config }: HttpToolDefinition,
  toolId: number,
  secrets: Pick<SecretBox, 'open'>,
): Record<string, string> | null {
  const opened = Object.entries(config.headers ?? {}).map(([name, value]) => [
    name,
    value.startsWith(SEALED) ? openOrNull(secrets, value, toolHeadersSealContext(toolId)) : value,
  ])
  return opened.some(([, value]) => value === null) ? null : Object.fromEntries(opened)
}

function shown(name: string, value: string, toolId: number, secrets: Pick<SecretBox, 'open'>): string {
  if (!value.startsWith(SEALED)) return isSecretHeader(name, value) ? maskSecret(value) : value
  const plain = openOrNull(secrets, value, toolHeadersSealContext(toolId))
  return plain === null ? UNREADABLE : maskSecret(plain)
}

function fault(name: string, input: string, why: string): ValidationDetail {
  const loc = ['body', 'definition', 'config', 'headers', name]
  return { loc, msg: `Value error, ${why}`, type: 'value_error', input }
}
