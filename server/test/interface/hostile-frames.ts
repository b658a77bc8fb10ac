/** What no websocket client should send. */

const key = Buffer.alloc(4)
const masked = (opcode: number, payload: Buffer, bits = 0x80) => {
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.concat([Buffer.from([0x80 | 127, 0, 0, 0, 0]), uint32(payload.length)])
  return Buffer.concat([Buffer.from([bits | opcode]), length, key, payload])
}
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const FRAMES: Record<string, Buffer> = {
  'four set bytes': Buffer.from([0xff, 0xff, 0xff, 0xff]),
  'an unmasked frame': Buffer.from([0x81, 0x02, 0x68, 0x69]),
  'RSV bits': masked(1, Buffer.from('hi'), 0xf0),
  'a compressed frame': masked(1, Buffer.from([0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00]), 0xc0),
  'an oversized frame': masked(2, Buffer.alloc(300 * 1024)),
  'a length of 2^63': Buffer.from([0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  'a reserved opcode': masked(3, Buffer.from('hi')),
  'text that is not UTF-8': masked(1, Buffer.from([0xff, 0xfe, 0xfd])),
  'a close frame with a bad code': masked(8, Buffer.from([0x00, 0x01])),
  'a fragmented ping': masked(9, Buffer.from('hi'), 0x00),
  'rubbish as text': masked(1, Buffer.from('{"event":"start","start":null}')),
  'a number as text': masked(1, Buffer.from('7')),
}

/** The handshake of a client that also offers compression. */
export function upgradeRequest(path: string): Buffer {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: x',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ].join('\r\n')
  return Buffer.from(`${lines}\r\n\r\n`)
}
