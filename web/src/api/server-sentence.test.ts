import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Rule, sentenceOf } from '../../../server/src/dialer/rules/may-dial.ts'
import { pauseWords } from '../../../server/src/dialer/rules/pause-words.ts'
import { germanSentence } from '../words/server/sentences-de.ts'
import { loadErrorWords, serverSentence } from './error-words.ts'

const sentence = (rule: Rule, facts: Record<string, unknown> = {}, untilMs: number | null = null): string =>
  sentenceOf({ rule, facts: facts as never, untilMs })

const MONEY = { spent: '9.50', limit: '10.00', currency: 'EUR' }

/** Every sentence of the dialer's own rules; those of the calling rules come from the packs. */
const RULE_SENTENCES = [
  sentence('campaign_state', { state: 'draft' }),
  sentence('campaign_state', { state: 'paused' }),
  sentence('campaign_state', { state: 'completed' }),
  sentence('campaign_state', { state: 'failed' }),
  sentence('set_up', { lacks: 'workflow' }),
  sentence('set_up', { lacks: 'telephony configuration' }),
  sentence('calling_hours', {}, 1),
  sentence('calling_hours', { time: '21:10', timezone: 'Europe/Berlin' }, 1),
  sentence('calling_hours', { time: '21:10', timezone: 'Europe/Berlin' }),
  sentence('calling_hours', { time: '17:59', timezone: 'Europe/Berlin', ring_seconds: 30 }, 1),
  sentence('back_off'),
  sentence('price_missing'),
  sentence('campaign_spend_limit', MONEY),
  sentence('campaign_spend_limit', { ...MONEY, reserved: true }),
  sentence('day_spend_limit', MONEY),
  sentence('day_spend_limit', { ...MONEY, reserved: true }),
  sentence('campaign_slots', { limit: 5 }),
  sentence('organization_slots', { limit: 0 }),
  sentence('organization_slots', { limit: 5 }),
  sentence('pace', { calls_per_second: 2 }),
  sentence('number_limits'),
  sentence('number_limits', {}, 1),
  sentence('number_limits', { usable: 0 }),
  sentence('number_limits', { usable: 0, pool: 1 }),
  sentence('number_limits', { usable: 2, pool: 1 }),
  sentence('number_limits', { usable: 2, pool: 1 }, 1),
  sentence('room'),
  sentence('contact_state', { state: 'in_call' }),
  sentence('contact_state', { state: 'done' }),
  sentence('contact_state', { ended_by: 'suppressed' }),
  sentence('retry_time', { call_back: true }),
  sentence('retry_time', { put_off_by: 'agent_missing' }),
  sentence('retry_time'),
  sentence('not_before'),
  sentence('not_after'),
  sentence('no_route'),
  sentence('suppressed', { kind: 'erased' }),
  sentence('suppressed'),
  sentence('suppressed', { kind: 'number', since: '2026-11-01', reason: 'asked', source: 'call' }),
  sentence('suppressed', { kind: 'range', value: '+44', since: '2026-11-01', reason: 'asked', source: 'api' }),
  sentence('in_another_call'),
]

test.each(RULE_SENTENCES)('in German: %s', (message) => {
  expect(germanSentence(message)).toMatch(/\.$/)
  expect(germanSentence(message)).not.toMatch(/undefined/)
})

test.each(['127 Interworking (SIP 402)', 'SIP 403', 'the balance is used up'])(
  'a pause by the carrier (%s) is said in German',
  (reason) => {
    expect(germanSentence(pauseWords(reason))).toMatch(/^Angehalten: .+ setzen Sie dann fort\.$/)
  },
)

test('every pause that the dialer writes has a German sentence', () => {
  const files = [
    'dialer/stop-campaigns.ts',
    'dialer/stop-configurations.ts',
    'dialer/charge-calls.ts',
    'dialer/settle-calls.ts',
  ]
  const written = files.flatMap((name) => {
    const text = readFileSync(new URL(`../../../server/src/${name}`, import.meta.url), 'utf8')
    return [...text.matchAll(/['`](Paused: [^'`]+)['`]/g)].map(([, message]) => message!)
  })
  expect(written.length).toBeGreaterThan(4)
  for (const message of written) {
    const example = message
      .replace(/\$\{failed\}/, '3 of 3 failed')
      .replace(/\$\{said\}/, ' The last one: timed out.')
      .replace(/\$\{(count\.\w+|share)\}/g, '7')
      .replace(/\$\{[^}]+\}/g, 'X')
    expect([example, germanSentence(example)]).toEqual([example, expect.stringMatching(/^Angehalten: /)])
  }
})

test('why a number rests is said in German with German figures', () => {
  expect(germanSentence('people answered 1.5 % of 200 calls, and 12 % of those with the other numbers')).toBe(
    '1,5 % von 200 Anrufen wurden angenommen, mit den anderen Nummern 12 %',
  )
})

test('an unknown sentence stays as the server wrote it', async () => {
  expect(serverSentence('The campaign is running.')).toBe('The campaign is running.')
  await loadErrorWords('de')
  expect(serverSentence('The campaign is running.')).toBe('Die Kampagne läuft.')
  expect(serverSentence('Something new.')).toBe('Something new.')
})
