import { beforeEach, describe, expect, test } from 'vitest'
import { type DueInZones, NEVER_MS } from '../../src/dialer/store.ts'
import { CHAIN_START, ChainVerifier } from '../../src/ledger/rules/chain.ts'
import { NOW, openWorld, STORES, type StoreWorld } from './store-world.ts'

describe.each(STORES)('what calling rules need, in the dialer store in %s', (_name, openFixture) => {
  let world: StoreWorld
  beforeEach(async () => {
    world = await openWorld(openFixture)
  })

  describe('under a policy', () => {
    const FLORIDA = 'number|US,US-FL@America/Chicago,America/New_York'
    const NEVADA = 'state_column|US,US-NV@America/Los_Angeles'
    const due = (zones: number[], byMs: number, more: Partial<DueInZones> = {}) =>
      world.store.transaction(async (tx) => {
        const [found = []] = await tx.dueInZones([requestOf(zones, byMs, more)])
        return found
      })
    const requestOf = (zones: number[], byMs: number, more: Partial<DueInZones> = {}): DueInZones => ({
      organizationId: world.organizationId,
      campaignId: world.campaignId,
      zoneIds: zones,
      byMs,
      limit: 10,
      historySinceMs: 0,
      withConsents: true,
      withCheck: true,
      ...more,
    })
    const attempt = (callId: number, phoneNumber: string, atMs: number) => ({
      callId,
      organizationId: world.organizationId,
      phoneNumber,
      atMs,
      policyVersion: '1',
    })

    test('looks for nobody before it is known which zones are open', async () => {
      const { fixture, organizationId, campaignId, addContact, open } = world
      await addContact('+15550101')
      await fixture.setPolicy(organizationId, null, { least_gap_minutes: 5 })
      const { due: found } = await open({ claim: { byMs: NOW, limit: 5, others: false } })
      expect([...found]).toEqual([[campaignId, []]])
    })

    test('reads the policies in force, and the version they have together', async () => {
      const { fixture, store, organizationId, campaignId, lockOrganization } = world
      await fixture.setPolicy(organizationId, null, { least_gap_minutes: 5 })
      await fixture.setPolicy(organizationId, null, { least_gap_minutes: 7 })
      await fixture.setPolicy(organizationId, campaignId, { packs: ['fr'] })
      expect((await lockOrganization())?.policyVersion).toBe(3)
      const { organization, campaigns } = await store.transaction((tx) => tx.policiesOf(organizationId))
      expect([organization?.version, organization?.policy.least_gap_minutes]).toEqual([2, 7])
      expect([...campaigns].map(([id, { version, policy }]) => [id, version, policy.packs])).toEqual([
        [campaignId, 1, ['fr']],
      ])
    })

    test('finds people of these zones only, due retries first, and the next retry among them', async () => {
      const { fixture, store, campaignId, addContact } = world
      const [a, b, c, d] = [
        await addContact('+15550101'),
        await addContact('+15550102'),
        await addContact('+15550103'),
        await addContact('+15550104'),
      ] as const
      const retry = await addContact('+15550105', { nextAttemptAtMs: NOW - 1, dials: 1 })
      const later = await addContact('+15550106', { nextAttemptAtMs: NOW + 1000, dials: 1 })
      const florida = await fixture.place(FLORIDA, [a, b, c, retry, later])
      const nevada = await fixture.place(NEVADA, [d])
      expect(await store.transaction((tx) => tx.zonesOf(campaignId))).toMatchObject([
        { id: florida, contacts: 5, set: { source: 'number', zones: ['America/Chicago', 'America/New_York'] } },
        { id: nevada, contacts: 1, set: { source: 'state_column', places: ['US', 'US-NV'] } },
      ])
      const ids = async (zones: number[], more: Partial<DueInZones> = {}) =>
        (await due(zones, NOW, more)).map(({ id, zonesId }) => [id, zonesId])
      expect(await ids([florida])).toEqual([
        [retry, florida],
        [a, florida],
        [b, florida],
        [c, florida],
      ])
      expect(await ids([nevada, florida])).toEqual([
        [retry, florida],
        [a, florida],
        [b, florida],
        [c, florida],
        [d, nevada],
      ])
      expect(await ids([nevada, florida], { limit: 2 })).toEqual([
        [retry, florida],
        [a, florida],
      ])
      expect(await ids([])).toEqual([])
      const next = (zones: number[]) => store.transaction((tx) => tx.nextRetryInZones(campaignId, zones, NOW))
      expect([await next([florida]), await next([nevada])]).toEqual([NOW + 1000, null])
      await world.saveContacts({ id: d, kind: 'aside', dials: 0, atMs: NEVER_MS, heldBy: 'cooldown' })
      expect([await next([florida, nevada]), await next([nevada])]).toEqual([NOW + 1000, NEVER_MS])
    })

    test('answers several requests together, each with its own people, limit and history', async () => {
      const { fixture, store, organizationId, addContact } = world
      const [a, b, c] = [
        await addContact('+15550101'),
        await addContact('+15550102'),
        await addContact('+15550103'),
      ] as const
      const florida = await fixture.place(FLORIDA, [a, b])
      const nevada = await fixture.place(NEVADA, [c])
      const found = await store.transaction(async (tx) => {
        await tx.insertAttempts([attempt(9001, '+15550103', NOW - 5000), attempt(9002, '+15550101', NOW - 5000)])
        return tx.dueInZones([
          requestOf([nevada], NOW),
          requestOf([florida], NOW, { limit: 1, historySinceMs: NOW - 10 }),
          requestOf([], NOW),
          requestOf([florida], NOW, { organizationId, historySinceMs: 0 }),
        ])
      })
      expect(found.map((people) => people.map(({ id, history }) => [id, history.attemptsMs]))).toEqual([
        [[c, [NOW - 5000]]],
        [[a, []]],
        [],
        [
          [a, [NOW - 5000]],
          [b, []],
        ],
      ])
    })

    test('keeps what happened with a number, of this organization, as far back as is asked', async () => {
      const { fixture, store, organizationId, addContact } = world
      const contact = await addContact('+15550101')
      const zone = await fixture.place(FLORIDA, [contact])
      await store.transaction(async (tx) => {
        await tx.insertAttempts([attempt(9001, '+15550101', NOW - 5000), attempt(9002, '+15550101', NOW - 50)])
        await tx.insertAttempts([attempt(9003, '+15550101', NOW - 10), attempt(9004, '+15550199', NOW)])
        await tx.endAttempts([{ callId: 9001, what: 'conversation' }])
        await tx.removeAttempts([9003])
      })
      const historyOf = async (sinceMs: number) => (await due([zone], NOW, { historySinceMs: sinceMs }))[0]?.history
      expect(await historyOf(0)).toEqual({
        attemptsMs: [NOW - 5000, NOW - 50],
        conversationsMs: [NOW - 5000],
        lastMs: { conversation: NOW - 5000 },
        consents: [],
        check: null,
      })
      expect(await historyOf(NOW - 50.5)).toMatchObject({ attemptsMs: [NOW - 50], conversationsMs: [] })
      expect(await historyOf(Number.POSITIVE_INFINITY)).toEqual({
        attemptsMs: [],
        conversationsMs: [],
        lastMs: {},
        consents: [],
        check: null,
      })
      const { history, personId } = await store.transaction((tx) => tx.historyOf(organizationId, '+15550101'))
      // The origin of the calls is read for the explanation only; the claim does without it.
      const { calls: _calls, ...counted } = history
      expect([counted, personId]).toEqual([await historyOf(0), null])
      const elsewhere = await store.transaction((tx) => tx.historyOf(organizationId + 1, '+15550101'))
      expect(elsewhere.history.attemptsMs).toEqual([])
    })

    test('knows when the person of a contact was reached, by number and by person', async () => {
      const { fixture, store, organizationId, addContact } = world
      const contactId = await addContact('+15550101')
      const other = await addContact('+15550102')
      await fixture.place(FLORIDA, [contactId, other])
      await fixture.isPerson(contactId, 'anna')
      await store.transaction(async (tx) => {
        const real = { isSimulated: false }
        await tx.insertAttempts([
          { ...attempt(9001, '+15550101', NOW - 9000), ...real },
          { ...attempt(9002, '+15550101', NOW - 5000), ...real },
          { ...attempt(9003, '+15550199', NOW - 4000), ...real, personId: 'anna' },
          { ...attempt(9004, '+15550101', NOW - 3000), ...real },
        ])
        await tx.endAttempts([9001, 9002, 9003].map((callId) => ({ callId, what: 'conversation' as const })))
      })
      const request = { organizationId, sinceMs: NOW - 8000, isSimulated: false, hasPolicy: true }
      const reached = await store.transaction((tx) => tx.reachedTimes({ ...request, contactIds: [contactId, other] }))
      expect(reached.toSorted((a, b) => a.contactId - b.contactId)).toMatchObject([
        { contactId, phoneNumber: '+15550101', notAfterMs: null, reachedMs: [NOW - 4000, NOW - 5000] },
        { contactId: other, reachedMs: [] },
      ])
      expect(reached[0]?.zones?.zones).toEqual(['America/Chicago', 'America/New_York'])
    })

    test('counts calls to a SIP URI for the phone number it carries, and the other way round', async () => {
      const { fixture, store, organizationId, addContact } = world
      const zone = await fixture.place(FLORIDA, [await addContact('sip:+15550101@pbx.example')])
      await store.transaction((tx) =>
        tx.insertAttempts([
          attempt(9001, '+15550101', NOW - 5000),
          attempt(9002, 'sips:+15550101@other.example', NOW - 50),
        ]),
      )
      const [row] = await due([zone], NOW)
      expect(row?.history.attemptsMs.toSorted()).toEqual([NOW - 5000, NOW - 50])
      for (const address of ['+15550101', 'sip:+15550101@pbx.example']) {
        const { history } = await store.transaction((tx) => tx.historyOf(organizationId, address))
        expect(history.attemptsMs).toHaveLength(2)
      }
    })

    test('counts a conversation in which the person called us, but no attempt', async () => {
      const { fixture, store, organizationId, addContact } = world
      const zone = await fixture.place(FLORIDA, [await addContact('+15550101')])
      await store.transaction((tx) =>
        tx.insertInboundConversations([{ callId: 9001, organizationId, phoneNumber: '+15550101', atMs: NOW - 5000 }]),
      )
      const [row] = await due([zone], NOW, { historySinceMs: 0 })
      expect(row?.history).toEqual({
        attemptsMs: [],
        conversationsMs: [NOW - 5000],
        lastMs: { conversation: NOW - 5000 },
        consents: [],
        check: null,
      })
    })

    test('counts calls to all numbers of one person, of this organization', async () => {
      const { fixture, store, organizationId, addContact } = world
      const mobile = await addContact('+15550101')
      const zone = await fixture.place(FLORIDA, [mobile])
      await fixture.isPerson(mobile, 'anna')
      await store.transaction(async (tx) => {
        await tx.insertAttempts([{ ...attempt(9001, '+15550102', NOW - 5000), personId: 'anna' }])
        await tx.insertAttempts([{ ...attempt(9002, '+15550103', NOW - 4000), personId: 'bert' }])
        await tx.insertInboundConversations([
          { callId: 9003, organizationId, phoneNumber: '+15550102', atMs: NOW - 3000 },
        ])
      })
      const [row] = await due([zone], NOW, { historySinceMs: 0 })
      expect(row?.personId).toBe('anna')
      expect(row?.history).toMatchObject({ attemptsMs: [NOW - 5000], conversationsMs: [NOW - 3000] })
      // A single call to the landline counts what was called on the mobile.
      await store.transaction((tx) =>
        tx.insertAttempts([{ ...attempt(9004, '+15550101', NOW - 50), personId: 'anna' }]),
      )
      const single = await store.transaction((tx) => tx.historyOf(organizationId, '+15550102'))
      expect([single.personId, single.history.attemptsMs.toSorted()]).toEqual(['anna', [NOW - 5000, NOW - 50]])
    })

    test('counts calls without a person for each person who has the number', async () => {
      const { fixture, store, organizationId, addContact } = world
      const [mobile, landline, shared, unnamed] = [
        await addContact('+15550101'),
        await addContact('+15550102'),
        await addContact('+15550102'),
        await addContact('+15550103'),
      ] as const
      const zone = await fixture.place(FLORIDA, [mobile, landline, shared, unnamed])
      await fixture.isPerson(mobile, 'anna')
      await fixture.isPerson(landline, 'anna')
      await store.transaction((tx) => tx.insertAttempts([attempt(9001, '+15550102', NOW - 5000)]))
      const past = (number: string) => store.transaction((tx) => tx.historyOf(organizationId, number))
      const attemptsMs = async () =>
        Object.fromEntries(
          (await due([zone], NOW, { historySinceMs: 0 })).map((one) => [one.id, one.history.attemptsMs]),
        )
      expect(await attemptsMs()).toMatchObject({ [mobile]: [NOW - 5000], [landline]: [NOW - 5000], [unnamed]: [] })
      expect(await past('+15550101')).toMatchObject({ personId: 'anna', history: { attemptsMs: [NOW - 5000] } })
      expect(await past('+15550103')).toMatchObject({ personId: null, history: { attemptsMs: [] } })
      // The landline belongs to a second person, who has another number too.
      await fixture.isPerson(shared, 'bert')
      await fixture.isPerson(unnamed, 'bert')
      expect(await attemptsMs()).toMatchObject({ [mobile]: [NOW - 5000], [unnamed]: [NOW - 5000] })
      expect(await past('+15550102')).toMatchObject({ personId: null })
      // A call that a list made for one of them does not count for the other.
      await store.transaction((tx) =>
        tx.insertAttempts([{ ...attempt(9002, '+15550102', NOW - 50), personId: 'anna' }]),
      )
      expect((await attemptsMs())[unnamed]).toEqual([NOW - 5000])
      expect((await attemptsMs())[mobile]?.toSorted()).toEqual([NOW - 5000, NOW - 50])
    })

    test('a contact without a person id has the person of the newest call to its number', async () => {
      const { fixture, store, organizationId, addContact } = world
      const contact = await addContact('+15550101')
      const zone = await fixture.place(FLORIDA, [contact])
      await store.transaction((tx) =>
        tx.insertAttempts([
          { ...attempt(9001, '+15550101', NOW - 5000), personId: 'bert' },
          { ...attempt(9002, '+15550101', NOW - 4000), personId: 'anna' },
          { ...attempt(9003, '+15550102', NOW - 50), personId: 'anna' },
          { ...attempt(9004, '+15550103', NOW - 40), personId: 'bert' },
          { ...attempt(9005, '+15550101', NOW - 30), personId: 'carl', organizationId: organizationId + 1 },
          { ...attempt(9006, '+15550102', NOW - 20), personId: 'anna', organizationId: organizationId + 1 },
          { ...attempt(9007, '+15550104', NOW - 15), personId: 'anna', organizationId: organizationId + 1 },
          attempt(9008, '+15550104', NOW - 10),
        ]),
      )
      const [row] = await due([zone], NOW, { historySinceMs: 0 })
      expect([row?.personId, row?.countedPersonId]).toEqual([null, 'anna'])
      expect(row?.history.attemptsMs.toSorted()).toEqual([NOW - 5000, NOW - 4000, NOW - 50])
    })

    test('puts somebody off with the rule, and appends to the chain of the organization', async () => {
      const { fixture, store, organizationId, addContact, saveContacts } = world
      const contact = await addContact('+15550101')
      await saveContacts({ id: contact, kind: 'aside', dials: 0, atMs: NOW + 7000, heldBy: 'cap' })
      expect(await fixture.heldBy(contact)).toBe('cap')
      const draft = (n: number) => ({
        kind: 'dial',
        atMs: NOW,
        actor: 'dialer',
        body: { n, text: 'a "quote", \\ and é' },
      })
      await store.transaction(async (tx) => {
        await tx.appendLedger(organizationId, [draft(1), draft(2)])
        await tx.appendLedger(organizationId, [draft(3)])
      })
      await store.transaction((tx) => tx.appendLedger(organizationId, [draft(4)]))
      const walk = new ChainVerifier(organizationId, CHAIN_START)
      for (const record of await fixture.ledger(organizationId)) expect(walk.step(record)).toBe(true)
      expect(walk.last.sequence).toBe(4)
    })
  })
})
