import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Clock, systemClock } from '../../../kernel/clock.ts'
import { openLog } from '../../../kernel/log.ts'
import { seededRng } from '../../../kernel/rng.ts'
import { VirtualClock } from '../../../kernel/virtual-clock.ts'
import type { CarrierAnswer } from '../../carrier-kit/http.ts'
import type { MediaListener } from '../../media.ts'
import type { Credentials } from '../../provider.ts'
import type { AriConnection } from './ari-connection.ts'
import { callerId, dialString, trunkOf } from './dial-string.ts'
import { EventSocket } from './event-socket.ts'
import { eventTimeMs, readEvent } from './events.ts'
import { AriMedia } from './media.ts'
import { acceptMedia } from './media-leg.ts'
import { type CallHistory, endedEvent } from './outcomes.ts'
import { readSettings } from './settings.ts'
import { ari } from './spec.ts'
import { originateVerdict } from './verdicts.ts'

function settings(changes: Credentials = {}) {
  return readSettings({ ari_endpoint: 'http://pbx:8088', app_name: 'outdial', app_password: 'x', ...changes })
}

describe('the configuration', () => {
  test('the address may carry a prefix, a slash or /ari at its end', () => {
    for (const endpoint of [
      'https://pbx:8089/asterisk',
      'https://pbx:8089/asterisk/',
      ' https://pbx:8089/asterisk/ari/',
    ]) {
      expect(settings({ ari_endpoint: endpoint })).toMatchObject({
        restBase: 'https://pbx:8089/asterisk/ari',
        socketBase: 'wss://pbx:8089/asterisk',
      })
    }
    expect(settings()).toMatchObject({ restBase: 'http://pbx:8088/ari', socketBase: 'ws://pbx:8088' })
  })

  test('an account is told apart by host and application', () => {
    expect(ari.accountId({ ari_endpoint: 'http://pbx:8088/ari', app_name: 'a' })).toBe('pbx:8088/a')
  })

  test('addresses and templates that cannot work are named', () => {
    const faults = (credentials: Credentials) => ari.inspect?.(credentials).map((fault) => fault.field)
    const good = { ari_endpoint: 'http://pbx:8088', endpoint_template: 'PJSIP/{number}@trunk' }
    expect(faults(good)).toEqual([])
    expect(faults({ ...good, endpoint_template: '' })).toEqual([])
    for (const ari_endpoint of ['pbx:8088', 'ftp://pbx', 'http://user:secret@pbx', 'http://pbx?x=1', '']) {
      expect(faults({ ...good, ari_endpoint })).toEqual(['ari_endpoint'])
    }
    for (const endpoint_template of ['PJSIP/trunk', '{number}', 'PJSIP/{nummer}@trunk']) {
      expect(faults({ ...good, endpoint_template })).toEqual(['endpoint_template'])
    }
  })
})

describe('dial strings', () => {
  const dialled = (to: string, type: 'pstn' | 'sip_uri' | 'sip_extension', changes: Credentials) => {
    const result = dialString(settings(changes), to, type)
    return result.kind === 'dial' ? result.endpoint : result.kind
  }

  test('the template is filled, with and without the plus sign', () => {
    expect(dialled('+15550142', 'pstn', { endpoint_template: 'PJSIP/{number}@trunk' })).toBe('PJSIP/+15550142@trunk')
    expect(dialled('+15550142', 'pstn', { endpoint_template: 'PJSIP/0{digits}@trunk' })).toBe('PJSIP/015550142@trunk')
    expect(dialled('6001', 'sip_extension', {})).toBe('PJSIP/6001')
  })

  test('an outbound context wins over the template', () => {
    expect(dialled('+15550142', 'pstn', { outbound_context: 'from-internal' })).toBe('Local/+15550142@from-internal')
  })

  test('a SIP address goes through the trunk as it stands, or not at all', () => {
    const uri = 'sip:ann@example.com:5070'
    expect(dialled(uri, 'sip_uri', { endpoint_template: 'PJSIP/{number}@trunk' })).toBe(`PJSIP/trunk/${uri}`)
    expect(dialled(uri, 'sip_uri', { endpoint_template: 'PJSIP/trunk/sip:{number}@gateway' })).toBe(
      `PJSIP/trunk/${uri}`,
    )
    expect(dialled(uri, 'sip_uri', {})).toBe('refused')
    expect(dialled(uri, 'sip_uri', { outbound_context: 'out' })).toBe('refused')
    expect(dialled('sip:a@b/../c', 'sip_uri', { endpoint_template: 'PJSIP/{number}@trunk' })).toBe('refused')
  })

  test('a dial string of its own is taken for technologies that ring a phone, never for the dialplan', () => {
    expect(dialled('PJSIP/907@self', 'sip_extension', {})).toBe('PJSIP/907@self')
    for (const to of ['Local/s@admin', 'PJSIP/1@a&PJSIP/2@a', '1@admin', '1/n', '1,2', 'PJSIP/1@a,2', '']) {
      expect(dialled(to, 'sip_extension', { outbound_context: 'out' })).toBe('refused')
    }
    expect(dialled('+1555@x', 'pstn', {})).toBe('refused')
  })

  test('a trunk is known where the template names one for all calls', () => {
    const trunk = (endpoint_template: string) => trunkOf(settings({ endpoint_template }))?.resource ?? null
    expect(trunk('PJSIP/{number}@trunk')).toBe('trunk')
    expect(trunk('PJSIP/00{digits}@trunk-2')).toBe('trunk-2')
    expect(trunk('PJSIP/trunk/sip:{number}@gateway.example')).toBe('trunk')
    expect(trunk('PJSIP/{number}')).toBeNull()
    expect(trunkOf(settings({ outbound_context: 'out', endpoint_template: 'PJSIP/{number}@trunk' }))).toBeNull()
  })

  test('the caller shows a number, of a SIP address its user', () => {
    expect([callerId('+15550100'), callerId('sip:ann@example.com'), callerId('6001')]).toEqual([
      '+15550100',
      'ann',
      '6001',
    ])
  })
})

describe('how a call ended', () => {
  const history: CallHistory = {
    answered: false,
    rang: false,
    hungUpByUs: false,
    dialingMs: 500,
    ringTimeoutMs: 30_000,
    durationSeconds: null,
  }
  const outcome = (cause: number, sipStatus: number, changes: Partial<CallHistory> = {}) => {
    const news = endedEvent({ cause, causeText: 'text', sipStatus }, { ...history, ...changes })
    return news.permanent ? `${news.as} for good` : news.as
  }

  // SIP answer, and the cause Asterisk makes of it: measured.
  const beforeAnswer: Array<[sip: number, cause: number, outcome: string]> = [
    [400, 127, 'failed'],
    [401, 21, 'failed'],
    [402, 127, 'failed'],
    [403, 21, 'failed'],
    [404, 1, 'failed for good'],
    [405, 127, 'failed'],
    [406, 127, 'failed'],
    [408, 18, 'failed'],
    [410, 22, 'failed for good'],
    [413, 127, 'failed'],
    [415, 127, 'failed'],
    [420, 3, 'failed'],
    [480, 19, 'no_answer'],
    [481, 127, 'failed'],
    [482, 127, 'failed'],
    [483, 19, 'failed'],
    [484, 28, 'failed for good'],
    [485, 1, 'failed'],
    [486, 17, 'busy'],
    [487, 127, 'no_answer'],
    [488, 58, 'failed'],
    [493, 127, 'failed'],
    [500, 38, 'failed'],
    [501, 29, 'failed'],
    [502, 27, 'failed'],
    [503, 34, 'failed'],
    [504, 102, 'failed'],
    [513, 34, 'failed'],
    [600, 17, 'busy'],
    [603, 21, 'declined'],
    [604, 1, 'failed for good'],
    [606, 58, 'failed'],
    [607, 127, 'declined'],
    [608, 127, 'failed'],
  ]
  test.each(beforeAnswer)('SIP %i (cause %i) is %s', (sip, cause, expected) => {
    expect(outcome(cause, sip)).toBe(expected)
  })

  test('without the SIP status, as version 16 has it, the cause alone decides', () => {
    expect(outcome(21, 0, { rang: true })).toBe('declined')
    expect(outcome(17, 0)).toBe('busy')
    expect(outcome(1, 0)).toBe('failed for good')
    expect(outcome(16, 0)).toBe('no_answer')
    expect(outcome(20, 0)).toBe('no_answer')
    expect(outcome(31, 0)).toBe('no_answer')
    expect(outcome(999, 0)).toBe('failed')
  })

  test('a trunk that refuses us is nobody’s decline, also through a dialplan, which tells no SIP status', () => {
    const news = (cause: number, sipStatus: number) => endedEvent({ cause, causeText: '', sipStatus }, history)
    const refused = { as: 'failed', fault: 'account', perhapsNumber: true, endedBy: 'carrier' }
    expect(news(21, 0)).toMatchObject(refused)
    expect(news(21, 403)).toMatchObject(refused)
    expect(news(127, 402)).toMatchObject({ fault: 'account', cause: expect.stringContaining('wants payment') })
    expect(news(127, 607)).toMatchObject({ as: 'declined', unwanted: true })
    expect(news(127, 608)).toMatchObject({ as: 'failed', fault: 'caller' })
    expect(news(18, 408)).toMatchObject({ as: 'failed', fault: 'network' })
  })

  test('no cause at all is our own time-out if the time has passed, else a number that leads nowhere', () => {
    expect(outcome(0, 0, { dialingMs: 29_800 })).toBe('no_answer')
    expect(outcome(0, 0, { dialingMs: 100 })).toBe('failed')
  })

  test('no user responding is no answer once the phone has rung', () => {
    expect(outcome(18, 408, { rang: true })).toBe('no_answer')
  })

  test('our own hang-up is canceled before the answer and completed after it, whatever the cause', () => {
    for (const cause of [0, 16, 17, 127]) {
      expect(endedEvent({ cause, causeText: '', sipStatus: 0 }, { ...history, hungUpByUs: true })).toMatchObject({
        as: 'canceled',
        endedBy: 'us',
      })
      const answered = { ...history, answered: true, hungUpByUs: true, durationSeconds: 3 }
      expect(endedEvent({ cause, causeText: '', sipStatus: 0 }, answered)).toMatchObject({
        as: 'completed',
        endedBy: 'us',
        durationSeconds: 3,
      })
    }
  })

  test('after the answer every end is completed; 0 and 16 are the callee, a network fault is the carrier', () => {
    const by = (cause: number) =>
      endedEvent({ cause, causeText: '', sipStatus: 0 }, { ...history, answered: true, durationSeconds: 1 })
    expect(by(0)).toMatchObject({ as: 'completed', endedBy: 'callee', cause: '0 Unknown' })
    expect(by(16)).toMatchObject({ as: 'completed', endedBy: 'callee' })
    expect(by(38)).toMatchObject({ as: 'completed', endedBy: 'carrier' })
    expect(by(1)).toMatchObject({ as: 'completed', permanent: false })
  })
})

describe('the answer to a dial', () => {
  const answered = (status: number, json: unknown = null): CarrierAnswer => ({
    kind: 'answered',
    status,
    headers: new Headers(),
    text: '',
    json,
  })

  const cases: Array<[name: string, answer: CarrierAnswer, kind: string]> = [
    ['200 with our id', answered(200, { id: 'c1' }), 'placed'],
    ['200 about another channel', answered(200, { id: 'c2' }), 'unknown'],
    ['200 without a body', answered(200), 'unknown'],
    ['409, the id exists', answered(409, { message: 'Channel with given unique ID already exists' }), 'exists'],
    ['400, bad endpoint', answered(400, { message: 'Invalid endpoint specified' }), 'rejected'],
    ['401', answered(401), 'halt'],
    ['403, read-only login', answered(403, { message: 'Write access denied' }), 'halt'],
    ['500, no channel could be made', answered(500, { error: 'Allocation failed' }), 'unallocated'],
    ['500, anything else', answered(500, { message: 'An internal error' }), 'unknown'],
    ['502 of a proxy', answered(502), 'unknown'],
    ['503', answered(503), 'unknown'],
    ['connection refused', { kind: 'unsent', reason: 'ECONNREFUSED' }, 'later'],
    ['no answer', { kind: 'lost', reason: 'AbortError' }, 'unknown'],
  ]
  test.each(cases)('%s', (_name, answer, kind) => {
    expect(originateVerdict(answer, 'c1').kind).toBe(kind)
  })
})

describe('events', () => {
  test('rubbish is no event', () => {
    for (const text of ['', 'x', '[]', '{}', '{"type":7}', '{"type":"StasisStart","channel":{"id":5}}']) {
      expect(readEvent(text)).toBeNull()
    }
  })

  test('the time of an event is read', () => {
    const event = readEvent('{"type":"Dial","timestamp":"2026-11-15T01:33:41.516+0000"}')
    expect(event && eventTimeMs(event)).toBe(Date.UTC(2026, 10, 15, 1, 33, 41, 516))
    expect(eventTimeMs({ type: 'Dial' })).toBeNull()
  })
})

/** A socket that only remembers what was sent. */
class PaperSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  readonly sent: Array<string | Uint8Array> = []

  send(message: string | Uint8Array): void {
    this.sent.push(message)
  }

  close(): void {
    this.emit('close')
  }

  terminate(): void {
    this.emit('close')
  }

  says(text: string): void {
    this.emit('message', Buffer.from(text), false)
  }

  ping(): void {
    this.emit('pong')
  }

  texts(): string[] {
    return this.sent.filter((message) => typeof message === 'string')
  }

  bytes(): number {
    return this.sent.reduce((sum, message) => sum + (typeof message === 'string' ? 0 : message.length), 0)
  }
}

describe('the audio socket', () => {
  const open = (released: boolean) => {
    const socket = new PaperSocket()
    const media = new AriMedia(socket as unknown as WebSocket, released, new VirtualClock())
    const told: string[] = []
    const listener: MediaListener = {
      audio: (frame) => told.push(`audio ${frame.length}`),
      digit: (digit) => told.push(`digit ${digit}`),
      marked: (name, played) => told.push(`${name} ${played ? 'played' : 'dropped'}`),
      closed: () => told.push('closed'),
    }
    media.listen(listener)
    return { socket, media, told }
  }

  test('only whole frames leave; the rest waits for more, and is filled up before a mark', () => {
    const { socket, media } = open(true)
    media.send(new Uint8Array(250))
    expect(socket.bytes()).toBe(160)
    media.send(new Uint8Array(100))
    expect(socket.bytes()).toBe(320)
    media.mark('a')
    expect(socket.bytes()).toBe(480)
    expect((socket.sent[2] as Uint8Array).at(-1)).toBe(0xff)
    expect(socket.texts()).toEqual(['MARK_MEDIA m1'])
  })

  test('nothing is sent into a channel that is not yet bridged, and all of it afterwards', () => {
    const { socket, media, told } = open(false)
    media.send(new Uint8Array(320))
    media.mark('end')
    socket.says('MEDIA_START connection_id:x channel_id:y format:ulaw optimal_frame_size:160 ptime:20')
    expect(socket.sent).toEqual([])
    media.release()
    socket.says('STATUS channel_id:y queue_length:0')
    expect(socket.bytes()).toBe(320)
    socket.says('MEDIA_MARK_PROCESSED m1')
    expect(told).toEqual(['end played'])
  })

  /** Audio of a call that another node dialed, whose bridge is looked for at a PBX that says this. */
  function fromAnotherNode(bridge: (atMs: number) => CarrierAnswer) {
    const clock = new VirtualClock()
    const socket = new PaperSocket()
    const lines: string[] = []
    const link = {
      book: { withRef: () => undefined, channelOf: () => 'od-7' },
      rest: { ask: async () => bridge(clock.monotonic()) },
      context: { clock, log: openLog('warn', false, { write: (line) => void lines.push(line) }) },
    }
    const call = { callId: 7, callKey: 'od-7', providerCallId: null }
    const media = acceptMedia(link as unknown as AriConnection, call, socket as unknown as WebSocket)
    let closed = false
    socket.once('close', () => {
      socket.readyState = 3
      closed = true
    })
    socket.says('MEDIA_START connection_id:x channel_id:y format:ulaw optimal_frame_size:160 ptime:20')
    media.send(new Uint8Array(320))
    return { clock, socket, lines, isClosed: () => closed }
  }
  const answered = (status: number, json: unknown): CarrierAnswer => ({
    kind: 'answered',
    status,
    headers: new Headers(),
    text: '',
    json,
  })

  test('the audio of a call from another node is held back until its bridge stands', async () => {
    const { clock, socket, isClosed } = fromAnotherNode((atMs) =>
      atMs < 5_000 ? answered(404, null) : answered(200, { channels: ['outdial-media-od-7'] }),
    )
    await clock.pass(4_900)
    expect(socket.bytes()).toBe(0)
    await clock.pass(10_000)
    expect(socket.texts()).toEqual(['GET_STATUS'])
    socket.says('STATUS channel_id:y queue_length:0')
    expect([socket.bytes(), isClosed()]).toEqual([320, false])
  })

  test('where no bridge comes nothing is played to nobody: the audio is closed, and the log says so', async () => {
    const { clock, socket, lines, isClosed } = fromAnotherNode(() => answered(404, null))
    await clock.pass(11_000)
    socket.says('STATUS channel_id:y queue_length:0')
    expect([socket.bytes(), isClosed()]).toEqual([0, true])
    expect(lines).toEqual([expect.stringContaining('"call_id":7')])
  })

  test('no more than eight seconds are in the queue of Asterisk', () => {
    const { socket, media } = open(true)
    media.send(new Uint8Array(20 * 8_000))
    expect(socket.bytes()).toBe(8 * 8_000)
    socket.says(`MEDIA_MARK_PROCESSED ${socket.texts()[0]?.split(' ')[1]}`)
    expect(socket.bytes()).toBe(9 * 8_000)
    for (const message of socket.sent) expect(message.length).toBeLessThanOrEqual(8_000)
  })

  test('a clear gives back the marks that the flush swallowed, also those not yet sent', () => {
    const { socket, media, told } = open(true)
    media.mark('heard')
    socket.says('MEDIA_MARK_PROCESSED m1')
    media.send(new Uint8Array(20 * 8_000))
    media.mark('never sent')
    media.clear()
    expect(socket.texts().slice(-2)).toEqual(['FLUSH_MEDIA', expect.stringMatching(/^MARK_MEDIA c\d+$/)])
    socket.says(`MEDIA_MARK_PROCESSED ${socket.texts().at(-1)?.split(' ')[1]}`)
    expect(told).toEqual(['heard played', 'never sent dropped'])
    const before = socket.bytes()
    media.send(new Uint8Array(160))
    expect(socket.bytes()).toBe(before + 160)
  })

  test('keys and audio are passed on; rubbish is not', () => {
    const { socket, told } = open(true)
    for (const text of [
      '',
      'DTMF_END',
      'DTMF_END digit:',
      'DTMF_END digit:12',
      'MEDIA_MARK_PROCESSED',
      'MEDIA_MARK_PROCESSED m99',
      'ERROR x',
      '{',
      '{}',
      '{"event":7}',
      '{"event":"DTMF_END","digit":"12"}',
      '{"event":"DTMF_END"}',
    ]) {
      socket.says(text)
    }
    socket.says('DTMF_END digit:# channel_id:x')
    socket.emit('message', Buffer.alloc(160), true)
    socket.emit('close')
    expect(told).toEqual(['digit #', 'audio 160', 'closed'])
  })
})

describe('the events connection', () => {
  test('a peer that shows no sign of life is left, and the connection made anew', async () => {
    // It neither speaks nor answers pings, as behind a router that has forgotten the connection.
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false })
    await once(server, 'listening')
    const due: Array<() => void> = []
    const clock: Clock = { ...systemClock, after: (_delayMs, work) => ({ cancel: cancelIn(due, work) }) }
    const happened = new EventEmitter()
    const socket = new EventSocket({
      url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ari/events`,
      authorization: 'Basic x',
      clock,
      rng: seededRng(1),
      opened: () => happened.emit('opened'),
      event: () => {},
      lost: () => happened.emit('lost'),
    })
    const opened = once(happened, 'opened')
    socket.start()
    await opened
    expect(socket.open).toBe(true)
    due.shift()?.()
    expect(socket.open).toBe(true)
    const lost = once(happened, 'lost')
    due.shift()?.()
    await lost
    expect(socket.open).toBe(false)
    const reopened = once(happened, 'opened')
    due.shift()?.()
    await reopened
    expect(socket.open).toBe(true)
    socket.stop()
    server.close()
  })
})

function cancelIn(due: Array<() => void>, work: () => void): () => void {
  due.push(work)
  return () => {
    const index = due.indexOf(work)
    if (index >= 0) due.splice(index, 1)
  }
}
