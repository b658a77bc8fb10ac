/** Ways to break the product, each where one of its safeguards stands. `npm run sim:plant` tries them; README.md says who notices. */

interface Change {
  code: string
  instead: string
}

export interface Fault extends Change {
  what: string
  /** As compiled; `code` stands in it. */
  file: string
  /** Where one safeguard stands behind another, both must go before anybody is harmed. */
  also?: Change
  elsewhere?: Change & { file: string }
}

const DIALER = 'src/dialer'
const CAMPAIGNS = 'src/campaigns'
const POLICIES = 'src/policies/rules'
export const FAULTS: readonly Fault[] = [
  {
    what: 'an accepted request is evidence that calls get through',
    file: `${DIALER}/settle-calls.js`,
    code: '!hasRungOrAnswered(before) && (end?.gotThrough ?? hasRungOrAnswered(next))',
    instead: 'before.placedAtMs === null && next.placedAtMs !== null',
  },
  {
    what: 'a fault of account or network at the end of a call is not believed',
    file: `${DIALER}/rules/advance-call.js`,
    code: "return news.perhapsNumber ? 'account_or_number' : news.fault",
    instead: "return 'unexplained'",
  },
  {
    what: "a dead node's claims are given back while its requests may be on their way (no fence)",
    file: `${DIALER}/jobs/resolve-stale-calls.js`,
    code: 'const ABSENCE_BELIEVED_AFTER_MS = PLACE_TIMEOUT_MS + 10_000',
    instead: 'const ABSENCE_BELIEVED_AFTER_MS = 0',
    also: { code: 'export const FENCE_MS = PLACE_TIMEOUT_MS', instead: 'export const FENCE_MS = 0' },
  },
  {
    what: 'a claim lost with the server gives back whoever has its id now',
    file: `${DIALER}/settle-calls.js`,
    code: '!isOf(call, report.claim)',
    instead: 'false',
  },
  {
    what: 'a node places though its lease has run out',
    file: `${DIALER}/dialer.js`,
    code: 'this.#lease.isUnbrokenSince(decidedAtMs)',
    instead: 'true',
  },
  {
    what: 'a refusal gives back a call that has shown life',
    file: `${DIALER}/settle-calls.js`,
    code: "return call.state === 'ringing' || call.state === 'answered' || call.placedAtMs !== null",
    instead: 'return false',
  },
  {
    what: 'one slot too many',
    file: `${DIALER}/rules/may-dial.js`,
    code: 'of.maxConcurrency - of.liveCalls',
    instead: 'of.maxConcurrency + 1 - of.liveCalls',
  },
  {
    what: 'one retry too many',
    file: `${DIALER}/rules/outcomes.js`,
    code: 'rules.enabled && dials <= rules.max_retries',
    instead: 'rules.enabled && dials <= rules.max_retries + 1',
  },
  {
    what: 'a retry comes after half of its delay',
    file: `${DIALER}/rules/outcomes.js`,
    code: 'nowMs + delaySeconds * 1000',
    instead: 'nowMs + delaySeconds * 500',
  },
  {
    what: 'calling hours do not count',
    file: `${DIALER}/rules/may-dial.js`,
    code: 'if (!window.open)',
    instead: 'if (false)',
  },
  {
    what: 'the pace spends nothing',
    file: `${DIALER}/rules/pacing.js`,
    code: 'dials * pace.spacingMs',
    instead: '0 * pace.spacingMs',
  },
  {
    what: 'the breaker never trips',
    file: `${DIALER}/rules/breaker.js`,
    code: 'return count.failed > 0 &&',
    instead: 'return false &&',
  },
  {
    what: 'the breaker counts numbers that do not exist',
    file: `${DIALER}/rules/fault-consequences.js`,
    code: "number: { contact: 'final', campaign: 'goes_on', countsForBreaker: false }",
    instead: "number: { contact: 'final', campaign: 'goes_on', countsForBreaker: true }",
  },
  {
    what: 'single calls take no slot',
    file: `${DIALER}/claim-single-call.js`,
    code: 'takeSlot(work, order.organizationId);\n    work.changeConfiguration',
    instead: 'work.changeConfiguration',
  },
  {
    what: 'single calls go whatever the limit of the organization',
    file: `${DIALER}/claim-single-call.js`,
    code: 'if (slotsLeft(organization) < 1)',
    instead: 'if (false)',
  },
  {
    what: 'single calls spend nothing of the pace',
    file: `${DIALER}/claim-single-call.js`,
    code: '(row) => consumeDialTokens(row, nowMs, 1)',
    instead: '() => {}',
  },
  {
    what: 'two configurations of one carrier account are paced apart',
    file: `${DIALER}/rules/may-dial.js`,
    code: 'return configuration.account ? [configuration, configuration.account] : [configuration]',
    instead: 'return [configuration]',
  },
  {
    what: 'a single call whose commit is in doubt is never taken back',
    file: `${DIALER}/dialer.js`,
    code: 'if (callId !== null)',
    instead: 'if (false)',
  },
  {
    what: 'a caller of whom the carrier tells twice takes two slots',
    file: `${DIALER}/claim-single-call.js`,
    code: 'if (added)',
    instead: 'if (true)',
  },
  {
    what: 'callers are taken beyond the limit of the organization',
    file: `${DIALER}/claim-single-call.js`,
    code: '|| organization.liveCalls >= organization.maxConcurrency',
    instead: '',
  },
  {
    what: 'claims whose commit is in doubt are never taken back',
    file: `${DIALER}/dial-loop.js`,
    code: 'queue.putBack(inDoubt.filter(own))',
    instead: '',
  },
  {
    what: 'what could not be written is forgotten',
    file: `${DIALER}/dial-loop.js`,
    code: 'if (away)\n                queue.putBack(reports)',
    instead: 'if (away)\n                for (const report of reports) report.done()',
  },
  {
    what: 'an organization that somebody else holds is passed over, and its reports with it',
    file: `${DIALER}/dial-loop.js`,
    code: 'queue.putBack(turn.reports.filter((report) => report.owner.organizationId === organizationId))',
    instead: '',
  },
  {
    what: "calls are judged by the database's clock right after it was set",
    file: `${DIALER}/jobs/keep-lease.js`,
    code: 'if (byMs > 0)',
    instead: 'if (false)',
    also: { code: 'return this.#clock.monotonic() - this.#steppedAtMs > SETTLED_AFTER_MS', instead: 'return true' },
  },
  {
    what: 'contacts are claimed by the time that the database had before its clock was put back',
    file: `${DIALER}/unit-of-work.js`,
    code: 'throw new ClockSetBack(',
    instead: 'void new ClockSetBack(',
  },
  {
    what: "an alarm set before the database's clock was put forward keeps later ones from being set",
    file: `${DIALER}/wake-up-timers.js`,
    code: 'nowMs - known.setAtMs < SET_ANEW_AFTER_MS',
    instead: 'true',
  },
  {
    what: 'a pause is answered before the last claims have left',
    file: `${CAMPAIGNS}/change-state.js`,
    code: 'await deps.dialer.awaitNoUnplaced(actor.organizationId, id);',
    instead: '',
  },
  {
    what: 'a resume keeps what the breaker had counted',
    file: `${CAMPAIGNS}/change-state.js`,
    code: 'await tx.resetBreakerCounts({ id, organizationId: actor.organizationId });',
    instead: '',
  },
  {
    what: 'a redial calls everybody again who was busy, whether requested or not',
    file: `${CAMPAIGNS}/redial-campaign.js`,
    code: 'request.onBusy ?',
    instead: 'true ?',
  },
  {
    what: 'a campaign is deleted with calls going on',
    file: `${CAMPAIGNS}/delete-campaign.js`,
    code: 'if (locked.live_calls > 0)',
    instead: 'if (false)',
  },
  {
    what: 'a cap on calls to one number lets one more through',
    file: `${POLICIES}/verdict.js`,
    code: 'counted[cap.max - 1]',
    instead: 'counted[cap.max]',
  },
  {
    what: 'the least gap between two calls to one number does not count',
    file: `${POLICIES}/verdict.js`,
    code: 'if (gap && nowMs < lastMs + gap.value)',
    instead: 'if (false)',
  },
  {
    what: 'of the zones in which somebody may be only the first counts',
    file: `${POLICIES}/wall-clock.js`,
    code: 'zones.map((zone) => windowStateInZone',
    instead: 'zones.slice(0, 1).map((zone) => windowStateInZone',
  },
  {
    what: 'how long it rings does not count at the end of the hours',
    file: `${POLICIES}/wall-clock.js`,
    code: 'changesAtMs: now.changesAtMs === null ? null : now.changesAtMs - options.leastMs',
    instead: 'changesAtMs: now.changesAtMs',
  },
  {
    what: 'a suspension does not count',
    file: `${POLICIES}/verdict.js`,
    code: 'nowMs >= fromMs && (',
    instead: 'false && (',
  },
  {
    what: 'a node goes on by the rules it has read once',
    file: `${DIALER}/policy-cache.js`,
    code: 'known?.policyVersion !== policyVersion',
    instead: 'known === undefined',
  },
  {
    what: 'calls under rules are not remembered by number',
    file: `${DIALER}/policy-gate.js`,
    code: 'await tx.insertAttempts(attempts);',
    instead: '',
  },
  {
    what: 'two campaigns take a person with several numbers in one claim',
    file: `${DIALER}/policy-gate.js`,
    code: 'const history = withTaken(contact.history, this.#takenOf(contact));\n        if (rules.may(',
    instead: 'const history = contact.history;\n        if (rules.may(',
  },
  {
    what: 'one campaign takes two numbers of a person in one claim',
    file: `${DIALER}/claim-contacts.js`,
    code: 'persons.has(person)',
    instead: 'false',
  },
  {
    what: 'a single call to one number of a person does not count for the others',
    file: `${DIALER}/claim-single-call.js`,
    code: 'personId: asked.personId',
    instead: 'personId: null',
    elsewhere: {
      file: 'simulation/memory-transaction.js',
      code: '.filter(({ personId }) => !personId)',
      instead: '.filter(() => false)',
    },
  },
  {
    what: 'a single call is judged by its number alone',
    file: 'simulation/memory-transaction.js',
    code: 'this.#history(organizationId, phoneNumber, persons, Number.NEGATIVE_INFINITY)',
    instead: 'this.#history(organizationId, phoneNumber, [], Number.NEGATIVE_INFINITY)',
  },
  {
    what: 'a claim does not know of the conversations that its own transaction ends',
    file: `${DIALER}/unit-of-work.js`,
    code: 'await this.#writeAttempts()',
    instead: '',
    also: {
      code: 'for (const call of this.#returned.splice(0))',
      instead: 'await this.#writeAttempts();\n        for (const call of this.#returned.splice(0))',
    },
  },
  {
    what: 'a conversation in which the person called us does not count',
    file: `${DIALER}/unit-of-work.js`,
    code: `else if (what === 'conversation')`,
    instead: 'else if (false)',
  },
  {
    what: 'the claim does not ask who is on the phone, nor does the table of live calls',
    file: `${DIALER}/claim-contacts.js`,
    code: 'if (callId === undefined)',
    instead: 'if (true)',
    elsewhere: {
      file: 'simulation/memory-tables.js',
      code: "direction === 'outbound' && !this.transfers.has(id)",
      instead: 'false',
    },
  },
  {
    what: 'whoever waits for the end of another call is not told of it',
    file: `${DIALER}/unit-of-work.js`,
    code: 'if (contactIds.length > 0)',
    instead: 'if (false)',
  },
  {
    what: 'a campaign shows numbers outside its pool',
    file: `${DIALER}/rules/choose-caller.js`,
    code: 'chosen ? numbers.filter(({ id }) => chosen.includes(id)) : [...numbers]',
    instead: '[...numbers]',
  },
  {
    what: 'the people of a control group are called',
    file: `${DIALER}/claim-contacts.js`,
    code: 'arm?.not_called',
    instead: 'false',
  },
  {
    what: 'a person is drawn into an arm again for each attempt',
    file: `${DIALER}/rules/experiment.js`,
    code: 'return experiment.stopped?.arm ?? drawnArm(experiment, campaignId, person)',
    instead:
      'return experiment.stopped?.arm ?? drawnArm(experiment, campaignId, { phoneNumber: person.phoneNumber + person.dials })',
  },
  {
    what: 'the hours of an arm do not count',
    file: `${DIALER}/claim-contacts.js`,
    code: 'opensAtMs !== null',
    instead: 'false',
  },
  {
    what: 'after the end of an experiment people stay in their arms',
    file: `${DIALER}/rules/experiment.js`,
    code: 'return experiment.stopped?.arm ?? drawnArm(experiment, campaignId, person)',
    instead: 'return drawnArm(experiment, campaignId, person)',
  },
  {
    what: 'every arm is called with the version of the campaign',
    file: `${DIALER}/write-claims.js`,
    code: 'arm?.definition_id ??',
    instead: 'null ??',
  },
  {
    what: 'a configuration of a route is dialed through for numbers of others',
    file: `${DIALER}/rules/route.js`,
    code: 'if (prefixes.length === 0)',
    instead: 'if (true)',
  },
  {
    what: 'a single call goes to somebody who is on the phone with us on a call of their own',
    file: `${DIALER}/claim-single-call.js`,
    code: '(await tx.callsWithNumber(order.organizationId, order.phoneNumber)).length > 0',
    instead: 'false',
  },
  {
    what: 'the same number of a person is dialed again although there is another',
    file: `${DIALER}/rules/numbers-of-contact.js`,
    code: 'following(all, dialed, kept) ?? dialed',
    instead: 'dialed',
  },
  {
    what: 'a number that does not exist is dialed again in its turn',
    file: `${DIALER}/rules/numbers-of-contact.js`,
    code: '{ ...lasting(passed), [dialed]: reason }',
    instead: 'lasting(passed)',
  },
  {
    what: 'a person on the do-not-call list is dialed if they have another number',
    file: `${DIALER}/claim-contacts.js`,
    code: 'if (contact.suppressed)',
    instead: 'if (contact.suppressed && !contact.numbers)',
  },
  {
    what: 'the hours and limits of a pack give way without the consent that lifts them',
    file: `${POLICIES}/merge.js`,
    code: 'pack?.lifted_by[part].some((consent) => calls.consents.includes(consent)) ?? false',
    instead: '(pack?.lifted_by[part].length ?? 0) > 0',
  },
  {
    what: 'a pack is taken to be about calls of every purpose',
    file: `${POLICIES}/merge.js`,
    code: 'purposes && calls.purpose !== null && !purposes.includes(calls.purpose)',
    instead: 'false',
  },
  {
    what: 'a consent that was taken back does not count',
    file: `${POLICIES}/consent.js`,
    code: 'if (revokedMs > Number.NEGATIVE_INFINITY)',
    instead: 'if (false)',
  },
  {
    what: 'a holiday that the policy names is a day like others',
    file: `${POLICIES}/holidays.js`,
    code: 'rules.added.has(day)',
    instead: 'false',
  },
  {
    what: 'a retry waits for the hour after that in which the person was reached',
    file: `${DIALER}/rules/reached-hours.js`,
    code: 'newest.get(hourOf(zone, fromMs))',
    instead: 'newest.get((hourOf(zone, fromMs) + 23) % 24)',
  },
  {
    what: 'a retry is planned for an hour in which the person was reached, even though the hours are closed then',
    file: `${DIALER}/rules/reached-hours.js`,
    code: 'if (open)',
    instead: 'if (open || atMs > 0)',
  },
  {
    what: 'a transaction claims for the first eight organizations in it only',
    file: `${DIALER}/dial-loop.js`,
    code: '[...work.organizations.keys()].map(',
    instead: '[...work.organizations.keys()].slice(0, 8).map(',
  },
  {
    what: 'organizations whose slots are all taken are looked at every three seconds',
    file: 'simulation/memory-store.js',
    code: ' || slotsLeft(row) === 0 || slotsLeft(organization) === 0',
    instead: '',
  },
  {
    what: 'the slot of an ended call is passed on again when its end is reported again',
    file: `${DIALER}/deck.js`,
    code: 'if (this.#passable.delete(callId) && passes && campaignId !== undefined)',
    instead: 'if (passes && campaignId !== undefined)',
  },
  {
    what: 'a slot that was passed on is used by the transaction that settles the end as well',
    file: `${DIALER}/decks.js`,
    code: 'this.#decks.get(owner.organizationId)?.noteTaken(callId)',
    instead: 'void callId',
  },
  {
    what: 'a pause, a lowered limit and a change of rules leave the claims on deck as they are, and so does the next transaction',
    file: `${DIALER}/decks.js`,
    code: 'return deck ? this.#giveBack(deck.revoke()) : Promise.resolve()',
    instead: 'return Promise.resolve()',
    elsewhere: {
      file: `${DIALER}/rules/claims-ahead.js`,
      code: 'const free = Math.min(freeSlots(campaign), freeSlots(organization)) + onDeck + covered',
      instead: 'const free = Math.max(0, Math.min(freeSlots(campaign), freeSlots(organization)) + onDeck + covered)',
    },
  },
  {
    what: 'a person who was claimed is dialed after the do-not-call entry was answered',
    file: `${DIALER}/dialer.js`,
    code: ' || this.#listedSince(claimed)',
    instead: '',
    also: { code: 'void this.#loop.decks.revoke(organizationId)', instead: 'void organizationId' },
  },
  {
    what: 'claims on deck count twice as free slots',
    file: `${DIALER}/rules/claims-ahead.js`,
    code: 'freeSlots(organization)) + onDeck',
    instead: 'freeSlots(organization)) + 2 * onDeck',
  },
  {
    what: 'an ended call whose slot was passed on counts as a free slot when its end is written',
    file: `${DIALER}/deck.js`,
    code: 'this.#covered.delete(callId)',
    instead: 'void callId',
  },
  {
    what: 'people stay on deck although a suspension begins, or the hours end, before they are dialed',
    file: `${DIALER}/policy-gate.js`,
    code: 'changesAtMs <= untilMs || rules.asksForCheck',
    instead: 'rules.asksForCheck',
  },
  {
    what: 'people stay on deck although the rules ask for a consent, which they may take back',
    file: `${DIALER}/policy-gate.js`,
    code: 'rules.asksForConsent(set.group, nowMs)',
    instead: 'false',
  },
  {
    what: 'people with several numbers stay on deck although a call to another number of theirs may forbid the dial',
    file: `${DIALER}/policy-gate.js`,
    code: 'contact.countedPersonId === null &&',
    instead: '',
  },
  {
    what: 'claims on deck stay there when the rules change, and are confirmed by the next transaction',
    file: `${DIALER}/decks.js`,
    code: 'return deck ? this.#giveBack(deck.revoke()) : Promise.resolve()',
    instead: 'return Promise.resolve()',
    elsewhere: {
      file: `${DIALER}/rules/claims-ahead.js`,
      code: 'onDeck > 0 && decidedBy !== policyVersion',
      instead: 'false',
    },
  },
]
