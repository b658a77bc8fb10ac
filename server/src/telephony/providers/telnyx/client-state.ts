/**
 * The client state that Telnyx stores with a call and sends with every event and look-up: the call, its direction, and the
 * caller ID (a transfer needs one, and the API does not return it).
 */
import { parseJsonObject } from '../../../kernel/parse-json.ts'
export interface ClientState {
  call: string
  direction: 'in' | 'out'
  from?: string
}

export function writeClientState(state: ClientState): string {
  return Buffer.from(JSON.stringify(state)).toString('base64')
}

export function readClientState(text: string | null): ClientState | null {
  if (!text) return null
  const { call, direction, from } = parseJsonObject(Buffer.from(text, 'base64')) ?? {}
  if (typeof call !== 'string') return null
  return { call, direction: direction === 'in' ? 'in' : 'out', ...(typeof from === 'string' ? { from } : {}) }
}
