import { expect, test } from 'vitest'
import { openSecretBox } from '../kernel/secret-box.ts'
import { CALL_SECONDS_MAX } from '../telephony/fields.ts'
import { deadlineOf } from '../workflows/rules/call-duration.ts'
import {
  type CallOfCallback,
  callbackUrls,
  isCallCallbackSignature,
  isMediaTicketOf,
  type MediaTicket,
  readMediaToken,
} from './callback-urls.ts'

const NOW = Date.parse('2026-11-16T10:00:00Z')
const DAY_MS = 86_400_000
const secrets = openSecretBox([Buffer.alloc(32, 7)])
const urls = callbackUrls({ publicUrl: 'https://calls.example.com', secrets, now: () => NOW }, 1)

const signatureOf = (claimedAtMs?: number) => {
  const url = urls.call(
    { callId: 7, callKey: 'od-7', providerCallId: null, ...(claimedAtMs ? { claimedAtMs } : {}) },
    'status',
  )
  return url.split('/').at(-2) as string
}
const claimedAt = (atMs: number, markedSinceMs = NOW - 30 * DAY_MS): CallOfCallback => ({
  claimed_at: new Date(atMs),
  marked_since: new Date(markedSinceMs),
})

test('an address is good for the call it was made for, to the microsecond that the database keeps', () => {
  for (const atMs of [NOW, NOW + 0.4996, NOW + 0.9999]) {
    expect(isCallCallbackSignature(secrets, 7, signatureOf(atMs), claimedAt(Math.floor(atMs)))).toBe(true)
  }
})

test('an address of a call that had the id before a restore is refused', () => {
  const old = signatureOf(NOW - 3_600_000)
  expect(isCallCallbackSignature(secrets, 7, old, claimedAt(NOW))).toBe(false)
  expect(isCallCallbackSignature(secrets, 8, signatureOf(NOW), claimedAt(NOW))).toBe(false)
})

test('an address of the version before, for the id alone, is accepted for calls placed up to a day after the upgrade', () => {
  const legacy = signatureOf()
  expect(isCallCallbackSignature(secrets, 7, legacy, claimedAt(NOW, NOW - 3_600_000))).toBe(true)
  expect(isCallCallbackSignature(secrets, 7, legacy, claimedAt(NOW, NOW - DAY_MS - 1))).toBe(false)
})

test('so is the address of the audio', () => {
  const ticketOf = (claimedAtMs?: number) => {
    const call = { callId: 7, callKey: 'od-7', providerCallId: null, ...(claimedAtMs ? { claimedAtMs } : {}) }
    return readMediaToken(secrets, urls.media(call).split('/').at(-1) as string, NOW) as MediaTicket
  }
  expect(isMediaTicketOf(ticketOf(NOW), claimedAt(NOW))).toBe(true)
  expect(isMediaTicketOf(ticketOf(NOW - 60_000), claimedAt(NOW))).toBe(false)
  expect(isMediaTicketOf(ticketOf(), claimedAt(NOW))).toBe(false)
  expect(isMediaTicketOf(ticketOf(), claimedAt(NOW, NOW - 3_600_000))).toBe(true)
})

test('the address of the audio is good for ten minutes; given out with the dial, as long as a call can be live', () => {
  const call = { callId: 7, callKey: 'od-7', providerCallId: null, claimedAtMs: NOW }
  const readAfter = (url: string, ms: number) => readMediaToken(secrets, url.split('/').at(-1) as string, NOW + ms)
  const longestCallMs = deadlineOf(0, { ringTimeoutSeconds: 120, maxCallSeconds: CALL_SECONDS_MAX.maximum })
  expect(readAfter(urls.media(call), 10 * 60_000)).not.toBeNull()
  expect(readAfter(urls.media(call), 11 * 60_000)).toBeNull()
  expect(readAfter(urls.media(call, 'with_dial'), longestCallMs)).toMatchObject({ callId: 7, claimedAtMs: NOW })
  expect(readAfter(urls.media(call, 'with_dial'), DAY_MS + 1)).toBeNull()
})
