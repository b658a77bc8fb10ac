import { textField } from '../../fields.ts'
import type { ProviderSpec } from '../../provider.ts'
import { openPlivo } from './account.ts'

export const plivo: ProviderSpec = {
  name: 'plivo',
  displayName: 'Plivo',
  docsUrl: 'https://www.plivo.com/docs/voice/',
  fields: [
    {
      name: 'auth_id',
      label: 'Auth ID',
      type: 'string',
      required: true,
      sensitive: false,
      description:
        'The Auth ID on the overview page of the Plivo console. Starts with MA, or with SA for a subaccount.',
      placeholder: 'MAXXXXXXXXXXXXXXXXXX',
    },
    {
      name: 'auth_token',
      label: 'Auth token',
      type: 'password',
      required: true,
      sensitive: true,
      description:
        'The Auth Token that belongs to the Auth ID. It signs in to the API and verifies what Plivo reports.',
      placeholder: 'The token from the Plivo console',
    },
    {
      name: 'application_id',
      label: 'Application ID',
      type: 'string',
      required: false,
      sensitive: false,
      description:
        'For inbound calls: the voice application whose addresses Outdial may set. If empty, Outdial creates one when a number is first bound.',
      placeholder: '20468599130939380',
    },
    {
      name: 'api_base_url',
      label: 'API address',
      type: 'url',
      required: false,
      sensitive: false,
      description: 'Where the Plivo API is reached. Change it only if Plivo gave you another host.',
      placeholder: 'https://api.plivo.com',
      default: 'https://api.plivo.com',
    },
  ],
  // "Account limits" (plivo.com/docs/voice/concepts/account-limits). Plivo accepts more calls and queues them, where neither a
  // pause nor calling hours apply.
  defaultCallsPerSecond: 2,
  capabilities: {
    needsCallerId: true,
    machineDetection: true,
    tellsPrice: 'when_asked',
    webhooks: true,
  },
  accountId: (credentials) => textField(credentials, 'auth_id'),
  open: openPlivo,
}
