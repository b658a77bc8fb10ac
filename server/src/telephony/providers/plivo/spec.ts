import { apiAddressField, credentialField, textField } from '../../fields.ts'
import type { ProviderSpec } from '../../provider.ts'
import { openPlivo } from './account.ts'

export const plivo: ProviderSpec = {
  name: 'plivo',
  displayName: 'Plivo',
  docsUrl: 'https://www.plivo.com/docs/voice/',
  fields: [
    credentialField({
      name: 'auth_id',
      label: 'Auth ID',
      required: true,
      description:
        'The Auth ID on the overview page of the Plivo console. Starts with MA, or with SA for a subaccount.',
      placeholder: 'MAXXXXXXXXXXXXXXXXXX',
    }),
    credentialField({
      name: 'auth_token',
      label: 'Auth token',
      type: 'password',
      required: true,
      sensitive: true,
      description:
        'The Auth Token that belongs to the Auth ID. It signs in to the API and verifies what Plivo reports.',
      placeholder: 'The token from the Plivo console',
    }),
    credentialField({
      name: 'application_id',
      label: 'Application ID',
      description:
        'For inbound calls: the voice application whose addresses Outdial may set. If empty, Outdial creates one when a number is first bound.',
      placeholder: '20468599130939380',
    }),
    apiAddressField(
      'https://api.plivo.com',
      'Where the Plivo API is reached. Change it only if Plivo gave you another host.',
    ),
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
