/** The fields of each type of credential, and the header it becomes. Pure. */

export const CREDENTIAL_TYPES = ['none', 'api_key', 'bearer_token', 'basic_auth', 'custom_header'] as const
export type CredentialType = (typeof CREDENTIAL_TYPES)[number]

export interface CredentialField {
  name: string
  isSecret: boolean
  pattern: RegExp
  wanted: string
  /** Default value if the field is left out. */
  fallback?: string
}

export const CREDENTIAL_VALUE_LENGTH_MAX = 8192

/** The characters that RFC 9110 allows in a header name. */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
/** Safe characters of a header value: no line break, nothing beyond ASCII. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/
/** A user name is base64-encoded before it becomes a header, but a colon would end it. */
const USER = /^[^:\p{Cc}]+$/u
const PASSWORD = /^\P{Cc}*$/u

const secretValue = (name: string): CredentialField => ({
  name,
  isSecret: true,
  pattern: HEADER_VALUE,
  wanted: 'printable ASCII characters without line breaks',
})
const headerName = (fallback?: string): CredentialField => ({
  name: 'header_name',
  isSecret: false,
  pattern: HEADER_NAME,
  wanted: 'the name of a header, such as X-API-Key',
  ...(fallback === undefined ? {} : { fallback }),
})

export const CREDENTIAL_FIELDS: Readonly<Record<CredentialType, readonly CredentialField[]>> = {
  none: [],
  api_key: [headerName('X-API-Key'), secretValue('api_key')],
  bearer_token: [secretValue('token')],
  basic_auth: [
    { name: 'username', isSecret: false, pattern: USER, wanted: 'a user name without a colon' },
    { name: 'password', isSecret: true, pattern: PASSWORD, wanted: 'a password without control characters' },
  ],
  custom_header: [headerName(), secretValue('header_value')],
}

/** Headers that describe the request itself: a credential or a tool that set them could change what is sent. */
const RESERVED = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'accept-encoding',
  'keep-alive',
  'proxy-authorization',
])

export const isReservedHeader = (name: string) => RESERVED.has(name.toLowerCase())
export const isHeaderName = (name: string) => HEADER_NAME.test(name) && !isReservedHeader(name)

export interface DataFault {
  field: string
  problem: string
}

/** Every fault of the data of a credential of this type. */
export function faultsOfData(type: CredentialType, data: Readonly<Record<string, unknown>>): DataFault[] {
  const fields = CREDENTIAL_FIELDS[type]
  const faults = fields.flatMap(({ name, pattern, wanted, fallback }) => {
    const value = data[name] ?? fallback
    if (value === undefined) return [{ field: name, problem: `is required: ${wanted}` }]
    const isFit = typeof value === 'string' && value.length <= CREDENTIAL_VALUE_LENGTH_MAX && pattern.test(value)
    if (!isFit) return [{ field: name, problem: `must be ${wanted}` }]
    return name === 'header_name' && isReservedHeader(value)
      ? [{ field: name, problem: 'is a header that the request sets itself' }]
      : []
  })
  const known = new Set(fields.map(({ name }) => name))
  const unknown = Object.keys(data).filter((name) => !known.has(name))
  return [
    ...faults,
    ...unknown.map((field) => ({ field, problem: `is not a field of a credential of the type ${type}` })),
  ]
}

/** The data to store: only known fields, with their defaults. */
export function completeCredentialData(
  type: CredentialType,
  data: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const entries = CREDENTIAL_FIELDS[type].map(({ name, fallback }) => [name, String(data[name] ?? fallback)])
  return Object.fromEntries(entries)
}

/** The headers of a request with this credential. All secrets must be decrypted. */
export function headersOfCredential(type: CredentialType, data: Readonly<Record<string, string>>) {
  const { header_name: name = '', username = '', password = '' } = data
  switch (type) {
    case 'none':
      return {}
    case 'api_key':
      return { [name]: data.api_key ?? '' }
    case 'bearer_token':
      return { authorization: `Bearer ${data.token}` }
    case 'basic_auth':
      return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
    case 'custom_header':
      return { [name]: data.header_value ?? '' }
  }
}
