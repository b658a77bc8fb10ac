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

export function openElevenLabs(options: StandInOptions): Promise<StandIn> {
  return openStandIn(
    options,
    ({ headers }) => headers['xi-api-key'] === KEY,
    (talk, rules) => (talk.url.pathname.startsWith('/v1/speech-to-text') ? listen(talk, rules) : speak(talk, rules)),
    (request, _, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
      if (pathname !== '/v2/voices') return void response.writeHead(404).end('{}')
      // Two pages of one voice each.
      const isSecond = searchParams.get('next_page_token') === 'page 2'
      const voice = isSecond
        ? { voice_id: 'v2', name: 'Klara', labels: { language: 'de' } }
        : { voice_id: 'v1', name: 'Rachel', labels: {} }
      const rest = isSecond ? { has_more: false, next_page_token: null } : { has_more: true, next_page_token: 'page 2' }
      response.writeHead(200).end(JSON.stringify({ voices: [voice], ...rest }))
    },
  )
}

function formatOf(name: string | null): AudioFormat {
  const [kind = '', rate] = (name ?? '').split('_')
  const encodings: Record<string, AudioFormat['encoding']> = { ulaw: 'mulaw', alaw: 'alaw', pcm: 'l16' }
  return { encoding: encodings[kind] ?? 'mulaw', sampleRateHz: Number(rate) as 8000 }
}

function listen({ socket, send, url }: Talk, rules: ServiceRules): void {
  const ears = rules.ears(formatOf(url.searchParams.get('audio_format')))
  let told = ''
  send({ message_type: 'session_started', session_id: 's', config: {} })
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (rules.standIn.trouble === 'hangs') return
    if (isBinary) return socket.close(1008)
    const { message_type: type, audio_base_64: audio, commit } = JSON.parse(data.toString()) as Record<string, unknown>
    if (type !== 'input_audio_chunk' || typeof audio !== 'string')
      return send({ message_type: 'input_error', error: 'what?' })
    ears.push(Buffer.from(audio, 'base64'))
    const heard = ears.words.join(' ')
    if (heard !== '' && heard !== told) {
      if (rules.standIn.trouble === 'drops') return socket.terminate()
      told = heard
      send({ message_type: 'partial_transcript', text: heard.slice(0, 3) })
      send({ message_type: 'partial_transcript', text: heard })
      send({ message_type: 'final_transcript', text: heard })
    }
    if (commit !== true) return
    const words = ears.take()
    told = ''
    rules.later(() => {
      send({ message_type: 'committed_transcript', text: words })
      // The same once more, with more of it.
      send({ message_type: 'committed_transcript_with_timestamps', text: words, words: [] })
    })
  })
}

const CONTEXTS_MAX = 5

function speak({ socket, send, url }: Talk, rules: ServiceRules): void {
  const format = formatOf(url.searchParams.get('output_format'))
  const contexts = new Map<string, string>()
  const audio = (piece: Uint8Array, contextId: string) =>
    send({ audio: Buffer.from(piece).toString('base64'), isFinal: null, contextId, alignment: null })
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as {
      text?: string
      context_id: string
      flush?: boolean
      close_context?: boolean
    }
    const { context_id: id } = message
    if (message.text !== undefined) {
      if (!contexts.has(id) && contexts.size >= CONTEXTS_MAX) {
        send({ message: 'Maximum simultaneous contexts', error: 'max_active_conversations', code: 1008 })
        return socket.close(1008)
      }
      if (message.text !== '' && !message.text.endsWith(' '))
        rules.standIn.complaints.push('a text without a space at its end')
      contexts.set(id, `${contexts.get(id) ?? ''}${message.text}`)
    }
    if (!contexts.has(id)) rules.standIn.complaints.push(`no context ${id}`)
    if (message.close_context !== true || rules.standIn.trouble === 'hangs') return
    const said = (contexts.get(id) ?? '').trim()
    contexts.delete(id)
    rules.standIn.spoken.push(said)
    rules.later(() => {
      for (const [index, piece] of oddPieces(voiceOf(said, format)).entries()) {
        if (rules.standIn.trouble === 'drops' && index === 1) return socket.terminate()
        audio(piece, id)
      }
      send({ isFinal: true, audio: null, contextId: id })
    })
  })
}
