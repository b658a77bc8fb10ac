/** Credentials between request, database and provider: only the fields that the provider defines. */
import { z } from 'zod'
import { bool, customIssue, decimal, documentedAs, freeObject, integer, text } from '../../http/schemas.ts'
import { looksMasked, maskSecret } from '../../kernel/mask.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { fieldsOf } from '../fields.ts'
import type { CredentialField, Credentials, FieldOption, ProviderSpec } from '../provider.ts'

type Values = Record<string, string | number | boolean>

const VALUE_MAX = 16_384

function fieldSchema(field: CredentialField): z.ZodType<string | number | boolean> {
  switch (field.type) {
    case 'boolean':
      return bool()
    case 'integer':
      return integer(bounds(field))
    case 'number':
      return decimal({ minimum: field.minimum ?? -1e15, maximum: field.maximum ?? 1e15 })
    default: {
      const base = text({ minimum: field.required ? 1 : 0, maximum: VALUE_MAX })
      if (field.type === 'url') return base.refine(isWebAddress, NO_WEB_ADDRESS)
      if (field.options) return oneOf(field, field.options)
      return field.pattern ? base.regex(new RegExp(field.pattern)) : base
    }
  }
}

/** One of the options; empty means the usual value, unless the field is required. */
function oneOf({ required }: CredentialField, options: readonly FieldOption[]): z.ZodType<string> {
  const names = options.map(({ value }) => value)
  return z.enum(required ? names : ['', ...names])
}

const NO_WEB_ADDRESS = {
  code: 'custom' as const,
  message: 'Input should be a valid URL, beginning with http:// or https://, without a password and without #',
  params: { type: 'url_parsing' },
}

/** Whether a value is a web address; empty means the carrier's own address. */
function isWebAddress(value: string): boolean {
  if (value === '') return true
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  // Paths are appended to the address, so it must not have a query or fragment.
  return (protocol === 'http:' || protocol === 'https:') && !username && !password && !/[?#]/.test(value)
}

function bounds(field: CredentialField): { minimum?: number; maximum?: number } {
  return {
    ...(field.minimum === undefined ? {} : { minimum: field.minimum }),
    ...(field.maximum === undefined ? {} : { maximum: field.maximum }),
  }
}

/** The `config` object of a create request, discriminated by `provider`. `from_numbers` and unknown fields are ignored. */
export function configSchema(providers: ReadonlyMap<string, ProviderSpec>) {
  const schema = z.unknown().transform((value, context): { provider: string; values: Values } => {
    if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) {
      context.addIssue(
        value === undefined
          ? customIssue('missing', 'Field required')
          : customIssue('dict_type', 'Input should be a valid dictionary'),
      )
      return z.NEVER
    }
    const { provider } = value as { provider?: unknown }
    const spec = typeof provider === 'string' ? providers.get(provider) : undefined
    if (!spec) {
      context.addIssue(tagIssue(provider, providers))
      return z.NEVER
    }
    const values = readValues(spec, value as Record<string, unknown>, null, context)
    return { provider: spec.name, values }
  })
  return documentedAs(schema, documentedConfig(providers))
}

function tagIssue(provider: unknown, providers: ReadonlyMap<string, ProviderSpec>) {
  if (provider === undefined || provider === null) {
    return customIssue('union_tag_not_found', "Unable to extract tag using discriminator 'provider'", {
      discriminator: "'provider'",
    })
  }
  const expected = [...providers.keys()].map((name) => `'${name}'`).join(', ')
  const tag = String(provider)
  return customIssue(
    'union_tag_invalid',
    `Input tag '${tag}' found using 'provider' does not match any of the expected tags: ${expected}`,
    { discriminator: "'provider'", tag, expected_tags: expected },
  )
}

/** The `config` object of an update as received; parsed once the stored values it changes are known. */
export function configChange(providers: ReadonlyMap<string, ProviderSpec>) {
  return documentedAs(freeObject(), documentedConfig(providers, 'change'))
}

/** The `config` object of an update, merged with the stored values. */
export function mergeSchema(spec: ProviderSpec, stored: Credentials) {
  return z.record(z.string(), z.unknown()).transform((value, context) => readValues(spec, value, stored, context))
}

function readValues(
  spec: ProviderSpec,
  given: Record<string, unknown>,
  stored: Credentials | null,
  context: z.RefinementCtx,
): Values {
  const values: Values = {}
  for (const field of fieldsOf(spec)) {
    const value = given[field.name]
    if (value === undefined || value === null) {
      const kept = stored === null ? field.default : stored[field.name]
      if (kept !== undefined) values[field.name] = kept
      else if (field.required) context.addIssue({ ...customIssue('missing', 'Field required'), path: [field.name] })
      continue
    }
    const checked = fieldSchema(field).safeParse(value, { reportInput: true })
    if (!checked.success) {
      // Reports only the first error of a field, not its consequences, as pydantic does.
      const [found] = checked.error.issues
      context.issues.push({ ...found, input: value, path: [field.name] } as never)
      continue
    }
    const read =
      typeof checked.data === 'string' && field.sensitive
        ? readSecret(field, checked.data, stored, context)
        : checked.data
    if (read !== undefined) values[field.name] = read
  }
  if (stored !== null) askSecretsAgain(spec, given, values, stored, context)
  for (const fault of spec.inspect?.(values) ?? []) {
    // A missing or invalid field has already been reported.
    if (values[fault.field] === undefined) continue
    context.addIssue({
      ...customIssue('value_error', `Value error, ${fault.message}`, { error: fault.message }),
      path: [fault.field],
    })
  }
  return values
}

/**
 * A user who changes an address must send the secrets again: otherwise stored secrets could be sent to an address of that
 * user's choice.
 */
function askSecretsAgain(
  spec: ProviderSpec,
  given: Record<string, unknown>,
  values: Values,
  stored: Credentials,
  context: z.RefinementCtx,
): void {
  const moved = fieldsOf(spec).some(({ name, type }) => type === 'url' && values[name] !== stored[name])
  if (!moved) return
  for (const { name, sensitive } of fieldsOf(spec)) {
    const secret = stored[name]
    if (!sensitive || typeof secret !== 'string' || secret === '') continue
    const sent = given[name]
    if (typeof sent === 'string' && sent !== maskSecret(secret)) continue
    const message = 'the address has changed; send this secret again'
    context.addIssue({ ...customIssue('value_error', `Value error, ${message}`, { error: message }), path: [name] })
  }
}

function readSecret(
  field: CredentialField,
  value: string,
  stored: Credentials | null,
  context: z.RefinementCtx,
): string | undefined {
  const kept = stored?.[field.name]
  if (typeof kept === 'string' && value === maskSecret(kept)) return kept
  if (!looksMasked(value)) return value
  const message = 'this is a masked value; send the secret itself, or leave the field out to keep the stored one'
  context.addIssue({ ...customIssue('value_error', `Value error, ${message}`, { error: message }), path: [field.name] })
  return undefined
}

/** The documented `config` object. In a change every field may be left out, or be null as in an answer. */
function documentedConfig(providers: ReadonlyMap<string, ProviderSpec>, of: 'new' | 'change' = 'new'): z.ZodType {
  const shapes = [...providers.values()].map((spec) => {
    const entries = fieldsOf(spec).map((field) => {
      const schema = fieldSchema(field).meta({ description: field.description })
      if (of === 'change') return [field.name, schema.nullish()] as const
      return [field.name, field.required ? schema : schema.optional()] as const
    })
    const provider = z.literal(spec.name)
    return z
      .object({ provider: of === 'change' ? provider.nullish() : provider, ...Object.fromEntries(entries) })
      .meta({ title: spec.displayName })
  })
  return z.union(shapes as unknown as [z.ZodObject, z.ZodObject])
}

/** The part of a configuration's row with its secrets. */
export interface StoredSecrets {
  id: number
  credentials: unknown
}

/** The place that an encrypted secret is bound to: moved to another configuration, it cannot be decrypted. */
export const configurationSealContext = (configurationId: number, field: string) =>
  `telephony_configurations/${configurationId}/${field}`

/** The stored form: sensitive values encrypted, others in clear text so that the dialer can read its pace. */
export function sealCredentials(spec: ProviderSpec, id: number, values: Credentials, secrets: SecretBox): string {
  const sealed: Record<string, unknown> = {}
  for (const field of fieldsOf(spec)) {
    const value = values[field.name]
    if (value === undefined) continue
    sealed[field.name] = field.sensitive ? secrets.seal(String(value), configurationSealContext(id, field.name)) : value
  }
  return JSON.stringify(sealed)
}

export function openCredentials(
  spec: ProviderSpec,
  { id, credentials: stored }: StoredSecrets,
  secrets: SecretBox,
): Credentials {
  const values: Record<string, string | number | boolean | undefined> = {}
  for (const field of fieldsOf(spec)) {
    const value = (stored as Record<string, string | number | boolean | undefined>)[field.name] ?? field.default
    if (value === undefined) continue
    const isSealed = field.sensitive && typeof value === 'string' && value !== ''
    values[field.name] = isSealed ? secrets.open(value, configurationSealContext(id, field.name)) : value
  }
  return values
}

/** All values that can be decrypted; those encrypted with a lost key are left out and named. */
export function readableCredentials(
  spec: ProviderSpec,
  { id, credentials: stored }: StoredSecrets,
  secrets: SecretBox,
): { credentials: Credentials; unreadable: string[] } {
  const values = stored as Record<string, unknown>
  const unreadable = fieldsOf(spec)
    .filter((field) => field.sensitive && typeof values[field.name] === 'string' && values[field.name] !== '')
    .filter((field) => !canOpen(secrets, values[field.name] as string, configurationSealContext(id, field.name)))
    .map((field) => field.name)
  const readable = Object.fromEntries(Object.entries(values).filter(([name]) => !unreadable.includes(name)))
  return { credentials: openCredentials(spec, { id, credentials: readable }, secrets), unreadable }
}

function canOpen(secrets: SecretBox, sealed: string, place: string): boolean {
  try {
    secrets.open(sealed, place)
    return true
  } catch {
    return false
  }
}

export function maskCredentials(spec: ProviderSpec, values: Credentials): Values {
  const shown: Values = {}
  for (const field of fieldsOf(spec)) {
    const value = values[field.name]
    if (value !== undefined) shown[field.name] = field.sensitive ? maskSecret(String(value)) : value
  }
  return shown
}
