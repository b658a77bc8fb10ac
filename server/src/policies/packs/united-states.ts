/** United States, federal law. Not legal advice; have it read by a lawyer before you rely on it. */
import {
  dailyHours,
  EXPRESS_CONSENT,
  legalSource,
  type PackDefinition,
  SOURCES_CHECKED_ON,
  threeCallsPerDay,
  weeklyHours,
} from './pack.ts'

const RECORDS = {
  id: 'us-records',
  text: 'Keep for five years: scripts, recordings, call records, consents, do-not-call requests, registry versions (16 CFR 310.5).',
}

const OPT_OUT = {
  id: 'us-opt-out',
  text: 'Offer an opt-out by voice or key right after the identification; honour every request at once, at the latest within 10 business days.',
}

const NATIONAL_REGISTRY = { id: 'us-national-dnc', name: 'the National Do Not Call Registry', max_age_days: 31 }

export const UNITED_STATES: PackDefinition[] = [
  {
    id: 'us-federal',
    title: 'United States: sales calls with an artificial voice (TCPA, TSR)',
    places: ['US'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('restated', '47 CFR 64.1200(a)(2), (a)(6), (a)(7), (b), (c), (d); 16 CFR 310.4 and 310.5'),
      legalSource('restated', 'FCC 24-17 of 8 February 2024: AI-generated voices are artificial voices'),
      legalSource('law', 'FCC DA 25-621 of 14 July 2025'),
    ],
    covers:
      'Hours 08:00 to 21:00 at the called person’s place, every day; ring at least 15 seconds; list held against the national registry at most 31 days ago.',
    does_not_cover: [
      'State laws, many of which are stricter: choose the packs of the states too.',
      'The abandoned call rate of 3 % over 30 days.',
      'Whether consent lifts the hours is disputed in court: they hold with consent too.',
      'A rule of one-to-one consent is not in force (FCC DA 25-621 of 14 July 2025).',
      'The current text of the Code of Federal Regulations was not readable when this was made; check 64.1200 and 310.4.',
    ],
    applies_to: { purposes: ['marketing'] },
    rules: {
      hours: dailyHours('08:00-21:00'),
      shortest_ring_seconds: 15,
      registries: [NATIONAL_REGISTRY],
      duties: [
        {
          id: 'us-written-consent',
          text: 'Every person has given prior express written consent to sales calls with an artificial voice, not as a condition of purchase.',
        },
        {
          id: 'us-identification',
          text: 'Each call says at its beginning who is responsible for it, and gives a number to call back.',
        },
        OPT_OUT,
        {
          id: 'us-internal-list',
          text: 'There is a written do-not-call policy, and requests are kept for five years.',
        },
        { id: 'us-san', text: 'You hold a subscription account number for the national registry.' },
        {
          id: 'us-reassigned',
          text: 'Numbers were held against the Reassigned Numbers Database with the date of consent.',
        },
        {
          id: 'us-caller-id',
          text: 'The number shown can be called back in business hours for a do-not-call request.',
        },
        RECORDS,
      ],
    },
  },
  {
    id: 'us-informational',
    title: 'United States: calls that sell nothing, with an artificial voice, to residential lines without consent',
    places: ['US'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('law', '47 CFR 64.1200(a)(3), FCC 20-186 and 22-100: that limits exist, since 20 July 2023'),
      legalSource('general', 'The figures of the limits'),
    ],
    covers:
      'At most 3 calls in 30 days to a person; ring at least 15 seconds. Hours 08:00 to 21:00 as a floor: no federal law names hours for these calls.',
    does_not_cover: [
      'Mobile numbers need prior express consent whatever the number of calls.',
      'State laws for calls of every purpose (California, Georgia, Tennessee): choose their packs too.',
    ],
    applies_to: { purposes: ['informational', 'charity', 'political', 'survey'] },
    lifted_by: { caps: ['express', 'express_written'] },
    rules: {
      hours: dailyHours('08:00-21:00'),
      caps: [{ max: 3, hours: 30 * 24 }],
      shortest_ring_seconds: 15,
      duties: [
        { id: 'us-mobile-consent', text: 'Mobile numbers on the list have given prior express consent.' },
        OPT_OUT,
      ],
    },
  },
  {
    id: 'us-health',
    title: 'United States: health care messages with an artificial voice (HIPAA)',
    places: ['US'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('general', '47 CFR 64.1200(a)(3), (a)(9)(iv): figures to be verified')],
    covers:
      'At most 1 call a day and 3 in a week to a person; ring at least 15 seconds. Hours 08:00 to 21:00 as a floor: no federal law names hours for these calls.',
    does_not_cover: ['The content a health care message may have.'],
    applies_to: { purposes: ['health'] },
    lifted_by: { caps: ['express', 'express_written'] },
    rules: {
      hours: dailyHours('08:00-21:00'),
      caps: [
        { max: 1, hours: 24 },
        { max: 3, hours: 7 * 24 },
      ],
      shortest_ring_seconds: 15,
      duties: [OPT_OUT],
    },
  },
  {
    id: 'us-collections',
    title: 'United States: debt collection (Regulation F)',
    places: ['US'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('law', '12 CFR 1006.14(b)(2) and 1006.6, as of 20 June 2026'),
      legalSource('restated', '12 CFR 1006.14(b)(3) and the CFPB’s questions and answers of 27 July 2022'),
    ],
    covers:
      'At most 7 calls in 7 days; none for 7 days after a conversation, whoever called; hours 08:00 to 21:00. A call back that the person asked for is exempt from the pause on its day.',
    does_not_cover: [
      'The limit is per person and debt. Without a person_id column calls are counted per number, which is looser for a person with two numbers; all debts count together.',
      'Times and places that a person has called inconvenient, employers’ rules, and people represented by a lawyer.',
    ],
    applies_to: { purposes: ['collections'] },
    rules: {
      hours: dailyHours('08:00-21:00'),
      caps: [{ max: 7, hours: 7 * 24 }],
      cooldowns: [{ after: 'conversation', hours: 7 * 24 }],
      duties: [{ id: 'us-mobile-consent', text: 'Mobile numbers on the list have given prior express consent.' }],
    },
  },
  {
    id: 'us-safe-default',
    title: 'United States: inside almost every state’s hours',
    places: ['US'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'The packs of the states, taken together')],
    covers:
      'Monday to Saturday 10:00 to 19:00, none on Sundays and federal holidays, at most 3 calls in 24 hours to a person; list held against the national registry at most 31 days ago.',
    does_not_cover: [
      'Rhode Island (until 18:00, Saturdays 17:00), Maine (automated calls until 17:00), South Dakota (automated calls not on Saturdays): choose their packs too.',
      'Holidays that only a state keeps.',
    ],
    rules: {
      hours: weeklyHours('mon-sat 10:00-19:00'),
      holidays: { calendars: ['US'] },
      caps: threeCallsPerDay,
      shortest_ring_seconds: 15,
      registries: [NATIONAL_REGISTRY],
      unknown_zone: 'refuse',
      duties: [EXPRESS_CONSENT],
    },
  },
  {
    id: 'us-recording-all-party',
    title: 'United States: states where everybody must agree to a recording',
    places: ['CA', 'CT', 'DE', 'FL', 'IL', 'MD', 'MA', 'MI', 'MT', 'NV', 'NH', 'PA', 'PR', 'WA'].map(
      (state) => `US-${state}`,
    ),
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource(
        'restated',
        'Lists of June 2026; they disagree about Connecticut, Delaware, Michigan and Nevada, all taken here. Oregon asks one party on the telephone',
      ),
    ],
    covers: 'A duty: say at the start that the call is recorded.',
    does_not_cover: ['Whether a recording is wanted is the workflow’s setting.'],
    rules: {
      duties: [{ id: 'us-recording', text: 'If calls are recorded, the first sentence says so.' }],
    },
  },
]
