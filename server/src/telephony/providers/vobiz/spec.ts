import { apiAddressField, credentialField, textField } from '../../fields.ts'
import type { ProviderSpec } from '../../provider.ts'
import { openVobiz } from './account.ts'

export const vobiz: ProviderSpec = {
  name: 'vobiz',
  displayName: 'Vobiz',
  docsUrl: 'https://www.vobiz.ai/docs',
  fields: [
    credentialField({
      name: 'auth_id',
      label: 'Auth ID',
      required: true,
      description: 'The Auth ID of the account in the Vobiz console. Starts with MA_, or with SA_ for a sub-account.',
      placeholder: 'MA_XXXXXXXX',
    }),
    credentialField({
      name: 'auth_token',
      label: 'Auth token',
      type: 'password',
      required: true,
      sensitive: true,
      description:
        'The Auth Token that belongs to the Auth ID. It signs in to the API and verifies what Vobiz reports.',
      placeholder: 'The token from the Vobiz console',
    }),
    credentialField({
      name: 'application_id',
      label: 'Application ID',
      description:
        'For inbound calls: the voice application whose addresses Outdial may set. If empty, Outdial creates one when a number is first bound.',
      placeholder: '12345678',
    }),
    apiAddressField(
      'https://api.vobiz.ai',
      'Where the Vobiz API is reached. Change it only if Vobiz gave you another host.',
    ),
  ],
  // Vobiz documents no default: each account has its own `cps_limit` (vobiz.ai/docs/account/retrieve-account), and calls above
  // it are refused. One per second is within any limit; the check reports the account's own.
  defaultCallsPerSecond: 1,
  capabilities: {
    needsCallerId: true,
    machineDetection: true,
    webhooks: true,
  },
  accountId: (credentials) => textField(credentials, 'auth_id'),
  open: openVobiz,
}
