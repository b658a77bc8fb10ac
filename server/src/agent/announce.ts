/** Handles an answered transfer target: plays the announcement, then waits for the connection. */
import type { Clock } from '../kernel/clock.ts'
import { withTimeLimit } from '../kernel/time-limit.ts'
import { splitIntoClauses } from '../speech/clauses.ts'
import type { Synthesizer } from '../speech/synthesizer.ts'
import type { MediaStream } from '../telephony/media.ts'
import { keyAudio } from './key-audio.ts'

/** Time limit of the announcement, because the person is waiting. */
const ANNOUNCEMENT_MS_MAX = 25_000
/** Time limit of the connection after the announcement. */
const CONNECTED_WITHIN_MS = 15_000

export interface AnnouncementOptions {
  clock: Clock
  media: MediaStream
  text: string
  /** DTMF keys for the target's own menu, sent before the announcement. */
  keys: string
  synthesizer: Synthesizer
  voice?: string | undefined
  /** Reports that the target has heard the announcement, so that the calls can be joined. */
  ready(): Promise<void>
}

/** Resolves when the audio has ended: true if connected, false if the target hung up or was not connected. */
export async function announce(announcement: AnnouncementOptions): Promise<boolean> {
  const { clock, media, text, keys, synthesizer, voice, ready } = announcement
  let isClosed = false
  let played = () => {}
  let closed = () => {}
  const whenPlayed = new Promise<void>((resolve) => {
    played = resolve
  })
  const whenClosed = new Promise<void>((resolve) => {
    closed = () => {
      isClosed = true
      resolve()
    }
  })
  media.listen({ audio() {}, digit() {}, marked: () => played(), closed })
  const speak = async () => {
    if (keys !== '') media.send(keyAudio(keys, media.format))
    for (const clause of splitIntoClauses(text))
      for await (const audio of synthesizer.speak(clause, { format: media.format, voice })) media.send(audio)
    media.mark('announced')
    await whenPlayed
  }
  // After this time limit the calls are connected without the rest of the announcement, which is better than not at all.
  await withTimeLimit(clock, ANNOUNCEMENT_MS_MAX, Promise.race([speak(), whenClosed])).catch(() => {})
  if (isClosed) return false
  await ready()
  return withTimeLimit(clock, CONNECTED_WITHIN_MS, whenClosed).then(
    () => true,
    () => false,
  )
}
