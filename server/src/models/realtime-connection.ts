import { OpenAIRealtimeWebSocket, type RealtimeClientMessage } from '@openai/agents-realtime'
import { type ClientOptions, WebSocket } from 'ws'
import type { Egress } from '../kernel/egress.ts'

export interface RealtimeEndpoint {
  /** Address such as `wss://api.openai.com/v1/realtime`; the model is appended. */
  url: string
  apiKey?: string | undefined
  model: string
  voice?: string | undefined
  /** Connections to the endpoint. */
  egress?: Pick<Egress, 'socketOptions'> | undefined
}

/** The part of a connection that a conversation uses. */
export type RealtimeLink = Pick<
  RealtimeConnection,
  | 'on'
  | 'once'
  | 'connect'
  | 'close'
  | 'sendAudio'
  | 'sendEvent'
  | 'sendMessage'
  | 'sendFunctionCallOutput'
  | 'requestResponse'
  | 'updateSessionConfig'
  | '_cancelResponse'
>

export function openRealtimeConnection(endpoint: RealtimeEndpoint, unreadable: () => void): RealtimeLink {
  return new RealtimeConnection(endpoint, unreadable)
}

/** Maximum size of a message: a second of 24 kHz audio in base64 has 64 KB. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024

/**
 * The library's websocket with three behaviors disabled: it estimates by the wall clock how much was played (the carrier reports
 * it), requests every item again with its audio, and enables tracing. Also, incoming events cannot throw: the library parses some
 * with schemas that throw in a listener, where nothing would catch it.
 */
export class RealtimeConnection extends OpenAIRealtimeWebSocket {
  constructor(endpoint: RealtimeEndpoint, unreadable: () => void) {
    super({
      url: addressOf(endpoint),
      model: endpoint.model,
      // The library requires a key; self-hosted endpoints often have none.
      apiKey: endpoint.apiKey || 'none',
      createWebSocket: async ({ url, apiKey }) => {
        const socket = new WebSocket(url, {
          headers: { authorization: `Bearer ${apiKey}` },
          maxPayload: MESSAGE_BYTES_MAX,
          ...(endpoint.egress?.socketOptions(url) as ClientOptions | undefined),
        })
        return guarded(socket, unreadable) as never
      },
    })
  }

  override interrupt(): void {}

  protected override _updateTracingConfig(): void {}

  override sendEvent(event: RealtimeClientMessage): void {
    if (event.type !== 'conversation.item.retrieve' && this.status === 'connected') super.sendEvent(event)
  }

  /** Closing a socket that is closed or was never open is not an error. */
  override close(): void {
    try {
      super.close()
    } catch {
      // Errors that the library reports during its own clean-up no longer matter.
    }
  }

  override requestResponse(response?: Record<string, unknown>): void {
    if (this.status === 'connected') super.requestResponse(response)
  }
}

function addressOf({ url, model }: RealtimeEndpoint): string {
  const address = new URL(url)
  if (!address.searchParams.has('model')) address.searchParams.set('model', model)
  return address.toString()
}

type AddListener = (type: string, listener: (event: unknown) => void) => void

function guarded(socket: WebSocket, unreadable: () => void): WebSocket {
  const add = socket.addEventListener.bind(socket) as AddListener
  const addGuarded: AddListener = (type, listener) =>
    add(type, (event) => {
      try {
        listener(event)
      } catch {
        unreadable()
      }
    })
  // Closing a socket that is still connecting emits an error, which without a listener ends the program.
  socket.on('error', () => {})
  return Object.assign(socket, { addEventListener: addGuarded })
}
