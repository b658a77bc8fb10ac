import { textField } from '../../fields.ts'
import type { ProviderSpec } from '../../provider.ts'
import { DEFAULT_APPLICATION, openCloudonix } from './account.ts'

export const cloudonix: ProviderSpec = {
  name: 'cloudonix',
  displayName: 'Cloudonix',
  docsUrl: 'https://developers.cloudonix.com',
  fields: [
    {
      name: 'bearer_token',
      label: 'API key',
      type: 'password',
      required: true,
      sensitive: true,
      description: 'An API key of the domain, made in the Cloudonix cockpit under the domain’s API keys.',
      placeholder: 'XI…',
    },
    {
      name: 'domain_id',
      label: 'Domain',
      type: 'string',
      required: true,
      sensitive: false,
      description: 'The name or the number of your Cloudonix domain.',
      placeholder: 'example.cloudonix.net',
    },
    {
      name: 'application_name',
      label: 'Voice application',
      type: 'string',
      required: false,
      sensitive: false,
      description:
        'The voice application that answers your inbound numbers. It is made if it does not exist, and its address is set to this server.',
      placeholder: DEFAULT_APPLICATION,
      default: DEFAULT_APPLICATION,
    },
    {
      name: 'trunk',
      label: 'Trunk',
      type: 'string',
      required: false,
      sensitive: false,
      description: 'The name of the trunk for outbound calls. Leave empty to let the routing of the domain decide.',
      placeholder: 'my-carrier',
    },
    {
      name: 'requests_api_key',
      label: 'Requests API key',
      type: 'password',
      required: false,
      sensitive: true,
      description:
        'The key Cloudonix sends along with its own requests (header X-CX-APIKey). If filled in, requests without it are refused.',
      placeholder: 'leave empty if the domain has none',
    },
    {
      name: 'api_base_url',
      label: 'API address',
      type: 'url',
      required: false,
      sensitive: false,
      description: 'Only for another Cloudonix installation, such as the staging system.',
      placeholder: 'https://api.cloudonix.io',
      default: 'https://api.cloudonix.io',
    },
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
