import type { AudioFormat } from '../../../src/telephony/media.ts'
import { KEY, openStandIn, type ServiceRules, type StandIn, type StandInOptions, type Talk } from './stand-in.ts'

export function openOpenAi(options: StandInOptions): Promise<StandIn> {
  return openStandIn(
    options,
    ({ headers, url }) => headers.authorization === `Bearer ${KEY}` && url === '/v1/realtime?intent=transcription',
    listen,
  )
}

interface Message {
  type: string
  audio?: string
  session?: { type: string; audio: { input: { format: { type: string } } } }
}

/** Words come only after a commit, and those of a later turn may come first. */
function listen({ socket, send }: Talk, rules: ServiceRules): void {
  let ears: ReturnType<ServiceRules['ears']> | undefined
  let isEmpty = true
  let count = 0
  const held: (() => void)[] = []
  send({ type: 'session.created', session: {} })
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message
    if (message.type === 'session.update') {
      const formats: Record<string, AudioFormat> = {
        'audio/pcmu': { encoding: 'mulaw', sampleRateHz: 8000 },
        'audio/pcm': { encoding: 'l16', sampleRateHz: 24000 },
      }
      const { session } = message
      const format = formats[session?.audio.input.format.type ?? '']
      if (session?.type !== 'transcription' || format === undefined)
        return send({ type: 'error', error: { type: 'invalid_request_error', code: 'x', message: 'no' } })
      ears = rules.ears(format)
      return send({ type: 'session.updated', session })
    }
    if (ears === undefined || rules.standIn.trouble === 'hangs') return
    if (message.type === 'input_audio_buffer.append') {
      isEmpty = false
      ears.push(Buffer.from(message.audio ?? '', 'base64'))
      if (ears.words.length > 0 && rules.standIn.trouble === 'drops') socket.terminate()
      return
    }
    if (message.type !== 'input_audio_buffer.commit') return
    if (isEmpty) {
      return send({ type: 'error', error: { type: 'invalid_request_error', code: 'input_audio_buffer_commit_empty' } })
    }
    isEmpty = true
    const item = `item${++count}`
    const words = ears.take()
    send({ type: 'input_audio_buffer.committed', item_id: item, previous_item_id: null })
    const place = { item_id: item, content_index: 0 }
    const tell = () => {
      const type = 'conversation.item.input_audio_transcription'
      for (const piece of words.split(/(?= )/u))
        if (piece !== '') send({ type: `${type}.delta`, ...place, delta: piece })
      send({ type: `${type}.completed`, ...place, transcript: words, usage: { type: 'duration', seconds: 1 } })
    }
    if (rules.options.lateFinals !== true) return rules.later(tell)
    held.unshift(tell)
    // The newest first: out of order.
    rules.later(() => {
      for (const each of held.splice(0)) each()
    })
  })
}
