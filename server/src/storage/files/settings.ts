/** Reads from the environment where recordings and other files are stored. */
import { join, resolve } from 'node:path'
import type { BucketKeys, RoleSource } from './bucket-keys.ts'
import type { FileStoreSettings } from './open-file-store.ts'
import type { BucketEncryption } from './s3-store.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Text = (name: string) => string | null

const BUCKET_SETTINGS = [
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_SESSION_TOKEN',
  'S3_CREDENTIALS',
  'S3_ENCRYPTION',
  'S3_KMS_KEY_ID',
]

/** The store: a folder shared by all nodes, or a bucket. */
export function readFileStore(environment: Environment, dataDir: string, faults: string[]): FileStoreSettings {
  const text = (name: string) => environment[name]?.trim() || null
  const [directory, bucketUrl] = [text('RECORDINGS_DIR'), text('S3_BUCKET_URL')]
  if (bucketUrl === null) {
    const alone = BUCKET_SETTINGS.filter((name) => text(name) !== null)
    if (alone.length > 0) faults.push(`${alone.join(', ')} go with S3_BUCKET_URL, which is missing.`)
    return { kind: 'folder', directory: resolve(directory ?? join(dataDir, 'recordings')) }
  }
  if (directory !== null) faults.push('RECORDINGS_DIR and S3_BUCKET_URL exclude each other.')
  if (!/^https?:\/\/[^/?#@]+(\/[^/?#]+)?\/?$/.test(bucketUrl))
    faults.push('S3_BUCKET_URL must name host and bucket: https://s3.eu-central-1.amazonaws.com/my-recordings.')
  return {
    kind: 's3',
    bucketUrl: bucketUrl.replace(/\/$/, ''),
    region: text('S3_REGION') ?? 'auto',
    keys: readBucketKeys(text, faults),
    encryption: readBucketEncryption(text, faults),
  }
}

function readBucketKeys(text: Text, faults: string[]): BucketKeys | RoleSource {
  const [accessKeyId, secretAccessKey, sessionToken] = [
    text('S3_ACCESS_KEY_ID'),
    text('S3_SECRET_ACCESS_KEY'),
    text('S3_SESSION_TOKEN'),
  ]
  const kind = text('S3_CREDENTIALS') ?? 'keys'
  if (kind === 'role') {
    if (accessKeyId || secretAccessKey || sessionToken)
      faults.push('S3_CREDENTIALS=role excludes S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_SESSION_TOKEN.')
    return readRole(text, faults)
  }
  if (kind !== 'keys') faults.push('S3_CREDENTIALS must be keys or role.')
  if (!accessKeyId || !secretAccessKey)
    faults.push(
      'S3_BUCKET_URL also needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or S3_CREDENTIALS=role on a cloud machine.',
    )
  return {
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    ...(sessionToken ? { sessionToken } : {}),
  }
}

const CONTAINER_HOST = 'http://169.254.170.2'
const INSTANCE_HOST = 'http://169.254.169.254'

/**
 * The source of role credentials, from variables that the cloud sets in containers; without them, the machine's metadata service.
 */
function readRole(text: Text, faults: string[]): RoleSource {
  const [tokenFile, roleArn] = [text('AWS_WEB_IDENTITY_TOKEN_FILE'), text('AWS_ROLE_ARN')]
  if (tokenFile && roleArn) {
    const region = text('S3_REGION') ?? text('AWS_REGION')
    const stsUrl = text('AWS_ENDPOINT_URL_STS')
    if (!region && !stsUrl)
      faults.push('S3_CREDENTIALS=role needs S3_REGION here: credentials of a role are requested in a region.')
    return { kind: 'web_identity', tokenFile, roleArn, stsUrl: stsUrl ?? `https://sts.${region}.amazonaws.com/` }
  }
  const [path, whole] = [text('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'), text('AWS_CONTAINER_CREDENTIALS_FULL_URI')]
  if (path || whole) {
    const [file, token] = [text('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'), text('AWS_CONTAINER_AUTHORIZATION_TOKEN')]
    const authorization = file ? { file } : token ? { token } : null
    return { kind: 'container', url: path ? `${CONTAINER_HOST}${path}` : (whole as string), authorization }
  }
  return { kind: 'instance', url: text('AWS_EC2_METADATA_SERVICE_ENDPOINT')?.replace(/\/$/, '') ?? INSTANCE_HOST }
}

function readBucketEncryption(text: Text, faults: string[]): BucketEncryption | null {
  const [algorithm, keyId] = [text('S3_ENCRYPTION'), text('S3_KMS_KEY_ID')]
  if (keyId !== null && algorithm !== 'aws:kms') faults.push('S3_KMS_KEY_ID goes with S3_ENCRYPTION=aws:kms.')
  if (algorithm === null || algorithm === 'AES256') return algorithm && { algorithm }
  if (algorithm !== 'aws:kms') faults.push('S3_ENCRYPTION must be AES256 or aws:kms.')
  return { algorithm: 'aws:kms', keyId }
}
