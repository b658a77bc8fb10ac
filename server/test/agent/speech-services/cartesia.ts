import type { AudioFormat } from '../../../src/telephony/media.ts'
import {
  KEY,
  oddPieces,
  openStandIn,
  type ServiceRules,
  type StandIn,
  type StandInOptions,
  type Talk,
  voiceOf,
} from './stand-in.ts'

export function openCartesia(options: StandInOptions): Promise<StandIn> {
  return openStandIn(
    options,
    ({ headers }) =>
      headers.authorization === `Bearer ${KEY}` && /^\d{4}-\d\d-\d\d$/u.test(String(headers['cartesia-version'])),
    (talk, rules) => (talk.url.pathname === '/stt/websocket' ? listen(talk, rules) : speak(talk, rules)),
    (request, _, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
      if (pathname !== '/voices') return void response.writeHead(404).end('{}')
      const isSecond = searchParams.get('starting_after') === 'v1'
      const voice = isSecond
        ? { id: 'v2', name: 'Klara', language: 'de', is_public: true }
        : { id: 'v1', name: 'Rachel', language: null, is_public: true }
      response.writeHead(200).end(JSON.stringify({ data: [voice], has_more: !isSecond }))
    },
  )
}

const ENCODINGS: Record<string, AudioFormat['encoding']> = { pcm_mulaw: 'mulaw', pcm_alaw: 'alaw', pcm_s16le: 'l16' }

function listen({ socket, send, url }: Talk, rules: ServiceRules): void {
  const encoding = ENCODINGS[url.searchParams.get('encoding') ?? ''] ?? 'mulaw'
  const ears = rules.ears({ encoding, sampleRateHz: Number(url.searchParams.get('sample_rate')) as 8000 })
  let told = ''
  const transcript = (text: string, isFinal: boolean) =>
    send({ type: 'transcript', text, is_final: isFinal, duration: ears.ms / 1000, request_id: 'x' })
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (rules.standIn.trouble === 'hangs') return
    if (isBinary) {
      ears.push(data)
      const heard = ears.words.join(' ')
      if (heard === '' || heard === told) return
      if (rules.standIn.trouble === 'drops') return socket.terminate()
      told = heard
      transcript(heard.slice(0, 3), false)
      return transcript(heard, false)
    }
    const command = data.toString()
    if (command === 'close') {
      send({ type: 'done', request_id: 'x' })
      return socket.close(1000)
    }
    if (command !== 'finalize') return void send({ type: 'error', status_code: 400, title: 'unknown command' })
    const words = ears.take()
    told = ''
    rules.later(() => {
      if (words !== '') transcript(` ${words}`, true)
      send({ type: 'flush_done', request_id: 'x' })
    })
  })
}

interface SpeakRequest {
  context_id: string
  cancel?: boolean
  transcript?: string
  output_format?: { encoding: string; sample_rate: number }
}

function speak({ socket, send }: Talk, rules: ServiceRules): void {
  const known = new Set<string>()
  socket.on('message', (data: Buffer) => {
    const input = JSON.parse(data.toString()) as SpeakRequest
    const context = { context_id: input.context_id, status_code: 206 }
    if (input.cancel) {
      // What is being made still comes.
      send({ type: 'chunk', data: Buffer.alloc(333, 9).toString('base64'), done: false, ...context })
      return send({ type: 'done', done: true, ...context })
    }
    if (known.has(input.context_id)) rules.standIn.complaints.push('a context was used again')
    known.add(input.context_id)
    const said = input.transcript ?? ''
    if (rules.standIn.trouble === 'hangs') return
    rules.standIn.spoken.push(said)
    const format = {
      encoding: ENCODINGS[input.output_format?.encoding ?? ''] ?? 'mulaw',
      sampleRateHz: input.output_format?.sample_rate as 8000,
    }
    rules.later(() => {
      for (const [index, piece] of oddPieces(voiceOf(said, format)).entries()) {
        if (rules.standIn.trouble === 'drops' && index === 1) return socket.terminate()
        send({ type: 'chunk', data: Buffer.from(piece).toString('base64'), done: false, step_time: 1, ...context })
      }
      send({ type: 'timestamps', ...context, word_timestamps: { words: [], start: [], end: [] } })
      send({ type: 'done', done: true, ...context })
    })
  })
}
