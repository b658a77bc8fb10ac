import { readTextFrame } from '../../../src/speech/services/azure/azure.ts'
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

export function openAzure(options: StandInOptions): Promise<StandIn> {
  return openStandIn(
    options,
    ({ headers }) => headers['ocp-apim-subscription-key'] === KEY,
    listen,
    (request, body, response, rules) => {
      if (request.method === 'GET' && request.url === '/cognitiveservices/voices/list') {
        const voices = [
          { Name: 'Microsoft Rachel', DisplayName: 'Rachel', ShortName: 'v1', VoiceType: 'Neural' },
          { Name: 'Microsoft Klara', DisplayName: 'Klara', ShortName: 'v2', Locale: 'de-DE', VoiceType: 'Neural' },
        ]
        return void response.writeHead(200).end(JSON.stringify(voices))
      }
      const wanted = /^raw-(\d+)khz-(?:8bit-mono-(mulaw|alaw)|16bit-mono-pcm)$/u.exec(
        String(request.headers['x-microsoft-outputformat']),
      )
      const text = /<voice name='[^']+'>([^<]*)<\/voice>/u.exec(body)?.[1]
      if (wanted === null || text === undefined || /&(?!amp;|lt;|gt;|apos;|quot;)/u.test(body))
        return void response.writeHead(400).end()
      const said = text
        .replaceAll('&apos;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
      rules.standIn.spoken.push(said)
      const format: AudioFormat = {
        encoding: (wanted[2] as 'mulaw' | undefined) ?? 'l16',
        sampleRateHz: (Number(wanted[1]) * 1000) as 8000,
      }
      rules.later(() => {
        const pieces = oddPieces(voiceOf(said, format))
        response.writeHead(200)
        if (rules.standIn.trouble !== 'drops') return void response.end(Buffer.concat(pieces))
        response.write(pieces[0], () => setImmediate(() => response.destroy()))
      })
    },
  )
}

/** Headers, a WAV header with every request, an empty frame at its end; then `turn.end`, and nothing before it. */
function listen({ socket, url }: Talk, rules: ServiceRules): void {
  if (url.searchParams.get('language')?.includes('-') !== true) return socket.close(1007)
  let requestId = ''
  let ears: ReturnType<ServiceRules['ears']> | undefined
  let told = ''
  let isEnding = false
  const send = (path: string, body: object) =>
    socket.send(
      `X-RequestId:${requestId}\r\nPath:${path}\r\nContent-Type:application/json\r\n\r\n${JSON.stringify(body)}`,
    )
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (rules.standIn.trouble === 'hangs') return
    if (!isBinary) {
      const frame = readTextFrame(data.toString())
      if (frame?.path !== 'speech.context') return
      if (isEnding) rules.standIn.complaints.push('a request before the end of the last')
      requestId = frame.requestId
      ears = undefined
      return send('turn.start', { context: { serviceTag: 'x' } })
    }
    const length = data.readUInt16BE(0)
    const headers = data.toString('utf8', 2, 2 + length)
    const audio = data.subarray(2 + length)
    if (!headers.includes(requestId)) rules.standIn.complaints.push('audio of another request')
    if (ears === undefined) {
      if (audio.toString('latin1', 0, 4) !== 'RIFF' || audio.length !== 44) return socket.close(1007)
      const isMuLaw = audio.readUInt16LE(20) === 7
      ears = rules.ears({ encoding: isMuLaw ? 'mulaw' : 'l16', sampleRateHz: audio.readUInt32LE(24) as 8000 })
      return
    }
    if (audio.length > 0) {
      ears.push(audio)
      const heard = ears.words.join(' ')
      if (heard === '' || heard === told) return
      if (rules.standIn.trouble === 'drops') return socket.terminate()
      told = heard
      send('speech.startDetected', { Offset: 0 })
      send('speech.hypothesis', { Text: heard.slice(0, 3), Offset: 0, Duration: 1 })
      return send('speech.hypothesis', { Text: heard, Offset: 0, Duration: 1 })
    }
    const words = ears.take()
    told = ''
    isEnding = true
    rules.later(() => {
      if (words !== '')
        send('speech.phrase', {
          RecognitionStatus: 'Success',
          DisplayText: words,
          NBest: [{ Confidence: 0.9, Display: words }],
        })
      send('speech.endDetected', { Offset: 1 })
      isEnding = false
      send('turn.end', {})
    })
  })
}
