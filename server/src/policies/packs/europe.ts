/** Europe. Marketing to consumers, in the called person's local time. Not legal advice. */
import { AI_ANNOUNCEMENT, CHECKED_ON, EXPRESS_CONSENT, type PackText, source, week } from './pack.ts'

const MEMBERS = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ')
const TO_CONSUMERS = { purposes: ['marketing' as const], parties: ['consumer' as const] }
const RECORDING = {
  id: 'recording-told',
  text: 'If calls are recorded, it is said at the start, and there is consent or another basis for it.',
}

export const EUROPE: PackText[] = [
  {
    id: 'eu',
    title: 'European Union: automated calls',
    places: MEMBERS,
    checked_on: CHECKED_ON,
    sources: [
      source('general', 'ePrivacy Directive 2002/58/EC, article 13(1)'),
      source('restated', 'AI Act (EU) 2024/1689, article 50(1), since 2 August 2026'),
    ],
    covers: 'The workflow must say that an artificial intelligence speaks.',
    does_not_cover: [
      'Hours and limits are each country’s own: choose its pack too.',
      'That it is said in the first sentence is not checked, only that it is said.',
    ],
    rules: { required_sentences: [AI_ANNOUNCEMENT], duties: [EXPRESS_CONSENT, RECORDING] },
  },
  {
    id: 'gb',
    title: 'United Kingdom: sales calls',
    places: ['GB'],
    checked_on: CHECKED_ON,
    sources: [
      source('law', 'Privacy and Electronic Communications Regulations, 19 and 21'),
      source('restated', 'Ofcom on persistent misuse, 2006 to 2016'),
      source('general', 'Hours are custom: there are none in the statute'),
    ],
    covers:
      'Monday to Friday 08:00 to 21:00, Saturday 09:00 to 20:00 (custom); ring at least 15 seconds; 72 hours after an abandoned call, 24 hours after a machine; TPS at most 28 days old.',
    does_not_cover: [
      'Whether a conversing AI is an automated call is unsettled; treat it as one.',
      'The 3 % allowance of abandoned calls is no safe harbour since 2017.',
    ],
    applies_to: { purposes: ['marketing'] },
    rules: {
      hours: week('mon-fri 08:00-21:00; sat 09:00-20:00'),
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
    id: 'fr',
    title: 'France: sales calls to consumers',
    places: ['FR'],
    checked_on: CHECKED_ON,
    sources: [
      source('law', 'Code de la consommation, D223-9'),
      source('restated', 'Loi 2025-594: consent first, since 11 August 2026'),
    ],
    covers:
      'Monday to Friday 10:00 to 13:00 and 14:00 to 20:00, none on weekends and holidays; at most 4 calls in 30 days; none after a refusal.',
    does_not_cover: ['A newer decree on hours was not found.', 'Energy renovation may not be sold by phone at all.'],
    applies_to: TO_CONSUMERS,
    lifted_by: { hours: ['opt_in', 'express', 'express_written'] },
    rules: {
      hours: week('mon-fri 10:00-13:00 14:00-20:00'),
      holidays: { calendars: ['FR'] },
      caps: [{ max: 4, hours: 30 * 24 }],
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      duties: [
        {
          id: 'fr-opt-in',
          text: 'Every person has opted in: freely, specifically, provably; or the call concerns a running contract.',
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
    checked_on: CHECKED_ON,
    sources: [
      source('law', 'UWG §§ 7, 7a'),
      source('restated', 'Bundesnetzagentur, notes of 7 July 2022'),
      source('general', 'Hours are an industry code: there are none in the statute'),
    ],
    covers: 'Monday to Friday 09:00 to 20:00 (industry code), none on weekends and national holidays.',
    does_not_cover: ['Holidays of single states.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      hours: week('mon-fri 09:00-20:00'),
      holidays: { calendars: ['DE'] },
      duties: [
        EXPRESS_CONSENT,
        { id: 'de-proof', text: 'The proof of consent is kept for five years from its grant and after each use.' },
        { id: 'de-caller-id', text: 'The number is shown.' },
        { id: 'de-recording', text: 'Nobody is recorded who has not agreed (§ 201 StGB).' },
      ],
    },
  },
  {
    id: 'es',
    title: 'Spain: sales calls to consumers',
    places: ['ES'],
    checked_on: CHECKED_ON,
    sources: [source('restated', 'LGDCU 96.2; LGT 66; Circular AEPD 1/2023; Ley 10/2025; Orden TDF/149/2025')],
    covers: 'Monday to Friday 09:00 to 21:00, none on weekends and national holidays.',
    does_not_cover: [
      'Holidays of the regions.',
      'The prefix 400 for commercial calls, which was a draft in February 2026.',
    ],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: week('mon-fri 09:00-21:00'),
      holidays: { calendars: ['ES'] },
      duties: [
        EXPRESS_CONSENT,
        { id: 'es-robinson', text: 'The list was held against the Lista Robinson.' },
        { id: 'es-renewal', text: 'Consents are renewed every two years.' },
        { id: 'es-caller-id', text: 'No mobile number is shown.' },
      ],
    },
  },
  {
    id: 'it',
    title: 'Italy: sales calls to consumers',
    places: ['IT'],
    checked_on: CHECKED_ON,
    sources: [source('restated', 'DPR 26/2022; code of conduct, October 2024')],
    covers:
      'Monday to Friday 09:00 to 20:00, Saturdays and eves of holidays 10:00 to 19:00, none on Sundays and holidays; register at most 15 days old; none after a refusal.',
    does_not_cover: ['The code of conduct binds its members.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: {
        ...week('mon-fri 09:00-20:00; sat 10:00-19:00'),
        holiday_eve: [{ start: '10:00', end: '19:00' }],
      },
      holidays: { calendars: ['IT'] },
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      registries: [{ id: 'it-rpo', name: 'the Registro delle opposizioni', max_age_days: 15 }],
      duties: [EXPRESS_CONSENT, { id: 'it-caller-id', text: 'The number shown can be called back.' }],
    },
  },
  {
    id: 'nl',
    title: 'Netherlands: sales calls to consumers',
    places: ['NL'],
    checked_on: CHECKED_ON,
    sources: [
      source('restated', 'Telecommunicatiewet 11.7; customers need consent too since 1 July 2026'),
      source('general', 'Hours are self-regulation'),
    ],
    covers: 'Monday to Friday 09:00 to 21:00, Saturday 10:00 to 16:00 (self-regulation); none after an objection.',
    does_not_cover: ['Charities, charity lotteries, newspapers and magazines have exceptions.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: week('mon-fri 09:00-21:00; sat 10:00-16:00'),
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      duties: [
        { id: 'nl-opt-in', text: 'Every person has opted in, customers too.' },
        { id: 'nl-objection', text: 'Each call offers the person to object to further calls.' },
        { id: 'nl-caller-id', text: 'The number is not hidden.' },
      ],
    },
  },
]
