/** States of the United States that are stricter than federal law. Local time of the called person. Not legal advice. */
import { CHECKED_ON, daily, type PackText, source, threeInADay, week } from './pack.ts'

type Kind = Parameters<typeof source>[0]

interface State {
  name: string
  hours?: PackText['rules']['hours']
  holidays?: string
  covers: string
  sources: [Kind, string][]
  notCovered?: string[]
  rules?: PackText['rules']
  liftedBy?: PackText['lifted_by']
  purposes?: NonNullable<PackText['applies_to']>['purposes']
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
    hours: week('mon-sat 08:00-20:00'),
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
  ca: {
    name: 'California',
    covers: 'A duty for automatic dialing-announcing devices; federal hours.',
    sources: [['restated', 'AB 2905, since 1 January 2025']],
    notCovered: ['Further Californian rules were not established.'],
    rules: {
      duties: [
        {
          id: 'us-ca-natural-voice',
          text: 'An unrecorded natural voice first asks for consent and says that the message uses an artificial voice.',
        },
      ],
    },
  },
  ct: {
    name: 'Connecticut',
    hours: daily('09:00-20:00'),
    covers: 'Hours 09:00 to 20:00 every day.',
    sources: [['restated', 'Gen. Stat. 42-288a, since 1 October 2023']],
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
    hours: daily('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00 every day; at most 3 calls in 24 hours, whatever number is shown.',
    sources: [['law', 'Fla. Stat. 501.616(6), 501.059']],
    notCovered: ['The limit is per subject; here all calls count, which is stricter.'],
    rules: { caps: threeInADay, duties: [writtenConsent('fl')] },
  },
  il: {
    name: 'Illinois',
    hours: daily('09:00-21:00'),
    covers: 'Hours 09:00 to 21:00 (recorded messages).',
    sources: [['restated', 'Lists of November 2025, which disagree']],
  },
  in: {
    name: 'Indiana',
    hours: daily('09:00-20:00'),
    covers: 'Hours 09:00 to 20:00; own do-not-call list, renewed quarterly.',
    sources: [
      ['dialer', 'Default of another dialer'],
      ['general', 'To be verified in the statute'],
    ],
    rules: { registries: ownList('in', 'Indiana', 92) },
  },
  ky: {
    name: 'Kentucky',
    hours: daily('10:00-21:00'),
    covers: 'Hours 10:00 to 21:00.',
    sources: [
      ['restated', 'KRS 367.46955'],
      ['law', 'KRS 367.461'],
    ],
    rules: {
      duties: [
        {
          id: 'us-ky-recorded',
          text: 'Recorded messages: consent, name and number within 25 seconds, line freed within 10 seconds, attended.',
        },
      ],
    },
  },
  la: {
    name: 'Louisiana',
    hours: week('mon-sat 08:00-20:00'),
    holidays: 'US-LA',
    covers: 'Monday to Saturday 08:00 to 20:00, none on Sundays and state holidays.',
    sources: [['law', 'R.S. 45:811, 45:844.31']],
    notCovered: [EMERGENCY, 'Holidays the governor proclaims at short notice: add their dates.'],
  },
  ma: {
    name: 'Massachusetts',
    hours: daily('08:00-20:00'),
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
    hours: daily('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00; at most 3 calls in 24 hours.',
    sources: [['restated', 'SB 90, since 1 January 2024']],
    notCovered: ['The limit is per subject; here all calls count, which is stricter.'],
    rules: { caps: threeInADay, duties: [writtenConsent('md')] },
  },
  me: {
    name: 'Maine',
    hours: week('mon-fri 09:00-17:00'),
    covers: 'Automated calls on weekdays 09:00 to 17:00.',
    sources: [
      ['dialer', 'Default of another dialer'],
      ['general', 'To be verified in the statute'],
    ],
  },
  mi: {
    name: 'Michigan',
    hours: daily('09:00-21:00'),
    covers: 'Hours 09:00 to 21:00.',
    sources: [['restated', 'Lists of November 2025']],
  },
  mn: {
    name: 'Minnesota',
    hours: daily('09:00-21:00'),
    covers: 'Hours 09:00 to 21:00; do-not-call list at most 90 days old.',
    sources: [
      ['restated', 'Lists of November 2025'],
      ['law', 'Minn. Stat. 325E.314'],
    ],
    rules: { registries: ownList('mn', 'Minnesota', 90) },
  },
  ms: {
    name: 'Mississippi',
    hours: week('mon-sat 08:00-20:00'),
    covers: 'Monday to Saturday 08:00 to 20:00.',
    sources: [
      ['law', 'Miss. Code 77-3-723'],
      ['restated', 'Repeal of the holiday ban, June 2024'],
    ],
    notCovered: ['77-3-603 says 08:00 to 21:00; the stricter hours are taken.'],
    rules: { duties: [{ id: 'us-ms-recorded', text: 'Recordings go to existing customers only.' }] },
  },
  ne: {
    name: 'Nebraska',
    hours: {
      ...week('mon-sat 08:00-21:00; sun 13:00-21:00'),
      holiday: [{ start: '13:00', end: '21:00' }],
    },
    holidays: 'US-NE',
    covers: 'Recorded messages on Sundays and holidays from 13:00 only.',
    sources: [['restated', 'Summaries of 2025']],
  },
  nj: {
    name: 'New Jersey',
    hours: daily('08:00-21:00'),
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
    hours: daily('09:00-21:00'),
    covers: 'Hours 09:00 to 21:00.',
    sources: [['restated', 'Lists of November 2025']],
  },
  nv: {
    name: 'Nevada',
    hours: daily('09:00-20:00'),
    covers: 'Hours 09:00 to 20:00.',
    sources: [['restated', 'Lists of November 2025']],
  },
  ny: {
    name: 'New York',
    hours: daily('08:00-21:00'),
    covers: 'Federal hours.',
    sources: [['law', 'GBL 399-z, since 6 March 2023']],
    notCovered: [EMERGENCY],
    rules: { duties: [{ id: 'us-ny-opening', text: 'Right after the names the do-not-call list is offered.' }] },
  },
  ok: {
    name: 'Oklahoma',
    hours: daily('09:00-20:00'),
    covers: 'Hours 09:00 to 20:00 (08:00 for live voices, 09:00 for recordings); at most 3 calls in 24 hours.',
    sources: [
      ['restated', '15 O.S. 775C, since 1 November 2022'],
      ['law', '15 O.S. 755.1'],
    ],
    notCovered: ['The limit is per subject; here all calls count, which is stricter.'],
    rules: { caps: threeInADay, duties: [writtenConsent('ok')] },
  },
  or: {
    name: 'Oregon',
    hours: daily('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00; at most 3 calls in 24 hours, unless there was a purchase within 18 months.',
    sources: [['restated', 'HB 3865, since 1 January 2026']],
    notCovered: ['Text messages count too; this program sends none.'],
    liftedBy: { caps: ['existing_customer'] },
    rules: { caps: threeInADay },
  },
  pa: {
    name: 'Pennsylvania',
    hours: week('mon-sat 08:00-21:00; sun 13:30-21:00'),
    holidays: 'US-PA',
    covers: 'Federal hours, Sundays from 13:30, none on legal holidays; own do-not-call list.',
    sources: [
      ['restated', 'Summaries of 2025'],
      ['dialer', 'Sundays: default of another dialer'],
    ],
    rules: { registries: ownList('pa', 'Pennsylvania', 92) },
  },
  ri: {
    name: 'Rhode Island',
    hours: week('mon-fri 09:00-18:00; sat 10:00-17:00'),
    holidays: 'US-RI',
    covers: 'Monday to Friday 09:00 to 18:00, Saturday 10:00 to 17:00, none on Sundays and holidays.',
    sources: [['law', 'R.I. Gen. Laws 5-61-2(2), 5-61-3.3, -3.4, -3.6']],
    notCovered: ['4 May (Rhode Island Independence Day) is not in the calendar: add it if you count it.'],
    rules: {
      duties: [
        { id: 'us-ri-opening', text: 'Name, company and goods are said within 30 seconds.' },
        { id: 'us-ri-recorded', text: 'Recordings only with consent; the line is freed within 5 seconds.' },
      ],
    },
  },
  sd: {
    name: 'South Dakota',
    hours: week('mon-fri 09:00-21:00'),
    covers: 'Automated calls Monday to Friday 09:00 to 21:00.',
    sources: [
      ['law', 'SDCL 37-30-28'],
      ['dialer', 'Sundays: default of another dialer'],
    ],
  },
  tx: {
    name: 'Texas',
    hours: week('mon-sat 09:00-21:00; sun 12:00-21:00'),
    covers: 'Monday to Saturday 09:00 to 21:00, Sunday from 12:00; own do-not-call list, renewed quarterly.',
    sources: [['restated', 'Bus. & Com. Code 301.051; SB 140, since 1 September 2025']],
    rules: {
      registries: ownList('tx', 'Texas', 92),
      duties: [
        { id: 'us-tx-registration', text: 'You are registered and have posted the bond of $10,000, or are exempt.' },
      ],
    },
  },
  ut: {
    name: 'Utah',
    hours: week('mon-sat 08:00-21:00'),
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
    hours: daily('08:00-21:00'),
    covers: 'Federal hours.',
    sources: [['restated', 'Va. Code 59.1-510 ff.']],
    notCovered: ['The ten years for which an opt-out is kept concern text messages.'],
  },
  wa: {
    name: 'Washington',
    hours: daily('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00.',
    sources: [['law', 'RCW 19.158.040, 80.36.390']],
    rules: {
      duties: [
        {
          id: 'us-wa-opening',
          text: 'Names and purpose are said within 30 seconds; the call ends within 10 seconds when asked.',
        },
        { id: 'us-wa-recorded', text: 'No recorded sales calls (RCW 80.36.400).' },
      ],
    },
  },
  wy: {
    name: 'Wyoming',
    hours: daily('08:00-20:00'),
    covers: 'Hours 08:00 to 20:00.',
    sources: [
      ['dialer', 'Default of another dialer'],
      ['general', 'To be verified in the statute'],
    ],
  },
}

function packOf(code: string, state: State): PackText {
  return {
    id: `us-${code}`,
    title: `United States, ${state.name}: sales calls`,
    places: [`US-${code.toUpperCase()}`],
    checked_on: CHECKED_ON,
    sources: state.sources.map(([kind, text]) => source(kind, text)),
    covers: state.covers,
    does_not_cover: ['Registration of the caller, which 34 states ask for.', ...(state.notCovered ?? [])],
    applies_to: { purposes: ['marketing'] },
    ...(state.liftedBy ? { lifted_by: state.liftedBy } : {}),
    rules: {
      ...(state.hours ? { hours: state.hours } : {}),
      ...(state.holidays ? { holidays: { calendars: [state.holidays] } } : {}),
      ...state.rules,
    },
  }
}

export const US_STATES: PackText[] = Object.entries(STATES).map(([code, state]) => packOf(code, state))
