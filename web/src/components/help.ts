/** The documentation page, served at `/help`, for each page of the console. A test checks that each exists. */
const HELP = '/help/'

/** Documentation pages by path; the first match counts. */
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
  [/^\/settings\/registries$/, 'calling-rules.html#whole-registries'],
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

/** The section of the documentation that explains a group of fields. */
export const HELP_GROUPS = {
  abandonment: 'calling-rules.html#abandonment',
  apiGuide: 'api-guide.html',
  audit: 'people.html#who-did-what',
  campaign: 'console.html#a-campaign',
  costSums: 'costs.html#sums',
  credentials: 'tools.html#credentials',
  documents: 'knowledge.html#upload',
  experiments: 'experiments.html',
  hours: 'calling-rules.html#where-a-person-may-be',
  inviting: 'people.html#inviting',
  ledger: 'calling-rules.html#the-ledger',
  limitsOfCalls: 'calling-rules.html#whom-a-limit-counts-for',
  listEvidence: 'calling-rules.html#evidence-per-list-and-the-start',
  listFile: 'contact-lists.html#the-file',
  models: 'models.html#setting-one-up',
  newCampaign: 'console.html#a-new-campaign',
  numbers: 'contact-lists.html#numbers',
  organization: 'operations.html#organizations-and-keys',
  pace: 'calling-rules.html#while-dialing',
  packs: 'calling-rules.html#packs',
  people: 'people.html',
  policy: 'calling-rules.html#a-policy',
  prices: 'costs.html#prices',
  recipes: 'recipes.html',
  recordings: 'recorded-audio.html#upload',
  routes: 'routes.html',
  callerPool: 'routes.html#numbers-shown',
  registries: 'calling-rules.html#whole-registries',
  retention: 'operations.html#keeping-and-erasing',
  settings: 'console.html#settings',
  speech: 'models.html#speech',
  spendLimits: 'costs.html#limits',
  telephony: 'console.html#telephony',
  tools: 'tools.html#an-http-tool',
  webhooks: 'webhooks.html#what-you-can-rely-on',
  workflows: 'workflows.html',
} as const

export const helpGroup = (group: keyof typeof HELP_GROUPS): string => HELP + HELP_GROUPS[group]

export const helpHome = HELP

export function helpOfPage(pathname: string): string {
  const found = HELP_PAGES.find(([pattern]) => pattern.test(pathname))
  return found ? `${HELP}${found[1]}` : HELP
}

export const helpOfCarrier = (provider: string): string => `${HELP}providers/${provider}.html`
