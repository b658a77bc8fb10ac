/** The state of this page's connection to the server. */
import { useSyncExternalStore } from 'react'

/** `lost`: `reconnecting` has lasted long enough for a banner. */
export type ConnectionPhase = 'connecting' | 'live' | 'reconnecting' | 'lost' | 'catching-up'

export interface Connection {
  face: ConnectionPhase
  /** When data last arrived from the server; displayed figures are as of then. */
  heardAt: number
  /** Number of events read while catching up; `behind` is their total. */
  caught: number
  behind: number
}

export const RECONNECTING_AFTER_MS = 3_000
const LOST_AFTER_MS = 30_000

let connection: Connection = { face: 'connecting', heardAt: Date.now(), caught: 0, behind: 0 }
let timers: ReturnType<typeof setTimeout>[] = []
const listeners = new Set<() => void>()

export function setConnection(next: Partial<Connection>): void {
  connection = { ...connection, ...next }
  for (const listener of listeners) listener()
}

export const connectionNow = (): Connection => connection

export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeConnection, () => connection)
}

function forget(): void {
  for (const timer of timers) clearTimeout(timer)
  timers = []
}

/** The connection was lost; an interruption of a few seconds is not shown. */
export function onConnectionLost(): void {
  if (timers.length > 0 || connection.face === 'connecting') return
  const since = connection.heardAt
  const wait = (afterMs: number, face: ConnectionPhase) =>
    setTimeout(() => setConnection({ face }), Math.max(0, since + afterMs - Date.now()))
  timers = [wait(RECONNECTING_AFTER_MS, 'reconnecting'), wait(LOST_AFTER_MS, 'lost')]
}

/** The stream is open again; `behind` events must be read before the page is up to date. */
export function onConnectionOpened(behind: number): void {
  forget()
  setConnection({ face: behind > 0 ? 'catching-up' : 'live', heardAt: Date.now(), caught: 0, behind })
}

/** Data arrived. `open`: whether the page can be up to date; false until the stream has reported the missed events. */
export function onConnectionData(open: boolean): void {
  connection.heardAt = Date.now()
  if (!open || timers.length === 0) return
  forget()
  if (connection.face === 'reconnecting' || connection.face === 'lost') setConnection({ face: 'live' })
}

export function onConnectionClosed(): void {
  forget()
  setConnection({ face: 'connecting', heardAt: Date.now(), caught: 0, behind: 0 })
}
