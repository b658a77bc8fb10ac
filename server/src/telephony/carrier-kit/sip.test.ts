import { describe, expect, test } from 'vitest'
import { endedEvent as ariEnd } from '../providers/ari/outcomes.ts'
import { endedEvent as telnyxEnd } from '../providers/telnyx/outcomes.ts'
import { eventOf as vonageNews } from '../providers/vonage/outcomes.ts'
import { describeSip, SIP_OUTCOMES, sipOutcome } from './sip.ts'
import { endedEvent as twilioEnd } from './twilio-outcomes.ts'

/** What each answer means, in one word: the outcome, or whose fault it is. */
const MEANINGS: Record<string, string> = {
  busy: '486 600',
  no_answer: '408 480 487',
  declined: '603',
  unwanted: '607',
  'dead number': '404 410 484 604',
  account: '401 402 407',
  'account or number': '403',
  network: '482 483 500 502 503 504 513 580',
  caller: '428 433 436 437 438 608',
  unexplained: '400 405 406 413 414 415 416 420 421 422 481 485 488 491 493 501 505 606',
}

function meaningOf(news: ReturnType<typeof sipOutcome>): string {
  if (news === null) return 'nothing'
  if (news.unwanted) return 'unwanted'
  if (news.as !== 'failed') return news.as
  if (news.permanent) return 'dead number'
  if (news.perhapsNumber) return `${news.fault} or number`
  return news.fault ?? 'unexplained'
}

const CASES = Object.entries(MEANINGS).flatMap(([meaning, codes]) =>
  codes.split(' ').map((code): [string, string] => [code, meaning]),
)

test('every answer of the table is named here', () => {
  expect(CASES.map(([code]) => code).sort()).toEqual(Object.keys(SIP_OUTCOMES).sort())
  for (const status of [null, '', '200', '180', 'unspecified', 999]) expect(sipOutcome(status)).toBeNull()
})

describe.each(CASES)('SIP %s', (code, meaning) => {
  test(`is ${meaning} on every carrier that shows it`, () => {
    expect(meaningOf(sipOutcome(code))).toBe(meaning)
    const twilio = twilioEnd({ status: 'failed', durationSeconds: null, sipResponseCode: code })
    expect(meaningOf(twilio)).toBe(meaning)
    const payload = { hangup_cause: 'unspecified', sip_hangup_cause: code }
    expect(meaningOf(telnyxEnd({ data: { payload } }, 'out'))).toBe(meaning)
    for (const status of ['failed', 'rejected']) {
      const vonage = vonageNews({ status, sip_code: Number(code) })
      expect(vonage?.kind === 'ended' && meaningOf(vonage)).toBe(meaning)
    }
    const history = {
      answered: false,
      rang: true,
      hungUpByUs: false,
      dialingMs: 100,
      ringTimeoutMs: 30_000,
      durationSeconds: null,
    }
    expect(meaningOf(ariEnd({ cause: 127, causeText: '', sipStatus: Number(code) }, history))).toBe(meaning)
  })
})

test('a busy line of Twilio’s words may be an unwanted call', () => {
  const ended = (status: string, sipResponseCode: string) =>
    twilioEnd({ status, durationSeconds: null, sipResponseCode })
  expect(ended('busy', '607')).toMatchObject({ as: 'declined', unwanted: true })
  expect(ended('busy', '608')).toMatchObject({ as: 'failed', fault: 'caller' })
  expect(ended('busy', '486')).toMatchObject({ as: 'busy' })
  expect(ended('completed', '603')).toMatchObject({ as: 'completed' })
})

test('people are told what an answer means', () => {
  expect(describeSip(402)).toBe('SIP 402, the other side wants payment')
  expect(describeSip('486')).toBe('SIP 486')
  expect(['0', '200', 'unspecified', null].map(describeSip)).toEqual(['', '', '', ''])
})
