/**
 * The client state that Telnyx stores with a call and sends with every event and look-up: the call, its direction, and the
 * caller ID (a transfer needs one, and the API does not return it).
 */
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
  try {
    const state = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Partial<ClientState> | null
    if (typeof state?.call !== 'string') return null
    return {
      call: state.call,
      direction: state.direction === 'in' ? 'in' : 'out',
      ...(typeof state.from === 'string' ? { from: state.from } : {}),
    }
  } catch {
    return null
  }
}
