/** Why a contact was finished without a conversation: the words for each rule that `held_by` can name. */
export interface LeftOutWords {
  /** After "Not called: ". */
  title: string
  reason: string
}

const BY_RULE: Record<string, LeftOutWords> = {
  suppressed: {
    title: 'on the do-not-call list',
    reason: 'The number was on the do-not-call list when it was this contact’s turn.',
  },
  never_open: {
    title: 'no permitted hour',
    reason: 'The calling rules leave no hour of the week in which this contact may be called.',
  },
  zone_unknown: {
    title: 'time zone unknown',
    reason: 'The time zone of the number is not known, and the calling rules refuse such numbers.',
  },
  uncovered: {
    title: 'no rules for this country',
    reason: 'None of the selected rule packs covers the country of this number.',
  },
  suspension: { title: 'calling suspended', reason: 'Calls to this place were suspended by the calling rules.' },
  cap: { title: 'call limit reached', reason: 'The calling rules allow no further attempt to this number.' },
  least_gap: { title: 'called too recently', reason: 'The shortest gap between two calls had not passed.' },
  cooldown: { title: 'cool-down', reason: 'A cool-down of the calling rules keeps this number from being called.' },
  registry: {
    title: 'registry check missing',
    reason: 'The list was not checked against a registry that the calling rules require.',
  },
  campaign_finished: {
    title: 'campaign finished',
    reason: 'An operator finished the campaign while this contact was waiting.',
  },
  consent: {
    title: 'no valid consent',
    reason: 'The calling rules require a consent. None is recorded for this number, or it was taken back or has ended.',
  },
  not_after: {
    title: 'too late',
    reason: 'The time until which the list allows a call (not_after) was over.',
  },
  number_check: {
    title: 'refused by the number check',
    reason: 'The number check that the calling rules require did not allow this number.',
  },
  contact_hours: {
    title: 'outside permitted hours',
    reason: 'The contact could not be called within permitted hours.',
  },
}

const CANCELLED: LeftOutWords = {
  title: 'call cancelled',
  reason: 'The call was cancelled before it was answered.',
}

/** A rule that this console does not know yet is named by its code rather than explained wrongly. */
export function leftOutWords(rule: string | null): LeftOutWords {
  if (rule === null) return CANCELLED
  return (
    BY_RULE[rule] ?? { title: rule.replaceAll('_', ' '), reason: `The calling rule “${rule}” left this contact out.` }
  )
}

const FORECAST: Record<string, string> = {
  suppressed: 'on the do-not-call list',
  no_open_hours: 'no permitted hour',
  beyond_horizon: 'not within the time that the forecast covers',
}

/** Reasons of a forecast are rules too, but for three. */
export const forecastLeftOut = (reason: string): string => FORECAST[reason] ?? leftOutWords(reason).title
