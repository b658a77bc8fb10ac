/** The parts of Asterisk's websocket events that are used here. */
import { z } from 'zod'
import { parseJson } from '../../../kernel/parse-json.ts'

const channel = z.object({
  id: z.string(),
  name: z.string().default(''),
  state: z.string().default(''),
  caller: z.object({ name: z.string().default(''), number: z.string().default('') }).optional(),
  dialplan: z.object({ context: z.string().default(''), exten: z.string().default('') }).optional(),
})

const event = z.object({
  type: z.string(),
  timestamp: z.string().optional(),
  channel: channel.optional(),
  /** The channel of a `Dial` event. */
  peer: channel.optional(),
  args: z.array(z.string()).optional(),
  cause: z.number().optional(),
  cause_txt: z.string().optional(),
  tech_cause: z.number().optional(),
  dialstatus: z.string().optional(),
  /** The pressed key of `ChannelDtmfReceived`. */
  digit: z.string().optional(),
  variable: z.string().optional(),
  value: z.string().optional(),
})

export type AriChannel = z.infer<typeof channel>
export type AriEvent = z.infer<typeof event>

/** Parses an event; null if the text is not one, because an unknown version of Asterisk must not stop the node. */
export function readEvent(text: string): AriEvent | null {
  const parsed = event.safeParse(parseJson(text))
  return parsed.success ? parsed.data : null
}

export function readChannels(json: unknown): AriChannel[] {
  const parsed = z.array(channel).safeParse(json)
  return parsed.success ? parsed.data : []
}

export function readChannel(json: unknown): AriChannel | null {
  const parsed = channel.safeParse(json)
  return parsed.success ? parsed.data : null
}

/** The ids of the channels in a bridge. */
export function readBridge(json: unknown): string[] {
  const parsed = z.object({ channels: z.array(z.string()) }).safeParse(json)
  return parsed.success ? parsed.data.channels : []
}

/** The time of an event. Asterisk writes `2026-11-15T01:33:41.516+0000`; the standard wants a colon in the offset. */
export function eventTimeMs(event: AriEvent): number | null {
  const time = Date.parse((event.timestamp ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(time) ? null : time
}
