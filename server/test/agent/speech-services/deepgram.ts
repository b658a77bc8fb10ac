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

export function openDeepgram(options: StandInOptions): Promise<StandIn> {
  return openStandIn(
    options,
    ({ headers }) => headers.authorization === `Token ${KEY}`,
    (talk, rules) => (talk.url.pathname === '/v1/listen' ? listen(talk, rules) : speak(talk, rules)),
    (request, _, response) => {
      if (request.url !== '/v1/models') return void response.writeHead(404).end('{}')
      const tts = [
        { name: 'Rachel', canonical_name: 'v1', languages: [], metadata: {} },
        { name: 'Klara', canonical_name: 'v2', languages: ['de', 'de-DE'], metadata: {} },
      ]
      const stt = [{ name: 'nova', canonical_name: 'nova-3', languages: ['en'], streaming: true }]
      response.writeHead(200).end(JSON.stringify({ stt, tts }))
    },
  )
}

export function formatOf(url: URL): AudioFormat {
  const encoding = url.searchParams.get('encoding')
  return {
    encoding: encoding === 'linear16' ? 'l16' : (encoding as 'mulaw' | 'alaw'),
    sampleRateHz: Number(url.searchParams.get('sample_rate')) as 8000,
  }
}

/** Pieces since the last final; `Finalize` with nothing new is not answered. */
function listen({ socket, send, url }: Talk, rules: ServiceRules): void {
  const ears = rules.ears(formatOf(url))
  let finalMs = 0
  let told = ''
  const results = (transcript: string, isFinal: boolean, fromFinalize: boolean, untilMs: number) => {
    send({
      type: 'Results',
      channel_index: [0, 1],
      start: finalMs / 1000,
      duration: (untilMs - finalMs) / 1000,
      is_final: isFinal,
      speech_final: false,
      from_finalize: fromFinalize,
      channel: { alternatives: [{ transcript, confidence: transcript === '' ? 0 : 0.97, words: [] }] },
      metadata: { request_id: 'x' },
    })
    if (isFinal) finalMs = untilMs
  }
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (rules.standIn.trouble === 'hangs') return
    if (isBinary) {
      ears.push(data)
      const heard = ears.words.join(' ')
      if (heard === '' || heard === told) return
      if (rules.standIn.trouble === 'drops') return socket.terminate()
      told = heard
      send({ type: 'SpeechStarted', channel: [0], timestamp: ears.ms / 1000 })
      // First misheard, then revised.
      if (rules.options.lagMs === undefined) results(heard.slice(0, 3), false, false, ears.ms)
      return results(heard, false, false, ears.ms)
    }
    const { type } = JSON.parse(data.toString()) as { type: string }
    if (type === 'CloseStream') {
      send({ type: 'Metadata', request_id: 'x', duration: ears.ms / 1000 })
      return socket.close(1000)
    }
    if (type !== 'Finalize') return void rules.standIn.complaints.push(type)
    const untilMs = ears.ms
    const words = ears.take()
    told = ''
    rules.later(() => {
      send({ type: 'SomethingNew' })
      // The last words come in two pieces, the second of which was asked for.
      const [first = '', ...rest] = words.split(' ')
      if (rest.length > 0) results(first, true, false, untilMs - 300)
      results(rest.length > 0 ? rest.join(' ') : first, true, true, untilMs)
    })
  })
}

function speak({ socket, send, url }: Talk, rules: ServiceRules): void {
  let buffer = ''
  let count = 0
  let generation = 0
  send({ type: 'Metadata', request_id: 'x', model_name: url.searchParams.get('model') })
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return socket.close(1003, 'MESSAGE-0000')
    const { type, text } = JSON.parse(data.toString()) as { type: string; text?: string }
    if (type === 'Speak') buffer += text ?? ''
    if (type === 'Clear') {
      // What had begun still comes.
      socket.send(Buffer.alloc(333, 9))
      generation++
      return send({ type: 'Cleared', sequence_id: count++ })
    }
    if (type !== 'Flush' || rules.standIn.trouble === 'hangs') return
    const said = buffer
    buffer = ''
    rules.standIn.spoken.push(said)
    const mine = ++generation
    rules.later(() => {
      const pieces = oddPieces(voiceOf(said, formatOf(url)))
      for (const [index, piece] of pieces.entries()) {
        if (rules.standIn.trouble === 'drops' && index === 1) return socket.terminate()
        if (mine === generation) socket.send(piece)
      }
      if (mine === generation) send({ type: 'Flushed', sequence_id: count++ })
    }, rules.options.firstAudioMs)
  })
}
