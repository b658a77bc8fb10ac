import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Rule, sentenceOf } from '../../../server/src/dialer/rules/may-dial.ts'
import { pauseWords } from '../../../server/src/dialer/rules/pause-words.ts'
import { passedRules, reasonText } from '../../../server/src/policies/rules/explain.ts'
import { BUILT_IN_RULE_ORIGIN, type MergedRules } from '../../../server/src/policies/rules/merge.ts'
import type { CountedCall, NumberHistory, Reason } from '../../../server/src/policies/rules/verdict.ts'
import { germanSentence } from '../words/server/sentences-de.ts'
import { loadErrorWords, serverSentence } from './error-words.ts'

const sentence = (rule: Rule, facts: Record<string, unknown> = {}, untilMs: number | null = null): string =>
  sentenceOf({ rule, facts: facts as never, untilMs })

const MONEY = { spent: '9.50', limit: '10.00', currency: 'EUR' }

/** Every sentence of the dialer's own rules. */
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
  sentence('campaign_slots', { limit: 1 }),
  sentence('organization_slots', { limit: 1 }),
  sentence('pace', { calls_per_second: 1 }),
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
  sentence('retry_time', { hour: '18:00 to 19:00', zone: 'Europe/Berlin', reached_on: '2026-11-09' }),
  sentence('retry_time'),
  sentence('not_before'),
  sentence('not_after'),
  sentence('no_route'),
  sentence('suppressed', { kind: 'erased' }),
  sentence('suppressed'),
  sentence('suppressed', { kind: 'number', since: '2026-11-01', reason: 'asked', source: 'call' }),
  sentence('suppressed', { kind: 'range', value: '+44', since: '2026-11-01', reason: 'asked', source: 'api' }),
  sentence('in_another_call'),
  sentence('control_group', { arm: 'quiet' }),
  sentence('arm_hours', { arm: 'late', start_time: '17:00', end_time: '20:00', zone: 'Europe/Berlin' }, 1),
  sentence('arm_hours'),
  sentence('arm_number'),
  sentence('arm_number', { arm: 'late', kind: 'missing' }),
  sentence('arm_number', { arm: 'late', kind: 'resting' }),
  sentence('arm_number', { arm: 'late', kind: 'day' }, 1),
  sentence('arm_number', { arm: 'late', kind: 'at_once' }),
  sentence('contact_state', { ended_by: 'control_group' }),
]

const NOW = Date.parse('2026-11-16T14:00:00Z')
const HOUR = 3_600_000
/** Later today, on another day of the week, on a later date. */
const TIMES = [NOW + HOUR, NOW + 40 * HOUR, NOW + 400 * HOUR]
const ORIGINS: Reason['from'][] = ['organization', 'campaign', BUILT_IN_RULE_ORIGIN, 'us-fl']
const HOURS = { zone: 'America/Chicago', zones: 1, holiday: false, closing: false, today: [{ from: 480, to: 1260 }] }
const CONSENT = { atMs: NOW, anyOf: ['call_consent'], duties: [] }

const counted = (origin: CountedCall['origin'], isOtherNumber: boolean): CountedCall => ({
  atMs: NOW - HOUR,
  isConversation: true,
  isOtherNumber,
  origin,
})
/** The calls that a limit counted: one or several, to this number or to others, of campaigns or not. */
const COUNTED: CountedCall[][] = [
  [],
  [counted('campaign', false)],
  [counted('single', true)],
  [counted('person', true)],
  [counted('single', true), counted('campaign', false), counted('person', false)],
  [counted('single', true), counted('single', true), counted('person', false), counted('person', true)],
]

/** Facts of each calling rule, in all forms of its sentence. A new rule does not compile without them. */
const CALLING_RULES: Record<Reason['rule'], object[]> = {
  hours: [HOURS, { ...HOURS, zones: 3 }, { ...HOURS, holiday: true }, { ...HOURS, closing: true }],
  never_open: [{ zones: ['America/Chicago', 'America/New_York'] }],
  zone_unknown: [{}],
  uncovered: [
    { places: [], purpose: null },
    { places: ['US', 'US-FL'], purpose: 'marketing' },
  ],
  suspension: [{ reason: 'Storm.' }],
  cap: COUNTED.flatMap((calls) => [
    { max: 3, hours: 1, count: 'attempts', found: 1, lastMs: NOW, calls },
    { max: 3, hours: 168, count: 'conversations', found: 3, lastMs: NOW, calls },
  ]),
  least_gap: COUNTED.map((calls) => ({ gapMs: 90 * 60_000, lastMs: NOW - HOUR, calls })),
  cooldown: (['conversation', 'refusal', 'abandoned', 'machine_detected'] as const).flatMap((after) =>
    COUNTED.flatMap((calls) => [
      { after, coolMs: 72 * HOUR, lastMs: NOW - HOUR, calls },
      { after, coolMs: null, lastMs: NOW - HOUR, calls },
    ]),
  ),
  consent: (['missing', 'revoked', 'expired'] as const).flatMap((state) => [
    { ...CONSENT, state },
    { ...CONSENT, state, duties: ['us-consent'] },
  ]),
  number_check: (['waiting', 'barred', 'failed'] as const).flatMap((state) => [
    { state, said: null },
    { state, said: 'reassigned' },
  ]),
  registry: [
    { registry: 'tps', name: 'TPS', maxAgeDays: 28, scrubbedOn: null },
    { registry: 'tps', name: 'TPS', maxAgeDays: 28, scrubbedOn: '2026-10-01' },
  ],
}

const CALLING_RULE_SENTENCES = Object.entries(CALLING_RULES).flatMap(([rule, all]) =>
  all.flatMap((facts) =>
    ORIGINS.flatMap((from) =>
      TIMES.map((untilMs) =>
        reasonText(
          { rule, from, untilMs, ...facts } as Reason,
          NOW,
          { name: 'Europe/Berlin', source: 'number' },
          NOW + 900 * HOUR,
        ),
      ),
    ),
  ),
)

/** Sentences about rules that allowed a call. */
const PASSED_SENTENCES = (
  ['not_asked', [], [{ kind: 'call_consent', atMs: NOW - HOUR, source: 'form' }]] as const
).flatMap((consents) =>
  [[], ['US', 'US-FL']].flatMap((places) => {
    const from = 'organization'
    const history = { attemptsMs: [NOW - HOUR], conversationsMs: [], consents } as unknown as NumberHistory
    const none = { hours: [], caps: [], cooldowns: [], registries: [], consents: [] }
    const rules = {
      hours: [{ from }],
      caps: [{ from, max: 3, hours: 24, count: 'attempts' }],
      cooldowns: ['conversation', 'refusal', 'abandoned', 'machine_detected'].map((after) => ({ from, after })),
      registries: [{ from, name: 'TPS', max_age_days: 28 }],
      consents: [
        { from, anyOf: ['call_consent'], declared: true, records: 'always' },
        { from, anyOf: ['call_consent'], declared: false, records: 'always' },
        { from, anyOf: ['call_consent'], declared: false, records: 'if_any' },
      ],
    }
    return [none, rules].flatMap((merged) =>
      [null, 'America/Chicago'].flatMap((name) =>
        passedRules(merged as unknown as MergedRules, places, history, NOW, { name, source: 'postal_code_column' }),
      ),
    )
  }),
)

test('every sentence of the calling rules has a German one without English words', () => {
  const messages = [...CALLING_RULE_SENTENCES, ...PASSED_SENTENCES.map(({ message }) => message)]
  const german = [...new Set(messages)].map((message) => [message, germanSentence(message)] as const)
  expect(german.length).toBeGreaterThan(100)
  expect(german.filter(([, sentence]) => sentence === null)).toEqual([])
  const ENGLISH = /undefined|\b(the|is|at|on|until|today|calls?|policy|pack|hours?|days?|Monday|Tuesday|Wednesday)\b/
  expect(german.filter(([, sentence]) => ENGLISH.test(sentence ?? ''))).toEqual([])
})

test('which of the counted calls went to another number, or had no campaign, is told in German too', () => {
  const cap = { rule: 'cap', from: 'organization', untilMs: NOW + HOUR, max: 2, hours: 24, count: 'attempts' } as const
  const said = (calls: CountedCall[]) => {
    const reason = { ...cap, found: calls.length, lastMs: NOW - HOUR, calls }
    return germanSentence(reasonText(reason, NOW, { name: 'Europe/Berlin', source: 'number' }, null))
  }
  const rest = '; die Anrufregel der Organisation erlaubt 2. Die Grenze endet um 16:00 Europe/Berlin.'
  expect(said([counted('single', true)])).toBe(
    `1 Anruf in den letzten 24 Stunden (auf einer anderen Nummer dieser Person, ein Einzelanruf)${rest}`,
  )
  expect(said([counted('campaign', true), counted('single', true), counted('campaign', false)])).toBe(
    `3 Anrufe in den letzten 24 Stunden (2 auf anderen Nummern dieser Person, 1 Einzelanruf)${rest}`,
  )
})

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

/** Sentences in a file of the server: from a capital letter to a full stop. */
function sentencesIn(name: string): string[] {
  const text = readFileSync(new URL(`../../../server/src/${name}`, import.meta.url), 'utf8')
  return [...text.matchAll(/(['`])([A-Z](?:(?!\1)[^\n])+\.)\1/g)].map(([, , sentence]) => sentence!)
}

const exampleOf = (message: string): string =>
  message
    .replace(/\$\{counted\(contacts\)\}|\$\{capitalized\(counted\(\w+\)\)\}/g, '1,200 contacts')
    .replace(/\$\{carrier\}/g, 'Twilio')
    .replace(/\$\{what\}/g, message.startsWith('Cloudonix') ? 'set up the application' : 'did not list the numbers')
    .replace(/\$\{[A-Z0-9_]+MAX\}|\$\{dimensions\}|\$\{status\}|\$\{calls\}/g, '15')
    .replace(/\$\{(?:[^{}]|\{[^}]*\})+\}/g, 'X')

const CARRIER_FILES = [
  ...['ari/account', 'ari/check', 'ari/join', 'cloudonix/account', 'cloudonix/inbound', 'exotel/account'],
  ...['exotel/inbound', 'plivo/account', 'plivo/inbound', 'simulator/account', 'sip/account', 'telnyx/account'],
  ...['telnyx/inbound', 'vobiz/account', 'vobiz/inbound', 'vonage/account', 'vonage/inbound'],
].map((name) => `telephony/providers/${name}.ts`)

test.each([
  ...CARRIER_FILES,
  'telephony/carrier-kit/twilio-account.ts',
  'telephony/carrier-kit/twilio-inbound.ts',
  'telephony/configurations/release-numbers.ts',
  'telephony/numbers/sync-inbound.ts',
  'telephony/numbers/account-numbers.ts',
  'campaigns/start-warnings.ts',
  'addresses/rules/normalize-address.ts',
  'addresses/rules/dialable-address.ts',
  'contacts/rules/queue-options.ts',
  'speech/services/service-error.ts',
  ...['edge-checks', 'graph-checks', 'languages', 'node-checks', 'script-problems', 'settings-checks', 'templates'].map(
    (name) => `workflows/rules/${name}.ts`,
  ),
])('every sentence that %s writes for the console has a German one', (name) => {
  const written = sentencesIn(name).map(exampleOf)
  expect(written.length).toBeGreaterThan(0)
  const others = written.filter((sentence) => germanSentence(sentence) === null && !NOT_SHOWN.test(sentence))
  expect(others).toEqual([])
})

/** What the agent says, and the description of an operation. */
const NOT_SHOWN = /^(This number does not take calls\. Goodbye\.|All pages of its list\. )/

test('a warning before the start is German with German figures', () => {
  expect(germanSentence('1,200 contacts without first_name: the agent says "there" instead.')).toBe(
    '1.200 Kontakte ohne first_name: Der Agent sagt stattdessen „there“.',
  )
  expect(germanSentence(`1 contact will be held. ${sentence('no_route')}`)).toMatch(
    /^1 Kontakt wird zurückgehalten\. Kein Anbieter der Route/,
  )
})

test('what a carrier itself said stays as a quotation', () => {
  expect(germanSentence('Telnyx did not assign the number: answered 422, "Invalid connection".')).toBe(
    'Telnyx hat die Nummer nicht zugewiesen: Antwort 422, "Invalid connection".',
  )
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
