import { generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import {
  decodeFields,
  encodeBytesField,
  encodeMessage,
  encodeNumberField,
} from '../../../src/speech/services/google/protobuf.ts'
import type { AudioFormat } from '../../../src/telephony/media.ts'
import { openStandIn, type ServiceRules, type StandIn, type StandInOptions, voiceOf } from './stand-in.ts'

const TOKEN = 'a-token'
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The file of an account whose tokens this stand-in gives. */
export function accountOf(standIn: StandIn, name = 'right'): string {
  return JSON.stringify({
    client_email: `${name}@project.test`,
    private_key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    project_id: 'project',
    token_uri: `${standIn.url}/token`,
  })
}

/** Requests by one server (tokens and voices), gRPC by another; `url` is that of the first, `grpc` of the second. */
export async function openGoogle(options: StandInOptions): Promise<StandIn & { grpc: string }> {
  const standIn = await openStandIn(
    options,
    () => true,
    () => {},
    (request, body, response, rules) => {
      if (request.url === '/token') {
        const [, payload = ''] = (new URLSearchParams(body).get('assertion') ?? '').split('.')
        const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { iss: string }
        if (iss !== 'right@project.test') return void response.writeHead(401).end('{"error":"invalid_grant"}')
        return void response.writeHead(200).end(JSON.stringify({ access_token: TOKEN, expires_in: 3600 }))
      }
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return void response.writeHead(401).end('{}')
      if (request.url === '/v1/voices') {
        const voices = [
          { name: 'v1', languageCodes: [], ssmlGender: 'FEMALE' },
          { name: 'v2', languageCodes: ['de-DE'], ssmlGender: 'FEMALE' },
        ]
        return void response.writeHead(200).end(JSON.stringify({ voices }))
      }
      const { input, audioConfig } = JSON.parse(body) as {
        input: { text: string }
        audioConfig: { audioEncoding: string; sampleRateHertz: number }
      }
      rules.standIn.spoken.push(input.text)
      const encodings: Record<string, AudioFormat['encoding']> = { MULAW: 'mulaw', ALAW: 'alaw', LINEAR16: 'l16' }
      const format = {
        encoding: encodings[audioConfig.audioEncoding] ?? 'mulaw',
        sampleRateHz: audioConfig.sampleRateHertz as 8000,
      }
      const audioContent = withHeader(voiceOf(input.text, format)).toString('base64')
      rules.later(() => {
        const answer = JSON.stringify({ audioContent })
        response.writeHead(200)
        if (rules.standIn.trouble !== 'drops') return void response.end(answer)
        response.write(answer.slice(0, 200), () => setImmediate(() => response.destroy()))
      })
    },
  )
  const streams = new Set<ServerHttp2Stream>()
  const grpcServer = createServer()
  grpcServer.on('stream', (stream, headers) => {
    streams.add(stream)
    stream.on('close', () => streams.delete(stream))
    stream.on('error', () => {})
    if (headers.authorization !== `Bearer ${TOKEN}`) {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '16' }, { endStream: true })
      return
    }
    if (standIn.trouble === 'busy') {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '8' }, { endStream: true })
      return
    }
    listen(stream, standIn.rules as ServiceRules)
  })
  await new Promise<void>((resolve) => grpcServer.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    for (const stream of streams) stream.session?.destroy()
    await new Promise<void>((resolve) => grpcServer.close(() => resolve()))
    await closeFirst()
  }
  const closeFirst = standIn.close
  return Object.assign(standIn, { grpc: `http://127.0.0.1:${(grpcServer.address() as AddressInfo).port}`, close })
}

function listen(stream: ServerHttp2Stream, rules: ServiceRules): void {
  let received = Buffer.alloc(0)
  let ears: ReturnType<ServiceRules['ears']> | undefined
  let told = ''
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  const results = (...each: Uint8Array[]) => {
    const body = encodeMessage(...each.map((one) => encodeBytesField(6, one)))
    const head = Buffer.alloc(5)
    head.writeUInt32BE(body.length, 1)
    if (!stream.destroyed) stream.write(Buffer.concat([head, body]))
  }
  const result = (text: string, isFinal: boolean) =>
    encodeMessage(
      encodeBytesField(1, encodeMessage(encodeBytesField(1, text))),
      ...(isFinal ? [encodeNumberField(2, 1)] : []),
    )
  stream.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    while (received.length >= 5 && received.length >= 5 + received.readUInt32BE(1)) {
      const body = received.subarray(5, 5 + received.readUInt32BE(1))
      received = received.subarray(5 + body.length)
      for (const { field, value } of decodeFields(body)) {
        if (field === 6) ears = rules.ears(formatOf(value as Uint8Array))
        if (field !== 5 || ears === undefined || rules.standIn.trouble === 'hangs') continue
        ears.push(value as Uint8Array)
      }
    }
    const heard = ears?.words.join(' ') ?? ''
    if (heard === '' || heard === told) return
    if (rules.standIn.trouble === 'drops') return stream.session?.destroy()
    told = heard
    // A stable part and an unstable one.
    const [first = '', ...rest] = heard.split(' ')
    results(
      ...(rest.length === 0 ? [result(first, false)] : [result(first, false), result(` ${rest.join(' ')}`, false)]),
    )
  })
  stream.on('end', () => {
    if (rules.standIn.trouble === 'hangs') return
    const words = ears?.take() ?? ''
    rules.later(() => {
      if (words !== '') results(result(words, true))
      stream.end()
    })
  })
}

function formatOf(streamingConfig: Uint8Array): AudioFormat {
  const inner = (bytes: Uint8Array, wanted: number) => decodeFields(bytes).find(({ field }) => field === wanted)?.value
  const decoding = inner(inner(streamingConfig, 1) as Uint8Array, 8) as Uint8Array
  return { encoding: inner(decoding, 1) === 2 ? 'mulaw' : 'l16', sampleRateHz: inner(decoding, 2) as 8000 }
}

function withHeader(audio: Uint8Array): Buffer {
  const header = Buffer.alloc(58)
  header.write('RIFF', 0)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(18, 16)
  header.write('fact', 38)
  header.writeUInt32LE(4, 42)
  header.write('data', 50)
  header.writeUInt32LE(audio.length, 54)
  return Buffer.concat([header, audio])
}
