/**
 * The session, and its API client. The key is exchanged for a cookie that scripts cannot read; this page does not store it. All
 * other code uses `api()`.
 */
import { createClient, type OutdialClient, OutdialError, type Schemas } from '@outdial/sdk'
import { useSyncExternalStore } from 'react'
import { watchedFetch } from '../live/watched-fetch.ts'
import { clearAlarms } from '../ui/alarm.tsx'
import { setHomeZone } from '../ui/time.ts'
import { SessionCookieMissing } from './cookie-dropped.ts'
import { dropEarlyAnswers } from './early-data.ts'

export type Organization = Schemas['Organization']

export interface Session {
  client: OutdialClient
  /** The organization at the time of sign-in; `organization()` in `api/organization.ts` has the current figures. */
  organization: Organization
  /** Name of the broadcast channel by which tabs of the same organization share one event stream. */
  channel: string
}

const client = createClient({ baseUrl: window.location.origin, fetch: watchedFetch })

let current: Session | null = null
let expired = false
/** The organization whose alarms are kept: they survive an expired session, but not a sign-out. */
let alarmsOf: number | null = null
const listeners = new Set<() => void>()

function change(session: Session | null, hasExpired = false): void {
  if (!session) dropEarlyAnswers()
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

/** Whether the last session expired, so that the sign-in page can say so. */
export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribe, () => expired)
}

export function onSessionChange(listener: (session: Session | null) => void): () => void {
  return subscribe(() => listener(current))
}

/** The API client of the session. */
export function api(): OutdialClient {
  if (!current) throw new OutdialError(401, { code: 'unauthorized', message: 'You are not signed in.' }, null)
  return current.client
}

async function open(): Promise<void> {
  const { data } = await client.GET('/api/v1/organization')
  setHomeZone(data!.time_zone)
  if (alarmsOf !== data!.id) clearAlarms()
  alarmsOf = data!.id
  change({ client, organization: data!, channel: `outdial-live-${data!.id}` })
}

/** Throws an OutdialError with status 401 if the key is invalid. */
export async function signIn(key: string): Promise<void> {
  await client.POST('/api/v1/session', { body: { api_key: key } })
  dropEarlyAnswers()
  try {
    await open()
  } catch (error) {
    throw error instanceof OutdialError && error.status === 401 ? new SessionCookieMissing() : error
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

/** Signs in as the user that the proxy in front of this server reports. */
export async function signInByProxy(invitation: string | null = null): Promise<void> {
  await client.POST('/api/v1/sign-in/proxy', { body: withInvitation(invitation) })
  await open()
}

/** Returns the person's own key, which is shown once. */
export async function acceptInvitation(invitation: string, name: string): Promise<string> {
  return (await client.POST('/api/v1/sign-in/invitation', { body: { invitation, name } })).data!.api_key
}

/** Opens the session after an invitation was accepted and its key was shown. */
export const openSessionWithKey = open

export async function signOut(): Promise<void> {
  await client.DELETE('/api/v1/session').catch(() => {})
  alarmsOf = null
  clearAlarms()
  change(null)
}

/** The session has ended on the server: the user signed out elsewhere, its key was archived, or it was idle too long. */
export function expireSession(): void {
  if (current) change(null, true)
}

/** Restores the session after a reload; the link printed at the first start has already opened one. */
export async function restoreSession(): Promise<void> {
  await open().catch(() => {})
}

/** Lets the browser download a file, which streams it regardless of its size. */
export function download(path: string, name: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = name
  link.click()
}
