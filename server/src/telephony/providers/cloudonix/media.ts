import type { WebSocket } from 'ws'
import { SocketMedia } from '../../carrier-kit/media-socket.ts'
import { TwimlMediaDialect } from '../../carrier-kit/twiml-dialect.ts'
import type { MediaStream } from '../../media.ts'

export function openCloudonixMedia(socket: WebSocket): MediaStream {
  return new SocketMedia(socket, new TwimlMediaDialect())
}
