/** Which documentation page, served at `/help`, belongs to a page of the console. A test checks that each exists. */
const HELP = '/help/'

/** The first match counts. */
export const HELP_PAGES: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'console.html#reading-it'],
  [/^\/campaigns\/new$/, 'console.html#a-new-campaign'],
  [/^\/campaigns\/\d+\/add$/, 'enrolment.html'],
  [/^\/campaigns\/\d+\/analysis$/, 'results.html'],
  [/^\/campaigns/, 'console.html#a-campaign'],
  [/^\/calls/, 'console.html#calls'],
  [/^\/workflows/, 'workflows.html'],
  [/^\/telephony/, 'console.html#telephony'],
  [/^\/do-not-call/, 'calling-rules.html#the-do-not-call-list'],
  [/^\/number/, 'calling-rules.html#the-ledger'],
  [/^\/settings\/people$/, 'people.html#inviting'],
  [/^\/settings\/sessions$/, 'people.html'],
  [/^\/settings\/model$/, 'models.html#setting-one-up'],
  [/^\/settings\/calling-rules$/, 'calling-rules.html#a-policy'],
  [/^\/settings\/contact-lists$/, 'contact-lists.html'],
  [/^\/settings\/tools$/, 'tools.html'],
  [/^\/settings\/documents$/, 'knowledge.html'],
  [/^\/settings\/recordings$/, 'recorded-audio.html'],
  [/^\/settings\/webhooks$/, 'webhooks.html'],
  [/^\/settings\/retention$/, 'operations.html#keeping-and-erasing'],
  [/^\/settings\/audit$/, 'people.html#who-did-what'],
  [/^\/settings\/abandonment$/, 'calling-rules.html#abandonment'],
  [/^\/settings\/costs$/, 'costs.html'],
  [/^\/settings(\/api-keys)?$/, 'operations.html#organizations-and-keys'],
  [/^\/settings/, 'console.html#settings'],
]

export const helpHome = HELP

export const helpAddress = (page: string, anchor?: string): string =>
  `${HELP}${page}.html${anchor === undefined ? '' : `#${anchor}`}`

export function helpOfPage(pathname: string): string {
  const found = HELP_PAGES.find(([pattern]) => pattern.test(pathname))
  return found ? `${HELP}${found[1]}` : HELP
}

export const helpOfCarrier = (provider: string): string => `${HELP}providers/${provider}.html`
