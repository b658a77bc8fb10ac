/** Europe. Marketing to consumers, in the called person's local time. Not legal advice. */
import {
  AI_ANNOUNCEMENT,
  dailyHours,
  datesAroundEaster,
  datesEveryYear,
  EXPRESS_CONSENT,
  legalSource,
  type PackDefinition,
  SOURCES_CHECKED_ON,
  weeklyHours,
} from './pack.ts'

const MEMBERS = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ')
/** Overseas departments: French and EU law apply there, each in its own time zone. */
const OVERSEAS = ['GP', 'MQ', 'GF', 'RE', 'YT', 'MF']
const UNION = { implies: ['eu'] }
const TO_CONSUMERS = { purposes: ['marketing' as const], parties: ['consumer' as const] }
const RECORDING = {
  id: 'recording-told',
  text: 'If calls are recorded, it is said at the start, and there is consent or another basis for it.',
}

export const EUROPE: PackDefinition[] = [
  {
    id: 'eu',
    title: 'European Union: automated calls',
    places: [...MEMBERS, ...OVERSEAS],
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('general', 'ePrivacy Directive 2002/58/EC, article 13(1)'),
      legalSource('restated', 'AI Act (EU) 2024/1689, article 50(1), since 2 August 2026'),
    ],
    covers: 'The first step of the workflow must say, word for word, that an artificial intelligence speaks.',
    does_not_cover: [
      'Hours and limits are each country’s own: choose its pack too. Where no pack has hours, the floor of 08:00 to 21:00 holds.',
      'That the person has heard it.',
      'The marking of synthetic audio (article 50(2), since 2 December 2026): a matter of the maker of the voice.',
    ],
    rules: { required_sentences: [AI_ANNOUNCEMENT], duties: [EXPRESS_CONSENT, RECORDING] },
  },
  {
    id: 'gb',
    title: 'United Kingdom: sales calls',
    places: ['GB'],
    implies: ['gb-business'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('law', 'Privacy and Electronic Communications Regulations, 19 and 21'),
      legalSource('authority', 'Ofcom, statement on persistent misuse of December 2016, since 1 March 2017'),
      legalSource('restated', 'The ICO fined calls of AI avatars as automated calls in September 2025'),
      legalSource('general', 'Hours are custom: there are none in the statute'),
    ],
    covers:
      'Monday to Friday 08:00 to 21:00, Saturday 09:00 to 20:00 (custom); ring at least 15 seconds; 72 hours after an abandoned call, 24 hours after a machine; TPS at most 28 days old.',
    does_not_cover: [
      'Consent of each person and company: calls of AI avatars were fined as automated calls in September 2025.',
      'The 3 % allowance of abandoned calls is no safe harbour since 2017; the pauses of 72 hours and of a day are good practice, not law.',
    ],
    applies_to: { purposes: ['marketing'] },
    rules: {
      hours: weeklyHours('mon-fri 08:00-21:00; sat 09:00-20:00'),
      shortest_ring_seconds: 15,
      cooldowns: [
        { after: 'abandoned', hours: 72 },
        { after: 'machine_detected', hours: 24 },
      ],
      registries: [{ id: 'gb-tps', name: 'the Telephone Preference Service', max_age_days: 28 }],
      duties: [EXPRESS_CONSENT, { id: 'gb-caller-id', text: 'The number shown can be called back.' }, RECORDING],
    },
  },
  {
    id: 'gb-business',
    title: 'United Kingdom: sales calls to businesses',
    places: ['GB'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('law', 'Privacy and Electronic Communications Regulations, 21')],
    covers: 'Corporate TPS at most 28 days old.',
    does_not_cover: ['Declare the party "consumer" if no business is called.'],
    applies_to: { purposes: ['marketing'], parties: ['business'] },
    rules: {
      registries: [{ id: 'gb-ctps', name: 'the Corporate Telephone Preference Service', max_age_days: 28 }],
    },
  },
  {
    id: 'fr',
    title: 'France: sales calls to consumers',
    places: ['FR', ...OVERSEAS],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('law', 'Code de la consommation, L223-1'),
      legalSource('restated', 'Décret 2026-662 of 23 July 2026 (D223-9, R223-1 to R223-4), since 11 August 2026'),
      legalSource('restated', 'Loi 2025-594: consent first, since 11 August 2026'),
    ],
    covers:
      'Monday to Friday 10:00 to 13:00 and 14:00 to 20:00 in the person’s own time zone, none on weekends and holidays, with consent too; at most 4 calls in 30 days; none after a refusal.',
    does_not_cover: [
      'Calls outside the hours on explicit agreement to a stated date and time.',
      'Energy renovation and the adaptation of homes may not be sold by phone at all.',
      'One local holiday of each overseas department: add its date.',
    ],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: weeklyHours('mon-fri 10:00-13:00 14:00-20:00'),
      holidays: { calendars: ['FR'] },
      caps: [{ max: 4, hours: 30 * 24 }],
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      duties: [
        {
          id: 'fr-opt-in',
          text: 'Every person has opted in: freely, specifically, provably, naming professional, goods and a period of at most one year without silent renewal; or the call concerns a running contract or answers a request within 5 working days. The proof is kept for three years.',
        },
        {
          id: 'fr-opening',
          text: 'Each call says at its start who calls, for whom, and that it is commercial (L221-16).',
        },
        {
          id: 'fr-caller-id',
          text: 'Automated calls show a number of the ranges reserved for them, no mobile number.',
        },
      ],
    },
  },
  {
    id: 'de',
    title: 'Germany: sales calls',
    places: ['DE'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('law', 'UWG §§ 7, 7a'),
      legalSource('restated', 'Bundesnetzagentur, notes of 7 July 2022'),
      legalSource('general', 'Hours are an industry code: there are none in the statute'),
    ],
    covers: 'Monday to Friday 09:00 to 20:00 (industry code), none on weekends and national holidays.',
    does_not_cover: ['Holidays of single states.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      hours: weeklyHours('mon-fri 09:00-20:00'),
      holidays: { calendars: ['DE'] },
      duties: [
        EXPRESS_CONSENT,
        {
          id: 'de-proof',
          text: 'The record of each consent has name and address of the person, the advertiser, who received it, content, date and manner; it is kept for five years from its grant and after each use, and each use is logged (UWG 7a; missing documents cost up to 50,000 euros).',
        },
        { id: 'de-caller-id', text: 'The number is shown.' },
        { id: 'de-recording', text: 'Nobody is recorded who has not agreed (§ 201 StGB).' },
      ],
    },
  },
  {
    id: 'es',
    title: 'Spain: sales calls to consumers',
    places: ['ES'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('restated', 'LGDCU 96.2; LGT 66; Circular AEPD 1/2023; Ley 10/2025; Orden TDF/149/2025; RD 88/2026'),
      legalSource('restated', 'BOE-A-2026-8409: numbers of the range 400, since 17 October 2026'),
    ],
    covers: 'Monday to Friday 09:00 to 21:00, none on weekends and national holidays.',
    does_not_cover: ['Holidays of the regions.', 'Which number is shown is not checked.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: weeklyHours('mon-fri 09:00-21:00'),
      holidays: { calendars: ['ES'] },
      duties: [
        EXPRESS_CONSENT,
        { id: 'es-robinson', text: 'The list was held against the Lista Robinson.' },
        { id: 'es-renewal', text: 'Consents are renewed every two years.' },
        {
          id: 'es-caller-id',
          text: 'Since 17 October 2026 commercial calls show a number of the range 400, other calls never do, and no call shows a mobile number; a number to object at is said.',
        },
        { id: 'es-electricity', text: 'Electricity is sold on express request only.' },
      ],
    },
  },
  {
    id: 'it',
    title: 'Italy: sales calls to consumers',
    places: ['IT'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'DPR 26/2022; code of conduct, October 2024')],
    covers:
      'Monday to Friday 09:00 to 20:00, Saturdays and eves of holidays 10:00 to 19:00, none on Sundays and holidays; register at most 15 days old; none after a refusal.',
    does_not_cover: ['The code of conduct binds its members.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: {
        ...weeklyHours('mon-fri 09:00-20:00; sat 10:00-19:00'),
        holiday_eve: [{ start: '10:00', end: '19:00' }],
      },
      holidays: { calendars: ['IT'] },
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      registries: [{ id: 'it-rpo', name: 'the Registro delle opposizioni', max_age_days: 15 }],
      duties: [
        EXPRESS_CONSENT,
        {
          id: 'it-caller-id',
          text: 'The number shown can be called back; no +39 number is shown through a foreign carrier.',
        },
        { id: 'it-energy', text: 'Electricity and gas are sold on request only (since 19 June 2026).' },
        { id: 'it-older-consent', text: 'Consents older than a person’s entry in the register are not used.' },
      ],
    },
  },
  {
    id: 'nl',
    title: 'Netherlands: sales calls to consumers',
    places: ['NL'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('restated', 'Telecommunicatiewet 11.7; customers need consent too since 1 July 2026'),
      legalSource('general', 'Hours are self-regulation'),
    ],
    covers: 'Monday to Friday 09:00 to 21:00, Saturday 10:00 to 16:00 (self-regulation); none after an objection.',
    does_not_cover: ['Charities, charity lotteries, newspapers and magazines have exceptions.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: weeklyHours('mon-fri 09:00-21:00; sat 10:00-16:00'),
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      duties: [
        { id: 'nl-opt-in', text: 'Every person has opted in, customers too.' },
        { id: 'nl-objection', text: 'Each call offers the person to object to further calls.' },
        { id: 'nl-caller-id', text: 'The number is not hidden.' },
      ],
    },
  },
  {
    id: 'be',
    title: 'Belgium: sales calls',
    places: ['BE'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('authority', 'Code de droit économique VI.111-114; DNCM')],
    covers: 'List "Ne m’appelez plus" at most 5 days old; none after a refusal.',
    does_not_cover: ['No hours were found: the floor of 08:00 to 21:00 holds.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      registries: [{ id: 'be-dncm', name: 'Ne m’appelez plus / Bel-me-niet-meer', max_age_days: 5 }],
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      duties: [EXPRESS_CONSENT, RECORDING],
    },
  },
  {
    id: 'at',
    title: 'Austria: sales calls',
    places: ['AT'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('authority', 'TKG 2021 § 174')],
    covers: 'A duty: consent for every advertising call, to businesses too.',
    does_not_cover: ['There are no hours in the statute: the floor of 08:00 to 21:00 holds.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      duties: [EXPRESS_CONSENT, { id: 'at-caller-id', text: 'The number is neither hidden nor falsified.' }, RECORDING],
    },
  },
  {
    id: 'pl',
    title: 'Poland: sales calls',
    places: ['PL'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'Prawo komunikacji elektronicznej 398, since 10 November 2024')],
    covers: 'A duty: consent for every commercial call, to businesses too.',
    does_not_cover: ['No hours were found: the floor of 08:00 to 21:00 holds.'],
    applies_to: { purposes: ['marketing'] },
    rules: { duties: [EXPRESS_CONSENT, RECORDING] },
  },
  {
    id: 'pt',
    title: 'Portugal: calls of contact centres to consumers',
    places: ['PT'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'DL 134/2009 article 7; Lei 41/2004 article 13-A')],
    covers: 'Every day 09:00 to 22:00, for calls of every purpose to consumers.',
    does_not_cover: ['The usual times of rest (weekends and holidays by commentary), unless agreed before.'],
    applies_to: { parties: ['consumer'] },
    rules: { hours: dailyHours('09:00-22:00'), duties: [EXPRESS_CONSENT, RECORDING] },
  },
  {
    id: 'ie',
    title: 'Ireland: sales calls',
    places: ['IE'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('law', 'SI 336/2011, regulations 13 and 14'), legalSource('authority', 'ComReg; DPC')],
    covers: 'National Directory Database at most 28 days old.',
    does_not_cover: ['No hours were found: the floor of 08:00 to 21:00 holds.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      registries: [{ id: 'ie-ndd', name: 'the National Directory Database', max_age_days: 28 }],
      duties: [EXPRESS_CONSENT, { id: 'ie-mobile', text: 'Mobile numbers are called with consent only.' }, RECORDING],
    },
  },
  {
    id: 'dk',
    title: 'Denmark: sales calls to consumers',
    places: ['DK'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('authority', 'Forbrugeraftaleloven § 4')],
    covers: 'A duty: no sales call to a consumer without consent.',
    does_not_cover: [
      'Exceptions for books, insurance, newspapers and rescue services.',
      'No hours were found: the floor of 08:00 to 21:00 holds.',
    ],
    applies_to: TO_CONSUMERS,
    rules: { duties: [EXPRESS_CONSENT, RECORDING] },
  },
  {
    id: 'se',
    title: 'Sweden: sales calls to consumers',
    places: ['SE'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('authority', 'Konsumentverket; NIX-Telefon')],
    covers: 'NIX-Telefon at most 31 days old.',
    does_not_cover: [
      'How old the look into NIX-Telefon may be is our choice.',
      'No hours were found: the floor of 08:00 to 21:00 holds.',
    ],
    applies_to: TO_CONSUMERS,
    rules: {
      registries: [{ id: 'se-nix', name: 'NIX-Telefon', max_age_days: 31 }],
      duties: [
        EXPRESS_CONSENT,
        { id: 'se-written', text: 'A contract is made only by written acceptance after the call.' },
        RECORDING,
      ],
    },
  },
  {
    id: 'fi',
    title: 'Finland: sales calls to consumers',
    places: ['FI'],
    ...UNION,
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('law', 'Laki sähköisen viestinnän palveluista 200, 201; HE 35/2024')],
    covers: 'Duties: opt-outs are kept; mobile subscriptions are not sold by phone.',
    does_not_cover: ['The code of the trade on hours was not read: the floor of 08:00 to 21:00 holds.'],
    applies_to: TO_CONSUMERS,
    rules: {
      duties: [
        EXPRESS_CONSENT,
        { id: 'fi-opt-out', text: 'The list was held against the Robinson register and against what people said.' },
        { id: 'fi-mobile-subscriptions', text: 'No mobile subscriptions are sold to new customers by phone.' },
        RECORDING,
      ],
    },
  },
  {
    id: 'ch',
    title: 'Switzerland: sales calls',
    places: ['CH'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('authority', 'UWG 3(1)(u), SECO')],
    covers:
      'Duties: no calls to numbers with an asterisk or in no directory without consent or a business relationship.',
    does_not_cover: [
      'Whether fully automated sales calls are allowed at all: one source says they are not.',
      'There are no hours in the statute: the floor of 08:00 to 21:00 holds.',
    ],
    applies_to: { purposes: ['marketing'] },
    rules: {
      duties: [
        EXPRESS_CONSENT,
        {
          id: 'ch-directory',
          text: 'Numbers with an asterisk, and numbers in no directory (most mobiles), are called with consent or in a business relationship only; your own listed number is shown.',
        },
      ],
    },
  },
  {
    id: 'no',
    title: 'Norway: sales calls to consumers',
    places: ['NO'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('authority', 'Markedsføringsloven §§ 12-16, Prop. 43 L (2016-2017); Brønnøysundregistrene')],
    covers:
      'Monday to Friday 09:00 to 21:00, none on weekends and holidays; register at most 31 days old; none after a refusal.',
    does_not_cover: ['That the number shown can be found in directories.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: weeklyHours('mon-fri 09:00-21:00'),
      holidays: {
        added: [
          ...datesEveryYear('01-01', '05-01', '05-17', '12-25', '12-26'),
          ...datesAroundEaster(-3, -2, 0, 1, 39, 49, 50),
        ],
      },
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      registries: [{ id: 'no-reservasjon', name: 'Reservasjonsregisteret', max_age_days: 31 }],
      duties: [
        EXPRESS_CONSENT,
        { id: 'no-written', text: 'A contract is made only by written acceptance after the call.' },
      ],
    },
  },
]
