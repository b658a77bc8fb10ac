/** Canada, Asia-Pacific, Latin America, Africa, Middle East. Marketing to consumers, in local time. Not legal advice. */
import {
  dailyHours,
  datesAroundEaster,
  datesEveryYear,
  EXPRESS_CONSENT,
  legalSource,
  nthWeekday,
  type PackDefinition,
  SOURCES_CHECKED_ON,
  weeklyHours,
} from './pack.ts'

const TO_CONSUMERS = { purposes: ['marketing' as const], parties: ['consumer' as const] }

/** The Monday before 25 May. */
function victoriaDay(): string[] {
  return nthWeekday(4, 1, 5).map((date) =>
    date.slice(5) > '05-24' ? `${date.slice(0, 8)}${Number(date.slice(8)) - 7}` : date,
  )
}

export const REST_OF_THE_WORLD: PackDefinition[] = [
  {
    id: 'ca',
    title: 'Canada: automated calls of every purpose',
    places: ['CA'],
    implies: ['ca-sales'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('authority', 'CRTC, Unsolicited Telecommunications Rules, page of the rules'),
      legalSource('law', 'CRTC 2009-200: hours of announcing devices'),
      legalSource('restated', 'Unsolicited Telecommunications Rules, Part IV'),
    ],
    covers:
      'Monday to Friday 09:00 to 21:30, weekends 10:00 to 18:00, for every call with a synthesized voice, also when it sells nothing.',
    does_not_cover: [
      'Holidays of provinces: for British Columbia choose its pack too.',
      'Exempt calls of public service.',
      'The abandoned call rate of 5 % a month is not enforced.',
      'Whether voice agents are announcing devices is under consultation (CRTC 2026-132); the strict reading is taken.',
    ],
    rules: {
      hours: weeklyHours('mon-fri 09:00-21:30; sat-sun 10:00-18:00'),
      duties: [
        {
          id: 'ca-identification',
          text: 'Each call begins with who calls and why, a local or toll-free number and an address, and says it again at the end if it takes over 60 seconds; the number can be reached for 60 days.',
        },
      ],
    },
  },
  {
    id: 'ca-sales',
    title: 'Canada: sales calls',
    places: ['CA'],
    implies: ['ca'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('authority', 'CRTC, Unsolicited Telecommunications Rules, page of the rules'),
      legalSource('law', 'CRTC 2014-155: synthesized voices need express consent, of customers too'),
    ],
    covers: 'National list at most 31 days old.',
    does_not_cover: ['Calls to businesses are free of the list, not of the other rules.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      registries: [{ id: 'ca-dncl', name: 'the National Do Not Call List', max_age_days: 31 }],
      duties: [
        EXPRESS_CONSENT,
        {
          id: 'ca-own-list',
          text: 'Requests are added to your own list within 14 days and kept for three years and 14 days.',
        },
        {
          id: 'ca-proof',
          text: 'The record of each consent, which is tied to one number, can be produced within 30 days.',
        },
      ],
    },
  },
  {
    id: 'ca-bc',
    title: 'Canada, British Columbia: sales calls',
    places: ['CA-BC'],
    implies: ['ca'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('authority', 'Consumer Protection BC')],
    covers: 'None on statutory holidays; at most 1 call in 30 days.',
    does_not_cover: ['The limit is per person and offer; here all calls count. With permission it does not hold.'],
    applies_to: { purposes: ['marketing'] },
    lifted_by: { caps: ['express', 'express_written'] },
    rules: {
      holidays: {
        added: [
          ...datesEveryYear('01-01', '07-01', '09-30', '11-11', '12-25'),
          ...datesAroundEaster(-2),
          ...nthWeekday(3, 1, 2),
          ...nthWeekday(1, 1, 8),
          ...nthWeekday(1, 1, 9),
          ...nthWeekday(2, 1, 10),
          ...victoriaDay(),
        ],
      },
      caps: [{ max: 1, hours: 30 * 24 }],
      duties: [{ id: 'ca-bc-licence', text: 'You hold the licence of a telemarketer in British Columbia.' }],
    },
  },
  {
    id: 'au',
    title: 'Australia: sales calls to consumers',
    places: ['AU'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('authority', 'Telemarketing and Research Calls Industry Standard 2017')],
    covers:
      'Monday to Friday 09:00 to 20:00, Saturday 09:00 to 17:00, none on Sundays and national holidays; register at most 30 days old.',
    does_not_cover: [
      'Holidays of single states.',
      'Research calls have longer hours.',
      'Other times on express consent to that time.',
    ],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: weeklyHours('mon-fri 09:00-20:00; sat 09:00-17:00'),
      holidays: { calendars: ['AU'] },
      registries: [{ id: 'au-dncr', name: 'the Do Not Call Register', max_age_days: 30 }],
      duties: [
        { id: 'au-opening', text: 'Names and purpose are said at once; the call ends at once when asked.' },
        { id: 'au-caller-id', text: 'The number is shown and can be reached for 30 days.' },
        { id: 'au-information', text: 'A synthetic voice offers a way to ask for information.' },
      ],
    },
  },
  {
    id: 'nz',
    title: 'New Zealand: sales calls to consumers',
    places: ['NZ'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'Industry code; Fair Trading Act on uninvited direct sales')],
    covers: 'Monday to Saturday 08:00 to 21:00, none on Sundays and holidays.',
    does_not_cover: ['The hours are not law.', 'Anniversary days of the regions.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: weeklyHours('mon-sat 08:00-21:00'),
      holidays: { calendars: ['NZ'] },
      duties: [
        { id: 'nz-list', text: 'The list was held against the Marketing Association’s list.' },
        { id: 'nz-consent', text: 'Automated calls are made with consent (Unsolicited Electronic Messages Act 2007).' },
      ],
    },
  },
  {
    id: 'in',
    title: 'India: promotional calls',
    places: ['IN'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('restated', 'TCCCPR 2018 and its amendment of 12 February 2025'),
      legalSource('restated', 'TRAI, direction of 19 November 2025'),
    ],
    covers: 'Every day 10:00 to 21:00.',
    does_not_cover: [
      'Bands and days that customers choose for themselves: the preference list is asked by the operators’ ledger only.',
      'Which number is shown is not checked.',
    ],
    applies_to: { purposes: ['marketing'] },
    rules: {
      hours: dailyHours('10:00-21:00'),
      duties: [
        {
          id: 'in-caller-id',
          text: 'Promotional calls show a number of the 140 series, service calls of banks, insurers and brokers one of the 1600 series; ordinary mobile numbers are forbidden.',
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
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('general', 'Hours: codes of the sectors'), legalSource('restated', 'Anatel, October 2025')],
    covers: 'Monday to Friday 09:00 to 21:00, Saturday 10:00 to 16:00, none on Sundays and national holidays.',
    does_not_cover: [
      'Holidays of states and cities.',
      'Short calls of less than three seconds: 100,000 a day count as abuse.',
    ],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: weeklyHours('mon-fri 09:00-21:00; sat 10:00-16:00'),
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
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'Press of 2025')],
    covers: 'Monday to Friday 07:00 to 22:00.',
    does_not_cover: ['Hours for sales calls were not found.'],
    applies_to: { purposes: ['collections'] },
    rules: { hours: weeklyHours('mon-fri 07:00-22:00') },
  },
  {
    id: 'mx',
    title: 'Mexico: sales calls',
    places: ['MX'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'Profeco (REPEP) and Condusef (REUS), 2025')],
    covers: 'Registries at most 30 days old.',
    does_not_cover: ['Hours for sales calls were not found: the floor of 08:00 to 21:00 holds.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      registries: [{ id: 'mx-repep', name: 'REPEP (and REUS for finance)', max_age_days: 30 }],
    },
  },
  {
    id: 'sg',
    title: 'Singapore: sales calls',
    places: ['SG'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'PDPA Part 9, 2026')],
    covers: 'No Voice Call Register at most 21 days old.',
    does_not_cover: ['There are no statutory hours: the floor of 08:00 to 21:00 holds.'],
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
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('law', 'Act on Specified Commercial Transactions, articles 16 and 17'),
      legalSource('general', 'Calls between 21:00 and 08:00 count as a nuisance'),
    ],
    covers: 'Every day 08:00 to 21:00 (custom); none after a refusal.',
    does_not_cover: ['There are no hours in the statute.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: dailyHours('08:00-21:00'),
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
    checked_on: SOURCES_CHECKED_ON,
    sources: [
      legalSource('law', 'Consumer Protection Act, regulations'),
      legalSource('restated', 'National opt-out registry, since 15 April 2026'),
    ],
    covers:
      'Monday to Friday 08:00 to 20:00, Saturday 09:00 to 13:00, none on Sundays and holidays; registry at most a month old; none after a refusal.',
    does_not_cover: ['Whether POPIA 69 asks for consent to live calls is disputed.'],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: weeklyHours('mon-fri 08:00-20:00; sat 09:00-13:00'),
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
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'Cabinet Resolution 56/2024, since 27 August 2024')],
    covers: 'Every day 09:00 to 18:00; at most 1 call a day and 2 in a week; none after a refusal.',
    does_not_cover: [
      'The limits concern calls that were not answered or hung up; here all calls count, which is stricter.',
    ],
    applies_to: TO_CONSUMERS,
    rules: {
      hours: dailyHours('09:00-18:00'),
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
  {
    id: 'tr',
    title: 'Turkey: commercial calls',
    places: ['TR'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'Law 6563 and its regulation of 2015, changed in 2020')],
    covers: 'Consents held against İYS at most 3 days ago; none after a refusal.',
    does_not_cover: ['No hours were found: the floor of 08:00 to 21:00 holds.'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      registries: [{ id: 'tr-iys', name: 'İYS', max_age_days: 3 }],
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      duties: [{ id: 'tr-consent', text: 'Every consumer’s consent is registered in İYS.' }],
    },
  },
  {
    id: 'kr',
    title: 'South Korea: sales calls',
    places: ['KR'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('restated', 'Door-to-Door Sales Act 42; Financial Consumer Protection Act')],
    covers:
      'Every day 08:00 to 21:00 (law for financial products); register at most 30 days old; none after a refusal.',
    does_not_cover: ['Consent to calls at night (Network Act 50).'],
    applies_to: { purposes: ['marketing'] },
    rules: {
      hours: dailyHours('08:00-21:00'),
      cooldowns: [{ after: 'refusal', hours: 'forever' }],
      registries: [{ id: 'kr-dnc', name: 'the Do-Not-Call register of the Fair Trade Commission', max_age_days: 30 }],
      duties: [{ id: 'kr-opening', text: 'Identity, purpose and kind of goods are said first.' }],
    },
  },
  {
    id: 'hk',
    title: 'Hong Kong: recorded commercial calls',
    places: ['HK'],
    checked_on: SOURCES_CHECKED_ON,
    sources: [legalSource('authority', 'Unsolicited Electronic Messages Ordinance, OFCA')],
    covers: 'Do-not-call Register for pre-recorded messages at most 10 days old.',
    does_not_cover: [
      'How old the look into the register may be is our choice.',
      'There are no hours in the ordinance: the floor of 08:00 to 21:00 holds.',
    ],
    applies_to: { purposes: ['marketing'] },
    rules: {
      registries: [{ id: 'hk-dnc', name: 'the Do-not-call Register for pre-recorded messages', max_age_days: 10 }],
      duties: [{ id: 'hk-unsubscribe', text: 'Each recorded message offers a way to unsubscribe.' }],
    },
  },
]
