import { apiAddressField, credentialField, textField } from '../../fields.ts'
import type { ProviderSpec } from '../../provider.ts'
import { DEFAULT_APPLICATION, openCloudonix } from './account.ts'

export const cloudonix: ProviderSpec = {
  name: 'cloudonix',
  displayName: 'Cloudonix',
  docsUrl: 'https://developers.cloudonix.com',
  fields: [
    credentialField({
      name: 'bearer_token',
      label: 'API key',
      type: 'password',
      required: true,
      sensitive: true,
      description: 'An API key of the domain, made in the Cloudonix cockpit under the domain’s API keys.',
      placeholder: 'XI…',
    }),
    credentialField({
      name: 'domain_id',
      label: 'Domain',
      required: true,
      description: 'The name or the number of your Cloudonix domain.',
      placeholder: 'example.cloudonix.net',
    }),
    credentialField({
      name: 'application_name',
      label: 'Voice application',
      description:
        'The voice application that answers your inbound numbers. It is made if it does not exist, and its address is set to this server.',
      placeholder: DEFAULT_APPLICATION,
      default: DEFAULT_APPLICATION,
    }),
    credentialField({
      name: 'trunk',
      label: 'Trunk',
      description: 'The name of the trunk for outbound calls. Leave empty to let the routing of the domain decide.',
      placeholder: 'my-carrier',
    }),
    credentialField({
      name: 'requests_api_key',
      label: 'Requests API key',
      type: 'password',
      sensitive: true,
      description:
        'The key Cloudonix sends along with its own requests (header X-CX-APIKey). If filled in, requests without it are refused.',
      placeholder: 'leave empty if the domain has none',
    }),
    apiAddressField('https://api.cloudonix.io', 'Only for another Cloudonix installation, such as the staging system.'),
  ],
  // The API allows 10 requests of any kind in 3 seconds per domain; this leaves some for hang-ups and look-ups.
  defaultCallsPerSecond: 2,
  capabilities: {
    needsCallerId: true,
    machineDetection: true,
    webhooks: true,
  },
  accountId: (credentials) => textField(credentials, 'domain_id'),
  open: openCloudonix,
}
