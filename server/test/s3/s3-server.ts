/** A real S3-compatible server: Debian's OpenStack Swift, unpacked and not installed. (Debian builds rclone without `serve s3`.) */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { S3mini } from 's3mini'
import { debianPackages, librariesOf } from '../../../scripts/debian-packages.mjs'
import type { S3Settings } from '../../src/storage/files/s3-store.ts'
import { freePort } from '../free-port.ts'

/** Also what a machine that has Python has already: it must all lie in one place. */
const PACKAGES = [
  ...['^python3\\.[0-9]+-minimal$', '^libpython3\\.[0-9]+-(minimal|stdlib)$'],
  ...['python3-six', 'python3-cffi-backend', 'python3-pkg-resources', 'python3-lxml', 'python3-cryptography'],
  ...['python3-openssl', 'python3-requests'],
  ...['python3-swift', 'swift', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
]
const UNNEEDED = ['openstack-pkg-tools', 'uwsgi-plugin-python3', 'rsync', 'adduser', 'lsb-base', 'init-system-helpers']
const PROGRAM = fileURLToPath(new URL('serve-swift.py', import.meta.url))
const ACCESS_KEY_ID = 'test:recordings'
const SECRET_ACCESS_KEY = 'secret-of-the-tests'

export interface S3Server extends S3Settings {
  /** What the environment of a program must say to use it. */
  readonly environment: Record<string, string>
  close(): Promise<void>
}

/** With one empty bucket; null where there is no apt. */
export async function startS3Server(): Promise<S3Server | null> {
  const root = debianPackages({ name: 'swift', packages: PACKAGES, unneeded: UNNEEDED })
  if (root === null) {
    console.warn('\n*** TESTS OF RECORDINGS IN S3 ARE SKIPPED: they need apt of a Debian system ***\n')
    return null
  }
  const folder = await mkdtemp(join(tmpdir(), 'outdial-s3-'))
  const port = await freePort()
  const stop = await startSwift(root, folder, port)
  const bucketUrl = `http://127.0.0.1:${port}/recordings`
  const keys = { region: 'us-east-1', accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY }
  if (!(await new S3mini({ endpoint: bucketUrl, ...keys }).createBucket())) throw new Error('there is no bucket')
  const { region, ...fixed } = keys
  return {
    bucketUrl,
    region,
    keys: fixed,
    encryption: null,
    environment: {
      S3_BUCKET_URL: bucketUrl,
      S3_REGION: keys.region,
      S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
    },
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function startSwift(root: string, folder: string, port: number): Promise<() => Promise<void>> {
  const python = readdirSync(join(root, 'usr/bin')).find((name) => /^python3\.\d+$/.test(name)) as string
  const child = spawn(join(root, 'usr/bin', python), [PROGRAM, folder, String(port)], {
    env: {
      PATH: process.env.PATH ?? '',
      PYTHONHOME: join(root, 'usr'),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      LD_LIBRARY_PATH: librariesOf(root),
    },
    // Swift's own way of ending is to end its process group.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout.once('data', () => resolve())
    child.stderr.on('data', (piece) => {
      said += piece
    })
    void ended.then(() => reject(new Error(`Swift did not start: ${said}`)))
  })
  return async () => {
    process.off('exit', end)
    end()
    await ended
  }
}
