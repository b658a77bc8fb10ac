/** Canada, Asia-Pacific, Latin America, Africa, Middle East. Marketing to consumers, in local time. Not legal advice. */
import { CHECKED_ON, daily, EXPRESS_CONSENT, type PackText, source, week } from './pack.ts'

const TO_CONSUMERS = { purposes: ['marketing' as const], parties: ['consumer' as const] }

export const REST_OF_THE_WORLD: PackText[] = [
  {
    id: 'ca',
    title: 'Canada: sales calls',
    places: ['CA'],
    checked_on: CHECKED_ON,
    sources: [
      source('authority', 'CRTC, Unsolicited Telecommunications Rules, page of the rules'),
      source('law', 'CRTC 2014-155: synthesized voices need express consent, of customers too'),
    ],
    covers: 'Monday to Friday 09:00 to 21:30, weekends 10:00 to 18:00; national list at most 31 days old.',
    does_not_cover: [
      'Holidays of provinces.',
      'Hours of recorded messages were not established.',
      'The abandoned call rate of 5 % a month is not enforced.',
    ],
    applies_to: { purposes: ['marketing'] },
    rules: {
      hours: week('mon-fri 09:00-21:30; sat-sun 10:00-18:00'),
      registries: [{ id: 'ca-dncl', name: 'the National Do Not Call List', max_age_days: 31 }],
      duties: [
        EXPRESS_CONSENT,
        {
          id: 'ca-own-list',
          text: 'Requests are added to your own list within 14 days and kept for three years and 14 days.',
        },
        {
          id: 'ca-identification',
          text: 'Each call identifies the caller at once and gives contact details on request.',
        },
      ],
    },
  },
  {
    id: 'au',
    title: 'Australia: sales calls to consumers',
    places: ['AU'],
    checked_on: CHECKED_ON,
    sources: [source('authority', 'Telemarketing and Research Calls Industry Standard 2017')],
    covers:
      'Monday to Friday 09:00 to 20:00, Saturday 09:00 to 17:00, none on Sundays and national holidays; register at most 30 days old.',
    does_not_cover: ['Holidays of single states.', 'Research calls have longer hours.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: week('mon-fri 09:00-20:00; sat 09:00-17:00'),
      holidays: { calendars: ['AU'] },
      registries: [{ id: 'au-dncr', name: 'the Do Not Call Register', max_age_days: 30 }],
      duties: [
        { id: 'au-opening', text: 'Names and purpose are said at once; the call ends at once when asked.' },
        { id: 'au-caller-id', text: 'The number is shown and can be reached for 30 days.' },
      ],
    },
  },
  {
    id: 'nz',
    title: 'New Zealand: sales calls to consumers',
    places: ['NZ'],
    checked_on: CHECKED_ON,
    sources: [source('restated', 'Industry code; Fair Trading Act on uninvited direct sales')],
    covers: 'Monday to Saturday 08:00 to 21:00, none on Sundays and holidays.',
    does_not_cover: ['The hours are not law.', 'Anniversary days of the regions.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: week('mon-sat 08:00-21:00'),
      holidays: { calendars: ['NZ'] },
      duties: [{ id: 'nz-list', text: 'The list was held against the Marketing Association’s list.' }],
    },
  },
  {
    id: 'in',
    title: 'India: promotional calls',
    places: ['IN'],
    checked_on: CHECKED_ON,
    sources: [source('restated', 'TCCCPR 2018 and its amendment of February 2025')],
    covers: 'Every day 10:00 to 21:00.',
    does_not_cover: ['Bands and days that customers choose for themselves.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      hours: daily('10:00-21:00'),
      duties: [
        {
          id: 'in-caller-id',
          text: 'Promotional calls show a number of the 140 series, service calls one of the 1600 series.',
        },
        {
          id: 'in-dlt',
          text: 'Sender, consents and templates are registered on the operators’ ledger; auto-dialers are declared.',
        },
      ],
    },
  },
  {
    id: 'br',
    title: 'Brazil: sales calls to consumers',
    places: ['BR'],
    checked_on: CHECKED_ON,
    sources: [source('general', 'Hours: codes of the sectors'), source('restated', 'Anatel, October 2025')],
    covers: 'Monday to Friday 09:00 to 21:00, Saturday 10:00 to 16:00, none on Sundays and national holidays.',
    does_not_cover: [
      'Holidays of states and cities.',
      'Short calls of less than three seconds: 100,000 a day count as abuse.',
    ],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: week('mon-fri 09:00-21:00; sat 10:00-16:00'),
      holidays: { calendars: ['BR'] },
      duties: [
        { id: 'br-nao-me-perturbe', text: 'The list was held against Não Me Perturbe (telecoms, payroll loans).' },
        { id: 'br-authenticated', text: 'Above 500,000 calls a month, calls are authenticated.' },
      ],
    },
  },
  {
    id: 'mx-collections',
    title: 'Mexico: debt collection',
    places: ['MX'],
    checked_on: CHECKED_ON,
    sources: [source('restated', 'Press of 2025')],
    covers: 'Monday to Friday 07:00 to 22:00.',
    does_not_cover: ['Hours for sales calls were not found.'],
    applies_to: { purposes: ['collections'] },
    rules: { hours: week('mon-fri 07:00-22:00') },
  },
  {
    id: 'mx',
    title: 'Mexico: sales calls',
    places: ['MX'],
    checked_on: CHECKED_ON,
    sources: [source('restated', 'Profeco (REPEP) and Condusef (REUS), 2025')],
    covers: 'Registries at most 30 days old.',
    does_not_cover: ['Hours for sales calls were not found: set your own.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      registries: [{ id: 'mx-repep', name: 'REPEP (and REUS for finance)', max_age_days: 30 }],
    },
  },
  {
    id: 'sg',
    title: 'Singapore: sales calls',
    places: ['SG'],
    checked_on: CHECKED_ON,
    sources: [source('restated', 'PDPA Part 9, 2026')],
    covers: 'No Voice Call Register at most 21 days old.',
    does_not_cover: ['There are no statutory hours: set your own.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      registries: [{ id: 'sg-dnc', name: 'the No Voice Call Register', max_age_days: 21 }],
      duties: [{ id: 'sg-caller-id', text: 'The number is not concealed.' }],
    },
  },
  {
    id: 'jp',
    title: 'Japan: sales calls to consumers',
    places: ['JP'],
    checked_on: CHECKED_ON,
    sources: [
      source('law', 'Act on Specified Commercial Transactions, articles 16 and 17'),
      source('general', 'Calls between 21:00 and 08:00 count as a nuisance'),
    ],
    covers: 'Every day 08:00 to 21:00 (custom); none after a refusal.',
    does_not_cover: ['There are no hours in the statute.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: daily('08:00-21:00'),
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      duties: [
        {
          id: 'jp-opening',
          text: 'Before soliciting: seller, caller’s name, kind of goods, and that it is a sales call.',
        },
      ],
    },
  },
  {
    id: 'za',
    title: 'South Africa: sales calls to consumers',
    places: ['ZA'],
    checked_on: CHECKED_ON,
    sources: [
      source('law', 'Consumer Protection Act, regulations'),
      source('restated', 'National opt-out registry, since 15 April 2026'),
    ],
    covers:
      'Monday to Friday 08:00 to 20:00, Saturday 09:00 to 13:00, none on Sundays and holidays; registry at most a month old; none after a refusal.',
    does_not_cover: ['Whether POPIA 69 asks for consent to live calls is disputed.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: week('mon-fri 08:00-20:00; sat 09:00-13:00'),
      holidays: { calendars: ['ZA'] },
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      registries: [{ id: 'za-opt-out', name: 'the national opt-out registry', max_age_days: 30 }],
      duties: [{ id: 'za-registration', text: 'You are registered with the national opt-out registry this year.' }],
    },
  },
  {
    id: 'ae',
    title: 'United Arab Emirates: sales calls to consumers',
    places: ['AE'],
    checked_on: CHECKED_ON,
    sources: [source('restated', 'Cabinet Resolution 56/2024, since 27 August 2024')],
    covers: 'Every day 09:00 to 18:00; at most 1 call a day and 2 in a week; none after a refusal.',
    does_not_cover: [
      'The limits concern calls that were not answered or hung up; here all calls count, which is stricter.',
    ],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: daily('09:00-18:00'),
      caps: [
        { max: 1, hours: 24 },
        { max: 2, hours: 7 * 24 },
      ],
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      duties: [
        {
          id: 'ae-approval',
          text: 'You have prior approval; numbers shown are local numbers of the licensed company.',
        },
        { id: 'ae-dncr', text: 'The list was held against the DNCR.' },
        { id: 'ae-opening', text: 'Each call asks whether to go on, and says that it is recorded.' },
      ],
    },
  },
]
