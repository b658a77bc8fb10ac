/** The fields common to all configurations, and how they are combined with a provider's fields. */
import type { CredentialField, Credentials, ProviderSpec } from './provider.ts'

export const RING_TIMEOUT_SECONDS = { default: 30, minimum: 15, maximum: 120 }
export const CALL_SECONDS_MAX = { default: 1800, minimum: 30, maximum: 7200 }

/** An optional text that is not a secret, unless `given` says otherwise. */
export function credentialField(
  given: Pick<CredentialField, 'name' | 'label' | 'description'> & Partial<CredentialField>,
): CredentialField {
  const { name, label, type = 'string', required = false, sensitive = false, description, ...more } = given
  return { name, label, type, required, sensitive, description, placeholder: '', ...more }
}

function commonFields(spec: ProviderSpec): CredentialField[] {
  return [
    ...(spec.capabilities.machineDetection ? [machineDetection(spec)] : []),
    credentialField({
      name: 'calls_per_second',
      label: 'Calls per second',
      type: 'number',
      description: `How many calls may be started per second. Configurations of one account together start at most the highest number among them. ${spec.displayName}: ${spec.defaultCallsPerSecond} unless changed.`,
      placeholder: String(spec.defaultCallsPerSecond),
      default: spec.defaultCallsPerSecond,
      minimum: 0.01,
      maximum: 10_000,
    }),
    credentialField({
      name: 'ring_timeout_seconds',
      label: 'Ring time-out (seconds)',
      type: 'integer',
      description: 'How long a phone may ring before the call counts as not answered.',
      placeholder: String(RING_TIMEOUT_SECONDS.default),
      default: RING_TIMEOUT_SECONDS.default,
      minimum: RING_TIMEOUT_SECONDS.minimum,
      maximum: RING_TIMEOUT_SECONDS.maximum,
    }),
    credentialField({
      name: 'max_call_seconds',
      label: 'Longest call (seconds)',
      type: 'integer',
      description: 'A conversation is ended after this time.',
      placeholder: String(CALL_SECONDS_MAX.default),
      default: CALL_SECONDS_MAX.default,
      minimum: CALL_SECONDS_MAX.minimum,
      maximum: CALL_SECONDS_MAX.maximum,
    }),
    ...DESTINATION_FIELDS,
  ]
}

/** Fields for allowed destinations; see allowed-destinations.ts. */
const DESTINATION_FIELDS: readonly CredentialField[] = [
  credentialField({
    name: 'allowed_countries',
    label: 'Allowed countries',
    description:
      'Only numbers of these countries are dialed: ISO 3166 codes of two letters, separated by commas. Empty: all.',
    placeholder: 'GB, IE',
    default: '',
    pattern: '^\\s*([A-Za-z]{2}(\\s*,\\s*[A-Za-z]{2})*)?\\s*$',
  }),
  credentialField({
    name: 'premium_numbers',
    label: 'Dial premium numbers',
    type: 'boolean',
    description: 'Premium-rate numbers are dialed only if this is on.',
    placeholder: 'off',
    default: false,
  }),
]

function machineDetection(spec: ProviderSpec): CredentialField {
  return credentialField({
    name: 'amd_enabled',
    label: 'Detect answering machines',
    type: 'boolean',
    description: `Lets ${spec.displayName} detect answering machines on every call, in the background while the conversation starts, in addition to Outdial's own detection. ${spec.displayName} may bill each detection.`,
    placeholder: 'off',
    default: false,
  })
}

/** The address of a carrier's API, for accounts that use another one than the usual. */
export function apiAddressField(usual: string, description: string): CredentialField {
  return credentialField({
    name: 'api_base_url',
    label: 'API address',
    type: 'url',
    description,
    placeholder: usual,
    default: usual,
  })
}

/** Whether the carrier's answering-machine detection is on for this configuration. */
export function isMachineDetectionOn(credentials: Credentials): boolean {
  return credentials.amd_enabled === true
}

const known = new WeakMap<ProviderSpec, readonly CredentialField[]>()

/** All fields of a provider: its own, then the common ones. A provider may override a common field by name. */
export function fieldsOf(spec: ProviderSpec): readonly CredentialField[] {
  let fields = known.get(spec)
  if (!fields) {
    const own = new Set(spec.fields.map((field) => field.name))
    fields = [...spec.fields, ...commonFields(spec).filter((field) => !own.has(field.name))]
    known.set(spec, fields)
  }
  return fields
}

export function textField(credentials: Credentials, name: string): string {
  const value = credentials[name]
  return value === undefined ? '' : String(value)
}

export function numberField(credentials: Credentials, name: string): number {
  return Number(credentials[name])
}

/** The addresses of the carrier's API in a configuration. */
export function carrierUrls(spec: ProviderSpec, stored: Credentials): string[] {
  const addresses = fieldsOf(spec).filter(({ type }) => type === 'url')
  return addresses.map(({ name, default: usual }) => String(stored[name] ?? usual ?? ''))
}
