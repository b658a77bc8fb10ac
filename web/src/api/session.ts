/**
 * Who is signed in, and the client that speaks for them. The key is exchanged for a cookie that scripts cannot read; nothing
 * of it stays in this page. Everything else asks `api()`.
 */
import { createClient, type OutdialClient, OutdialError, type Schemas } from '@outdial/sdk'
import { useSyncExternalStore } from 'react'
import { watchedFetch } from '../live/watched-fetch.ts'
import { clearAlarms } from '../ui/alarm.tsx'
import { setHomeZone } from '../ui/time.ts'

export type Organization = Schemas['Organization']

export interface Session {
  client: OutdialClient
  /** As it was at sign-in; `organization()` in `api/organization.ts` has its present figures. */
  organization: Organization
  /** Tabs of the same organization share one stream of events. */
  channel: string
}

const client = createClient({ baseUrl: window.location.origin, fetch: watchedFetch })

let current: Session | null = null
let expired = false
/** The organization whose alarms are kept: a session that expires does not answer them, signing out does. */
let alarmsOf: number | null = null
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

async function open(): Promise<void> {
  const { data } = await client.GET('/api/v1/organization')
  setHomeZone(data!.time_zone)
  if (alarmsOf !== data!.id) clearAlarms()
  alarmsOf = data!.id
  change({ client, organization: data!, channel: `outdial-live-${data!.id}` })
}

/** Throws an OutdialError with status 401 if the key opens nothing. */
export async function signIn(key: string): Promise<void> {
  await client.POST('/api/v1/session', { body: { api_key: key } })
  try {
    await open()
  } catch (error) {
    throw error instanceof OutdialError && error.status === 401 ? new CookieDropped() : error
  }
}

export interface SignInMethods {
  provider: { name: string } | null
  proxy_user: string | null
}

export async function signInMethods(): Promise<SignInMethods> {
  return (await client.GET('/api/v1/sign-in')).data!
}

const withInvitation = (invitation: string | null) => (invitation === null ? {} : { invitation })

/** Leaves this page for the identity provider, which sends the browser back signed in. */
export async function signInAtProvider(invitation: string | null = null): Promise<void> {
  const { data } = await client.POST('/api/v1/sign-in/provider', { body: withInvitation(invitation) })
  window.location.assign(data!.url)
}

/** As the user that the proxy in front of this server names. */
export async function signInByProxy(invitation: string | null = null): Promise<void> {
  await client.POST('/api/v1/sign-in/proxy', { body: withInvitation(invitation) })
  await open()
}

/** Answers the person's own key, which is shown once. */
export async function acceptInvitation(invitation: string, name: string): Promise<string> {
  return (await client.POST('/api/v1/sign-in/invitation', { body: { invitation, name } })).data!.api_key
}

/** After an invitation was accepted and its key was seen. */
export const enter = open

/** The key is right, but the browser did not send the session's cookie back. */
export class CookieDropped extends Error {}

export async function signOut(): Promise<void> {
  await client.DELETE('/api/v1/session').catch(() => {})
  alarmsOf = null
  clearAlarms()
  change(null)
}

/** The server no longer knows this session: signed out elsewhere, its key archived, or too long idle. */
export function expireSession(): void {
  if (current) change(null, true)
}

/** A session outlives a reload, and the address printed at the first start has opened one already. */
export async function restoreSession(): Promise<void> {
  await open().catch(() => {})
}

/** Lets the browser fetch a file by itself: it streams, whatever its size. */
export function download(path: string, name: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = name
  link.click()
}
