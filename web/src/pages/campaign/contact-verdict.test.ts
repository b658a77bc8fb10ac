import { expect, test } from 'vitest'
import type { Campaign, Contact } from '../../api/campaigns.ts'
import type { NumberHistory } from '../../api/numbers.ts'
import { isSuppressedPermanently } from '../../components/permanent-suppression.ts'
import { contactVerdictOf, explanationText } from './contact-verdict.ts'

const NOW = Date.parse('2026-11-16T10:00:00Z')
const campaign = { id: 7, name: 'Recalls', schedule_config: null, is_simulated: false } as unknown as Campaign

const contact = (part: Partial<Contact>): Contact =>
  ({
    state: 'done',
    outcome: 'canceled',
    attempts: 0,
    calls: [],
    because: [],
    held_by: null,
    finished_at: '2026-11-16T09:30:00Z',
    phone_number: '+4915112345678',
    row_number: 18,
    variables: { first_name: 'Hugo' },
    zones: { timezones: ['Europe/Berlin'], places: [], source: 'number' },
    ...part,
  }) as unknown as Contact

test.each([
  ['suppressed', 'Not called: on the do-not-call list'],
  ['zone_unknown', 'Not called: time zone unknown'],
  ['never_open', 'Not called: no permitted hour'],
  ['cooldown', 'Not called: cool-down'],
  ['a_new_rule', 'Not called: a new rule'],
  [null, 'Not called: call cancelled'],
])('a contact that %s left out is explained by that rule', (held_by, title) => {
  const verdict = contactVerdictOf(contact({ held_by }), campaign, NOW)
  expect(verdict.title).toBe(title)
  // Only those who asked for it are said to have asked for it.
  expect(/asked|do-not-call/.test(`${verdict.title} ${verdict.reason}`)).toBe(held_by === 'suppressed')
})

const call = {
  id: 3,
  created_at: '2026-11-16T09:29:00Z',
  is_completed: true,
  outcome: 'answered',
  attempt: 1,
  cause: null,
}

test('a person who asked not to be called is shown as that, not as answered', () => {
  const asked = contact({ outcome: 'answered', attempts: 1, calls: [{ ...call, disposition: 'do_not_call' }] as never })
  expect(contactVerdictOf(asked, campaign, NOW)).toMatchObject({
    mark: 'suppressed',
    title: expect.stringMatching(/^Asked not to be called/),
  })
})

const entry = { kind: 'number', value: '+4915112345678', expires_at: null }

test.each([
  ['is said to be on the list for good', [entry], /no campaign calls it again/],
  ['with an entry that ends is not', [{ ...entry, expires_at: '2026-12-01T00:00:00Z' }], /no lasting entry/],
  ['of a listed range is not', [{ ...entry, kind: 'country', value: 'DE' }], /no lasting entry/],
  ['whose entry was removed is not', [], /other campaigns can call it/],
  ['is not before its entries are read', null, /This campaign does not call this person again/],
])('a number of a person who asked not to be called %s', (_, suppressed, words) => {
  const asked = contact({ outcome: 'answered', calls: [{ ...call, disposition: 'do_not_call' }] as never })
  const history = suppressed === null ? undefined : ({ suppressed } as unknown as NumberHistory)
  expect(contactVerdictOf(asked, campaign, NOW, history).reason).toMatch(words)
  expect(history !== undefined && isSuppressedPermanently(history)).toBe(/no campaign/.test(words.source))
})

test('the copied explanation names the person, the campaign, the local time, and not the state of the campaign', () => {
  const done = contact({
    outcome: 'answered',
    attempts: 1,
    calls: [{ ...call, disposition: 'confirmed' }] as never,
    because: [{ rule: 'campaign_state', message: 'The campaign is completed.', until: null }],
  })
  const text = explanationText(done, campaign, contactVerdictOf(done, campaign, NOW))
  for (const part of [
    'Hugo, +4915112345678',
    '“Recalls” (7), row 18',
    'Mon 16 Nov 2026, 10:29 Berlin',
    'confirmed; call 3',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('The campaign is completed.')
})

test.each([
  ['nothing decides', []],
  ['a line must become free', [{ rule: 'campaign_slots', message: 'All lines are busy.', until: null }]],
])('who waits in turn is told that priority comes before list order: %s', (_case, because) => {
  const waiting = contact({ state: 'pending', may_call_now: false, because } as unknown as Partial<Contact>)
  expect(contactVerdictOf(waiting, campaign, NOW).reason).toMatch(/by priority, then in list order/)
})
