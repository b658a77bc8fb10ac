/** States of the United States that are stricter than federal law. Local time of the called person. Not legal advice. */
import {
  AI_ANNOUNCEMENT,
  dailyHours,
  datesAroundEaster,
  datesEveryYear,
  legalSource,
  nthWeekday,
  type PackDefinition,
  SOURCES_CHECKED_ON,
  threeCallsPerDay,
  weeklyHours,
} from './pack.ts'

type Kind = Parameters<typeof legalSource>[0]

interface State {
  name: string
  hours?: PackDefinition['rules']['hours']
  holidays?: string
  covers: string
  sources: [Kind, string][]
  notCovered?: string[]
  rules?: PackDefinition['rules']
  liftedBy?: PackDefinition['lifted_by']
  /** Additional holidays that the calendar lacks. */
  addedHolidays?: string[]
  /** Purposes of calls that the rule applies to; by default sales calls. */
  purposes?: NonNullable<PackDefinition['applies_to']>['purposes'] | 'every'
}

const EMERGENCY = 'No calls in a declared state of emergency: enter a suspension for the state when one is declared.'
const writtenConsent = (state: string) => ({
  id: `us-${state}-written-consent`,
  text: 'Every person has given written consent to sales calls by an automated system or a recording.',
})
const ownList = (state: string, name: string, days: number) => [
  { id: `us-${state}-dnc`, name: `${name}’s own do-not-call list`, max_age_days: days },
]

const STATES: Record<string, State> = {
  al: {
    name: 'Alabama',
    hours: weeklyHours('mon-sat 08:00-20:00'),
    holidays: 'US-AL',
    covers: 'Monday to Saturday 08:00 to 20:00, none on Sundays and holidays.',
    sources: [['law', 'Ala. Admin. Code 770-X-5-.17 (2024)']],
    notCovered: [
      'Whether the rule reaches beyond utilities is disputed.',
      'Mardi Gras counts only in Baldwin and Mobile counties.',
    ],
    rules: {
      duties: [
        {
          id: 'us-al-opening',
          text: 'Name and number are said within 20 seconds and again at the end; the line is freed within 10 seconds.',
        },
      ],
    },
  },
  az: {
    name: 'Arizona',
    hours: dailyHours('08:00-21:00'),
    covers: 'Federal hours; sales calls to mobile numbers only with permission.',
    sources: [
      ['law', 'A.R.S. 13-2919, 44-1282'],
      ['restated', 'A.R.S. 44-1278(B)(3), September 2026'],
    ],
    notCovered: ['Whether a number is a mobile number: take every number for one.'],
    rules: {
      duties: [
        {
          id: 'us-az-mobile',
          text: 'Every person has given prior express permission or is an existing customer; unsolicited sales calls to mobile numbers are banned.',
        },
      ],
    },
  },
  ca: {
    name: 'California',
    hours: dailyHours('09:00-21:00'),
    purposes: 'every',
    covers:
      'Calls of every purpose by automatic dialing-announcing devices: 09:00 to 21:00 every day, with consent too; the person agreed beforehand, or a natural voice asks first.',
    sources: [
      ['law', 'Pub. Util. Code 2872, 2874'],
      ['restated', 'Pub. Util. Code 2871, 2873, 2875, 2876; AB 2905, since 1 January 2025'],
    ],
    notCovered: [
      'Whether a conversing voice agent is such a device is open; the strict reading is taken.',
      'Exemptions: schools about attendance, non-profits to members, cable and utilities about arranged visits, safety warnings.',
    ],
    rules: {
      duties: [
        {
          id: 'us-ca-natural-voice',
          text: 'The person agreed beforehand with this caller (2873), or an unrecorded natural voice first says nature, name, address and number of the business, asks for consent and says that the message uses an artificial voice (2874).',
        },
      ],
    },
  },
  ct: {
    name: 'Connecticut',
    hours: dailyHours('09:00-20:00'),
    covers: 'Hours 09:00 to 20:00 every day.',
    sources: [['restated', 'Gen. Stat. 42-288a(c), since 1 October 2023']],
    rules: {
      duties: [
        writtenConsent('ct'),
        {
          id: 'us-ct-opening',
          text: 'Within 10 seconds: who calls, for whom, why, and the choice to end the call or be listed; the call ends within 10 seconds when asked.',
        },
      ],
    },
  },
  fl: {
    name: 'Florida',
    hours: dailyHours('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00 every day; at most 3 calls in 24 hours, whatever number is shown.',
    sources: [['law', 'Fla. Stat. 501.616(6), 501.059']],
    notCovered: [
      'The limit is per person and subject. Here all subjects count; without a person_id column calls are counted per number, which is looser for a person with two numbers.',
    ],
    rules: { caps: threeCallsPerDay, duties: [writtenConsent('fl')] },
  },
  ga: {
    name: 'Georgia',
    hours: dailyHours('08:00-21:00'),
    purposes: 'every',
    covers: 'Calls of every purpose by announcing devices: 08:00 to 21:00.',
    sources: [
      ['restated', 'O.C.G.A. 46-5-23, 46-5-27'],
      ['law', 'O.C.G.A. 10-1-393.13 in part'],
    ],
    notCovered: ['Since 1 July 2024 whoever profits from a call is liable (SB 73).'],
    rules: {
      duties: [
        {
          id: 'us-ga-permit',
          text: 'You hold a permit of the Public Service Commission for announcing devices; name and business are said, the number is shown.',
        },
      ],
    },
  },
  il: {
    name: 'Illinois',
    hours: dailyHours('09:00-21:00'),
    covers: 'Hours 09:00 to 21:00, as for autodialers (live voices: from 08:00).',
    sources: [['restated', '815 ILCS 305/15, 413/15(a), September 2026']],
    rules: {
      duties: [
        {
          id: 'us-il-consent',
          text: 'Every person has consented to calls by an autodialer; your own number is shown.',
        },
      ],
    },
  },
  in: {
    name: 'Indiana',
    hours: dailyHours('08:00-21:00'),
    covers: 'Federal hours: the statute names none of its own; own do-not-call list, renewed quarterly.',
    sources: [['restated', 'IC 24-4.7, September 2026']],
    notCovered: ['IC 24-5-14 on autodialers with recorded messages was not read.'],
    rules: { registries: ownList('in', 'Indiana', 92) },
  },
  ky: {
    name: 'Kentucky',
    hours: dailyHours('10:00-21:00'),
    covers: 'Hours 10:00 to 21:00.',
    sources: [
      ['restated', 'KRS 367.46955(16), 367.46953'],
      ['law', 'KRS 367.461'],
    ],
    rules: {
      duties: [
        { id: 'us-ky-opening', text: 'The disclosures are made within the first 30 seconds.' },
        {
          id: 'us-ky-recorded',
          text: 'Recorded messages: consent, name and number within 25 seconds, line freed within 10 seconds, attended.',
        },
      ],
    },
  },
  la: {
    name: 'Louisiana',
    hours: weeklyHours('mon-sat 08:00-20:00'),
    holidays: 'US-LA',
    covers: 'Monday to Saturday 08:00 to 20:00, none on Sundays and state holidays.',
    sources: [['law', 'R.S. 45:811, 45:844.31']],
    notCovered: [EMERGENCY, 'Holidays the governor proclaims at short notice: add their dates.'],
    rules: { duties: [{ id: 'us-la-mobile', text: 'Mobile numbers are called with consent only.' }] },
  },
  ma: {
    name: 'Massachusetts',
    hours: dailyHours('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00; own do-not-call list, renewed quarterly.',
    sources: [['law', '201 CMR 12.02 (2024)']],
    rules: {
      registries: ownList('ma', 'Massachusetts', 92),
      duties: [
        { id: 'us-ma-recorded', text: 'No recorded message is used in unsolicited sales calls.' },
        { id: 'us-ma-opening', text: 'The disclosures are made within the first minute.' },
      ],
    },
  },
  md: {
    name: 'Maryland',
    hours: dailyHours('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00; at most 3 calls in 24 hours.',
    sources: [['restated', 'Com. Law 14-4502(c), since 1 January 2024']],
    notCovered: [
      'The limit is per person and subject. Here all subjects count; without a person_id column calls are counted per number, which is looser for a person with two numbers.',
    ],
    rules: { caps: threeCallsPerDay, duties: [writtenConsent('md')] },
  },
  me: {
    name: 'Maine',
    hours: weeklyHours('mon-fri 09:00-17:00'),
    covers:
      'Automated calls on weekdays 09:00 to 17:00; at most 1 conversation in 8 hours; the workflow says that a machine speaks; list held against the Reassigned Numbers Database.',
    sources: [['restated', '10 M.R.S. 1498(3), 1499-B, 1500-DD, September 2026']],
    notCovered: [
      'Mobile, unlisted, toll-free and emergency numbers may not be called so at all: take them out of the list.',
    ],
    rules: {
      caps: [{ max: 1, hours: 8, count: 'conversations' }],
      required_sentences: [AI_ANNOUNCEMENT],
      registries: [{ id: 'us-rnd', name: 'the Reassigned Numbers Database', max_age_days: 31 }],
      duties: [{ id: 'us-me-line', text: 'The line is freed within 5 seconds; no mobile numbers are on the list.' }],
    },
  },
  mi: {
    name: 'Michigan',
    hours: dailyHours('09:00-21:00'),
    covers: 'Hours 09:00 to 21:00.',
    sources: [['restated', 'MCL 750.540e(1)(f), September 2026']],
  },
  mn: {
    name: 'Minnesota',
    hours: dailyHours('09:00-21:00'),
    covers: 'Hours 09:00 to 21:00. The state’s own list has expired: the national one counts.',
    sources: [['restated', 'Minn. Stat. 325E.30, 325E.311, September 2026']],
  },
  ms: {
    name: 'Mississippi',
    hours: weeklyHours('mon-sat 09:00-20:00'),
    covers:
      'Monday to Saturday 09:00 to 20:00. The statute says 08:00 to 20:00 Central Standard Time, which is 09:00 while clocks are advanced; the strict hours are kept all year.',
    sources: [
      ['law', 'Miss. Code 77-3-723(1)'],
      ['restated', 'Repeal of the holiday ban, June 2024'],
    ],
    notCovered: ['77-3-603 says 08:00 to 21:00; the stricter hours are taken.'],
    rules: {
      duties: [
        { id: 'us-ms-recorded', text: 'Recordings go to existing customers only.' },
        { id: 'us-ms-bond', text: 'You have posted the bond of $75,000; businesses are protected too.' },
      ],
    },
  },
  ne: {
    name: 'Nebraska',
    hours: {
      ...weeklyHours('mon-sat 08:00-21:00; sun 13:00-21:00'),
      holiday: [{ start: '13:00', end: '21:00' }],
    },
    holidays: 'US-NE',
    covers: 'Recorded messages on Sundays and holidays from 13:00 only.',
    sources: [['restated', 'Neb. Rev. Stat. 86-248; Sundays: summaries of 2025']],
    notCovered: ['The statute is about announcing devices to homes.'],
  },
  nc: {
    name: 'North Carolina',
    hours: dailyHours('08:00-21:00'),
    covers: 'Hours 08:00 to 21:00.',
    sources: [['restated', 'N.C.G.S. 75-102(f), September 2026']],
  },
  nj: {
    name: 'New Jersey',
    hours: dailyHours('08:00-21:00'),
    covers: 'Federal hours; own do-not-call list at most 3 months old.',
    sources: [['law', 'N.J.S.A. 56:8-128, since 1 December 2023']],
    rules: {
      registries: ownList('nj', 'New Jersey', 90),
      duties: [
        { id: 'us-nj-opening', text: 'Within 30 seconds: the caller, the principal’s name and number, the purpose.' },
      ],
    },
  },
  nm: {
    name: 'New Mexico',
    hours: dailyHours('09:00-21:00'),
    covers: 'Hours 09:00 to 21:00.',
    sources: [['restated', 'NMSA 57-12-22(B)(5), September 2026']],
  },
  nv: {
    name: 'Nevada',
    hours: dailyHours('09:00-20:00'),
    covers: 'Hours 09:00 to 20:00.',
    sources: [['restated', 'NRS 598.0918(3), June 2026']],
  },
  ny: {
    name: 'New York',
    hours: dailyHours('08:00-21:00'),
    covers: 'Federal hours.',
    sources: [['law', 'GBL 399-z, since 6 March 2023']],
    notCovered: [EMERGENCY],
    rules: {
      duties: [
        { id: 'us-ny-opening', text: 'Right after the names the do-not-call list is offered.' },
        { id: 'us-ny-recorded', text: 'Recorded messages only on prior agreement (GBL 399-p).' },
      ],
    },
  },
  ok: {
    name: 'Oklahoma',
    hours: dailyHours('09:00-20:00'),
    covers: 'Hours 09:00 to 20:00 (08:00 for live voices, 09:00 for recordings); at most 3 calls in 24 hours.',
    sources: [
      ['restated', '15 O.S. 775C, since 1 November 2022'],
      ['law', '15 O.S. 755.1'],
    ],
    notCovered: [
      'The limit is per person and subject. Here all subjects count; without a person_id column calls are counted per number, which is looser for a person with two numbers.',
    ],
    rules: { caps: threeCallsPerDay, duties: [writtenConsent('ok')] },
  },
  or: {
    name: 'Oregon',
    hours: dailyHours('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00; at most 3 calls in 24 hours, unless there was a purchase within 18 months.',
    sources: [['restated', 'ORS 646.563, HB 3865, since 1 January 2026']],
    notCovered: ['Text messages count too; this program sends none.'],
    liftedBy: { caps: ['existing_customer'], hours: ['existing_customer'] },
    rules: { caps: threeCallsPerDay },
  },
  pa: {
    name: 'Pennsylvania',
    hours: weeklyHours('mon-sat 09:00-19:00'),
    holidays: 'US-PA',
    addedHolidays: [...datesAroundEaster(-2), ...nthWeekday(1, 1, 11, 1)],
    covers:
      'Monday to Saturday 09:00 to 19:00 since 18 October 2026, none on Sundays and legal holidays (Good Friday and Election Day included); own do-not-call list.',
    sources: [
      ['restated', 'Act 47 of 2026, in force since 18 October 2026'],
      ['restated', '73 P.S. 2245(a)(10), Act 73 of 2019'],
    ],
    notCovered: ['Businesses are protected too.'],
    rules: {
      registries: ownList('pa', 'Pennsylvania', 92),
      duties: [{ id: 'us-pa-opt-out', text: 'The call says at its beginning how to opt out.' }],
    },
  },
  pr: {
    name: 'Puerto Rico',
    hours: dailyHours('09:00-21:00'),
    covers: 'Hours 09:00 to 21:00 to homes.',
    sources: [['restated', 'Act 210-2003, September 2026']],
  },
  ri: {
    name: 'Rhode Island',
    hours: weeklyHours('mon-fri 09:00-18:00; sat 10:00-17:00'),
    holidays: 'US-RI',
    covers: 'Monday to Friday 09:00 to 18:00, Saturday 10:00 to 17:00, none on Sundays and holidays.',
    sources: [['law', 'R.I. Gen. Laws 5-61-2(2), 5-61-3.3, -3.4, -3.6']],
    addedHolidays: datesEveryYear('05-04'),
    rules: {
      duties: [
        { id: 'us-ri-opening', text: 'Name, company and goods are said within 30 seconds.' },
        { id: 'us-ri-recorded', text: 'Recordings only with consent; the line is freed within 5 seconds.' },
      ],
    },
  },
  sc: {
    name: 'South Carolina',
    hours: dailyHours('08:00-21:00'),
    covers: 'Hours 08:00 to 21:00.',
    sources: [['restated', 'S.C. Code 37-21-30, September 2026']],
  },
  sd: {
    name: 'South Dakota',
    hours: weeklyHours('mon-fri 09:00-21:00'),
    covers: 'Automated calls Monday to Friday 09:00 to 21:00.',
    sources: [['law', 'SDCL 37-30-28']],
  },
  tn: {
    name: 'Tennessee',
    hours: dailyHours('08:00-21:00'),
    purposes: ['marketing', 'survey', 'political', 'charity'],
    covers: 'Hours 08:00 to 21:00 for calls that sell or poll; own register, renewed monthly.',
    sources: [
      ['law', 'T.C.A. 47-18-1502; Rule 1220-04-11-.02'],
      ['authority', 'T.C.A. 65-4-401'],
    ],
    notCovered: ['How often the register is renewed is from general knowledge.'],
    rules: {
      registries: ownList('tn', 'Tennessee', 31),
      duties: [
        {
          id: 'us-tn-device',
          text: 'Calls by machine that sell or poll: prior consent, name and number within 25 seconds and at the end, line freed within 10 seconds, not to unlisted numbers.',
        },
      ],
    },
  },
  tx: {
    name: 'Texas',
    purposes: ['marketing', 'collections'],
    hours: weeklyHours('mon-sat 09:00-21:00; sun 12:00-21:00'),
    covers: 'Monday to Saturday 09:00 to 21:00, Sunday from 12:00; own do-not-call list, renewed quarterly.',
    sources: [
      ['restated', 'Bus. & Com. Code 301.051, 302, 304; SB 140, since 1 September 2025; Util. Code 55.121-138'],
    ],
    notCovered: [
      'The hours are those of sales calls; they are kept for debt collection too, because machines that collect need the same permit.',
    ],
    rules: {
      registries: ownList('tx', 'Texas', 92),
      duties: [
        {
          id: 'us-tx-device',
          text: 'Machines with a prerecorded or synthesized voice that sell or collect: permit; nature, name and number within 30 seconds.',
        },
        { id: 'us-tx-registration', text: 'You are registered and have posted the bond of $10,000, or are exempt.' },
      ],
    },
  },
  ut: {
    name: 'Utah',
    hours: weeklyHours('mon-sat 08:00-21:00'),
    holidays: 'US-UT',
    covers:
      'Monday to Saturday 08:00 to 21:00, none on Sundays and legal holidays, unless there is prior express consent.',
    sources: [['law', 'Utah Code 13-25a-103 (2025)']],
    liftedBy: { hours: ['express', 'express_written'] },
    rules: {
      duties: [
        { id: 'us-ut-stop', text: 'The call stops at a negative response; the line is freed within 25 seconds.' },
        { id: 'us-ut-ai', text: 'The voice admits to be artificial when asked; up front in high-risk uses.' },
      ],
    },
  },
  va: {
    name: 'Virginia',
    hours: dailyHours('08:00-21:00'),
    covers: 'Federal hours.',
    sources: [['restated', 'Va. Code 59.1-510 to 514']],
    notCovered: [
      'Prior consent lifts the hours by law; they are kept here.',
      'Businesses are protected too.',
      'The ten years for which an opt-out is kept concern text messages.',
    ],
  },
  wa: {
    name: 'Washington',
    hours: dailyHours('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00.',
    sources: [
      ['law', 'RCW 19.158.040, 80.36.390'],
      ['restated', 'RCW 80.36.400 as of 2023'],
    ],
    rules: {
      duties: [
        {
          id: 'us-wa-opening',
          text: 'Names and purpose are said within 30 seconds; the call ends within 10 seconds when asked.',
        },
        {
          id: 'us-wa-recorded',
          text: 'No recorded or artificial voice in unsolicited sales calls (RCW 80.36.400): every person has consented or asked for the call.',
        },
      ],
    },
  },
  wy: {
    name: 'Wyoming',
    hours: dailyHours('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00.',
    sources: [
      ['law', 'W.S. 40-12-303'],
      ['restated', 'W.S. 40-12-302(d)'],
    ],
    rules: {
      duties: [
        {
          id: 'us-wy-automated',
          text: 'No automated selection, dialing or recorded message in sales calls: every person has consented, asked for the call, or is a customer.',
        },
      ],
    },
  },
}

function packOf(code: string, state: State): PackDefinition {
  return {
    id: `us-${code}`,
    title: `United States, ${state.name}: ${state.purposes === 'every' ? 'automated calls' : 'sales calls'}`,
    places: [`US-${code.toUpperCase()}`],
    implies: ['us-federal'],
    checked_on: SOURCES_CHECKED_ON,
    sources: state.sources.map(([kind, text]) => legalSource(kind, text)),
    covers: state.covers,
    does_not_cover: ['Registration of the caller, which 34 states ask for.', ...(state.notCovered ?? [])],
    applies_to: state.purposes === 'every' ? {} : { purposes: state.purposes ?? ['marketing'] },
    ...(state.liftedBy ? { lifted_by: state.liftedBy } : {}),
    rules: {
      ...(state.hours ? { hours: state.hours } : {}),
      ...(state.holidays ? { holidays: { calendars: [state.holidays], added: state.addedHolidays ?? [] } } : {}),
      ...state.rules,
    },
  }
}

export const US_STATES: PackDefinition[] = Object.entries(STATES).map(([code, state]) => packOf(code, state))
