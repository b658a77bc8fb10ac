/**
 * The single event stream of this browser. Tabs elect a leader by a lock; the leader reads the stream and forwards it through a
 * channel. When its tab closes, the next one continues after the last event it has seen.
 */
import { OutdialError, type StreamReady } from '@outdial/sdk'
import { expireSession, onSessionChange, type Session } from '../api/session.ts'
import { applyEvents, refetchAfterGap } from './apply-events.ts'
import type { StreamEvent } from './call-steps.ts'
import {
  type Connection,
  connectionNow,
  onConnectionClosed,
  onConnectionData,
  onConnectionLost,
  onConnectionOpened,
  RECONNECTING_AFTER_MS,
  setConnection,
  subscribeConnection,
} from './connection.ts'
import { dropStream, watchStream } from './watched-fetch.ts'

/** The server sends a heartbeat every second; a stream that is silent for this long is closed and reopened. */
const GIVEN_UP_MS = 8_000
const LOOK_EVERY_MS = 500
/** A page that missed more reads everything again instead of replaying events. */
const MISSED_MAX = 10_000
/** While catching up, the display is updated once per this many events. */
const CAUGHT_STEP = 100

type Word = { events: StreamEvent[] } | { connection: Connection }

let lastId: number | undefined
let retry: AbortController | null = null

/** Ends the wait before the next connection attempt. */
export function reconnectNow(): void {
  retry?.abort()
}

export function startLiveUpdates(): void {
  let stop: AbortController | null = null
  onSessionChange((session) => {
    stop?.abort()
    stop = null
    if (!session) return onConnectionClosed()
    stop = new AbortController()
    lastId = undefined
    void share(session, stop.signal)
  })
}

async function share(session: Session, signal: AbortSignal): Promise<void> {
  // Locks and channels exist only in secure contexts; without them, each tab has its own stream.
  if (!('locks' in navigator)) return lead(session, signal, null)
  const channel = new BroadcastChannel(session.channel)
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if ('events' in data) take(data.events)
    else setConnection(data.connection)
  }
  signal.addEventListener('abort', () => channel.close())
  await navigator.locks
    .request(session.channel, { signal }, () => lead(session, signal, channel))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
}

function take(events: StreamEvent[]): void {
  for (const { id } of events) lastId = id ?? lastId
  applyEvents(events)
}

async function lead(session: Session, signal: AbortSignal, channel: BroadcastChannel | null): Promise<void> {
  const tell = (word: Word) => {
    if (!signal.aborted) channel?.postMessage(word)
  }
  const unsubscribe = subscribeConnection(() => tell({ connection: connectionNow() }))
  const watchdog = watch(signal)
  try {
    while (!signal.aborted) {
      retry = new AbortController()
      await read(session, AbortSignal.any([signal, retry.signal]), (events) => tell({ events }))
    }
  } finally {
    unsubscribe()
    clearInterval(watchdog)
    watchStream(null)
  }
}

/** Whether the open stream has reported the missed events. */
let isReady = false

/** Detects silence by checking the clock, for example after sleep or a network change. */
function watch(signal: AbortSignal): ReturnType<typeof setInterval> {
  let triedAt = Date.now()
  const lost = () => {
    isReady = false
    onConnectionLost()
  }
  watchStream({
    tried() {
      triedAt = Date.now()
    },
    heard: () => onConnectionData(isReady),
    lost,
  })
  const look = () => {
    const { heardAt } = connectionNow()
    if (Date.now() - heardAt > RECONNECTING_AFTER_MS) onConnectionLost()
    if (Date.now() - Math.max(heardAt, triedAt) > GIVEN_UP_MS) dropStream()
  }
  addEventListener('online', reconnectNow, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  return setInterval(look, LOOK_EVERY_MS)
}

/** Called whenever the stream opens, also after an interruption. */
function ready({ cursor, behind }: StreamReady): void {
  isReady = true
  if (behind > MISSED_MAX) {
    lastId = undefined
    reconnectNow()
    return
  }
  lastId ??= cursor
  onConnectionOpened(behind)
  if (behind === 0) refetchAfterGap()
}

async function read(session: Session, signal: AbortSignal, tell: (events: StreamEvent[]) => void): Promise<void> {
  try {
    const after = lastId === undefined ? {} : { after: lastId }
    let caught = 0
    const onReady = (told: StreamReady) => {
      caught = 0
      ready(told)
    }
    for await (const event of session.client.events({ ...after, live: true, onReady, signal })) {
      tell([event])
      take([event])
      if (connectionNow().face === 'catching-up' && event.id !== null) catchUp(++caught)
    }
  } catch (error) {
    if (error instanceof OutdialError && error.status === 401) expireSession()
    else if (!signal.aborted) throw error
  }
}

function catchUp(caught: number): void {
  if (caught >= connectionNow().behind) {
    setConnection({ face: 'live', caught })
    refetchAfterGap()
  } else if (caught % CAUGHT_STEP === 0) setConnection({ caught })
}
