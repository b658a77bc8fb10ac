/** A proxy of a company network, and its own certificate authority. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Server as SocketServer } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { afterFile } from './after-file.ts'

export interface ForwardProxy {
  readonly url: string
  /** What the proxy was asked to connect to. */
  readonly asked: string[]
  /** The credentials that came with it. */
  readonly authorizations: Array<string | null>
  /** The status with which it refuses; null: it connects. */
  refusal: string | null
  close(): Promise<void>
}

/** Leads every destination to one server of the test, which it also starts. */
export async function forwardProxy(beyond: SocketServer, credentials = ''): Promise<ForwardProxy> {
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', (request, client: Duplex) => {
    proxy.asked.push(request.url as string)
    proxy.authorizations.push(request.headers['proxy-authorization'] ?? null)
    client.on('error', () => {})
    if (proxy.refusal !== null) return client.end(`HTTP/1.1 ${proxy.refusal}\r\ncontent-length: 0\r\n\r\n`)
    const far = connect((beyond.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.pipe(client).pipe(far)
    })
    client.on('close', () => far.destroy())
    far.on('error', () => client.destroy())
  })
  await Promise.all([server, beyond].map(listen))
  const proxy: ForwardProxy = {
    url: `http://${credentials}127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    authorizations: [],
    refusal: null,
    async close() {
      for (const each of [server, beyond]) {
        ;(each as Partial<Server>).closeAllConnections?.()
        each.close()
      }
    },
  }
  afterFile(() => proxy.close())
  return proxy
}

const listen = (server: SocketServer) =>
  new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

export interface OwnCertificates {
  key: string
  cert: string
  /** The file of the authority. */
  authority: string
}

/** `names` as in a certificate: `DNS:carrier.example,IP:203.0.113.5`. Null where there is no openssl. */
export async function ownCertificates(directory: string, names: string): Promise<OwnCertificates | null> {
  const file = (name: string) => join(directory, name)
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args)
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  try {
    await openssl('version')
  } catch {
    console.warn('\n*** TESTS OF AN OWN CERTIFICATE AUTHORITY ARE SKIPPED: they need openssl ***\n')
    return null
  }
  const authority = ['-x509', '-days', '2', '-subj', '/CN=Company', '-keyout', file('ca.key'), '-out', file('ca.pem')]
  await openssl('req', ...curve, ...authority)
  await openssl('req', ...curve, '-subj', '/CN=carrier', '-keyout', file('key.pem'), '-out', file('request.pem'))
  await writeFile(file('names'), `subjectAltName=${names}`)
  const signed = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('names')]
  await openssl('x509', '-req', '-days', '2', '-in', file('request.pem'), ...signed, '-out', file('cert.pem'))
  const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(file(name), 'utf8')))
  return { key: key as string, cert: cert as string, authority: file('ca.pem') }
}
