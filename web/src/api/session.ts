/**
 * Who is signed in, and the client that speaks for them. The key lives in this module's memory alone: never in web storage,
 * never in a URL. Everything else asks `api()`, so another kind of session changes this file only.
 */
import { createClient, type OutdialClient, OutdialError } from '@outdial/sdk'
import { useSyncExternalStore } from 'react'
import { watchedFetch } from '../live/watched-fetch.ts'

export interface Session {
  client: OutdialClient
  /** What the key in use is called, for the foot of the navigation. */
  keyName: string
  /** Tabs of the same session share one stream of events. */
  channel: string
}

let current: Session | null = null
let expired = false
const listeners = new Set<() => void>()

function change(session: Session | null, hasExpired = false): void {
  current = session
  expired = hasExpired
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () => current)
}

/** Whether the last session ended by itself, so that the sign-in page can say so. */
export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribe, () => expired)
}

export function onSessionChange(listener: (session: Session | null) => void): () => void {
  return subscribe(() => listener(current))
}

/** The client of whoever is signed in. */
export function api(): OutdialClient {
  if (!current) throw new OutdialError(401, { code: 'unauthorized', message: 'Nobody is signed in.' }, null)
  return current.client
}

/** Throws an OutdialError with status 401 if the key opens nothing. */
export async function signIn(key: string): Promise<void> {
  const client = createClient({ baseUrl: window.location.origin, apiKey: key, fetch: watchedFetch })
  const { data } = await client.GET('/api/v1/user/api-keys')
  const own = data?.find((candidate) => key.startsWith(candidate.key_prefix))
  change({ client, keyName: own?.name ?? 'API key', channel: `outdial-live-${own?.id ?? 'key'}` })
}

export async function signOut(): Promise<void> {
  change(null)
}

/** The server no longer knows this session. */
export function expireSession(): void {
  if (current) change(null, true)
}

/** Looks for a session that outlived a reload. A key in memory does not. */
export async function restoreSession(): Promise<void> {}

/** Fetches a file the way everything else is fetched, and hands it to the person. */
export async function download(file: Promise<{ data?: unknown }>, name: string): Promise<void> {
  const { data } = await file
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([String(data ?? '')], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
