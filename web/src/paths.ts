/** Every address of the console. No number or name of a person ever stands in one. */
export const paths = {
  signIn: '/sign-in',
  invitation: '/invitation',
  overview: '/',
  campaigns: '/campaigns',
  newCampaign: '/campaigns/new',
  campaign: (id: number, tab?: 'contacts' | 'calls' | 'analysis' | 'log' | 'setup' | 'add') =>
    tab ? `/campaigns/${id}/${tab}` : `/campaigns/${id}`,
  calls: '/calls',
  call: (id: number) => `/calls/${id}`,
  workflows: '/workflows',
  workflow: (id: number) => `/workflows/${id}`,
  newWorkflow: '/workflows/new',
  telephony: '/telephony',
  telephonyConfiguration: (id: number) => `/telephony/${id}`,
  newTelephonyConfiguration: '/telephony/new',
  doNotCall: '/do-not-call',
  /** Which number is in the history's state. */
  number: '/number',
  settings: '/settings',
  settingsPage: (page: string) => `/settings/${page}`,
  docs: '/docs',
} as const
