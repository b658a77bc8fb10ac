/**
 * The one stream of events of this browser. Tabs elect a leader by a lock; the leader reads the stream and passes it on
 * through a channel. When its tab closes, the next in line goes on after the last event it has seen.
 */
import { OutdialError } from '@outdial/sdk'
import { expireSession, onSessionChange, type Session } from '../api/session.ts'
import { caughtUp, takeEvents } from './apply-events.ts'
import {
  type Connection,
  connectionBack,
  connectionClosed,
  connectionHeard,
  connectionLost,
  connectionNow,
  setConnection,
  subscribeConnection,
} from './connection.ts'
import type { Told } from './follow-calls.ts'
import { cutStream, watchStream } from './watched-fetch.ts'

/** The server says at least every 15 seconds that it is there. */
const SILENCE_MS = 20_000
/** An event this young is not the past any more. */
const CAUGHT_UP_MS = 5_000

type Word = { events: Told[] } | { connection: Connection }

let lastId: number | undefined
let retry: AbortController | null = null

/** Cuts short whatever pause there is before the next try. */
export function tryNow(): void {
  retry?.abort()
}

export function startLive(): void {
  let stop: AbortController | null = null
  onSessionChange((session) => {
    stop?.abort()
    stop = null
    if (!session) return connectionClosed()
    stop = new AbortController()
    lastId = undefined
    void share(session, stop.signal)
  })
}

async function share(session: Session, signal: AbortSignal): Promise<void> {
  // Locks and channels exist only in secure contexts; without, each tab has its own stream.
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

function take(events: Told[]): void {
  for (const { id } of events) lastId = id ?? lastId
  takeEvents(events)
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

/** A laptop that slept, a network that changed: silence is noticed by looking at the clock. */
function watch(signal: AbortSignal): ReturnType<typeof setInterval> {
  let opened = false
  watchStream({
    opened() {
      connectionBack(opened && lastId !== undefined)
      opened = true
      if (lastId === undefined || connectionNow().face === 'live') caughtUp()
    },
    heard: connectionHeard,
    lost: connectionLost,
  })
  const look = () => {
    if (Date.now() - connectionNow().heardAt > SILENCE_MS) cutStream()
  }
  addEventListener('online', tryNow, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  return setInterval(look, 2_000)
}

async function read(session: Session, signal: AbortSignal, tell: (events: Told[]) => void): Promise<void> {
  try {
    const after = lastId === undefined ? {} : { after: lastId }
    for await (const event of session.client.events({ ...after, live: true, signal })) {
      tell([event])
      take([event])
      const { face, caught } = connectionNow()
      if (face !== 'catching-up') continue
      if (Date.now() - Date.parse(event.at) < CAUGHT_UP_MS) {
        setConnection({ face: 'live' })
        caughtUp()
      } else setConnection({ caught: caught + 1 })
    }
  } catch (error) {
    if (error instanceof OutdialError && error.status === 401) expireSession()
    else if (!signal.aborted) throw error
  }
}
