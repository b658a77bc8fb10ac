/** All addresses of the console. None contains a person's number or name. */
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
  /** The number is not in the path but in the history state. */
  number: '/number',
  settings: '/settings',
  settingsPage: (page: string) => `/settings/${page}`,
  docs: '/docs',
} as const
