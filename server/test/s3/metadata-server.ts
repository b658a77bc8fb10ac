/** The metadata service of a cloud machine (version 2, with session tokens), on loopback. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BucketKeys } from '../../src/storage/files/bucket-keys.ts'

const HOUR_MS = 3_600_000

export interface Metadata {
  readonly url: string
  /** How often keys were handed out. */
  readonly given: number
  close(): Promise<void>
}

export async function startMetadata(keys: BucketKeys, lifeMs = HOUR_MS): Promise<Metadata> {
  let given = 0
  const server = createServer((request, response) => {
    const say = (status: number, text: string) => response.writeHead(status).end(text)
    if (request.url === '/latest/api/token') {
      const isAsked = request.method === 'PUT' && request.headers['x-aws-ec2-metadata-token-ttl-seconds']
      return isAsked ? say(200, 'metadata-token') : say(400, '')
    }
    if (request.headers['x-aws-ec2-metadata-token'] !== 'metadata-token') return say(401, '')
    if (request.url === '/latest/meta-data/iam/security-credentials/') return say(200, 'recordings')
    if (request.url !== '/latest/meta-data/iam/security-credentials/recordings') return say(404, '')
    given++
    return say(
      200,
      JSON.stringify({
        Code: 'Success',
        AccessKeyId: keys.accessKeyId,
        SecretAccessKey: keys.secretAccessKey,
        Token: `session ${given}`,
        Expiration: new Date(Date.now() + lifeMs).toISOString(),
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get given() {
      return given
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
