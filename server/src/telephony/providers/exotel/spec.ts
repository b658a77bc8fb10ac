import { regionFaults, regionField } from '../../carrier-kit/regions.ts'
import { apiAddressField, credentialField, textField } from '../../fields.ts'
import type { ProviderSpec } from '../../provider.ts'
import { openExotel } from './account.ts'
import { API_URL, REGIONS } from './client.ts'

export const exotel: ProviderSpec = {
  name: 'exotel',
  displayName: 'Exotel',
  docsUrl: 'https://developer.exotel.com/docs/agentstream/connect-voice-ai',
  fields: [
    credentialField({
      name: 'account_sid',
      label: 'Account SID',
      required: true,
      description: 'The Account SID, from API Settings in the Exotel dashboard.',
      placeholder: 'yourcompany1',
      pattern: '^[A-Za-z0-9_-]{1,64}$',
    }),
    credentialField({
      name: 'api_key',
      label: 'API key',
      required: true,
      description: 'The API key (username), from API Settings in the Exotel dashboard.',
      placeholder: '48 characters',
    }),
    credentialField({
      name: 'api_token',
      label: 'API token',
      type: 'password',
      required: true,
      sensitive: true,
      description: 'The API token (password) that belongs to the API key. Exotel shows it once.',
      placeholder: '48 characters',
    }),
    regionField(
      REGIONS,
      'Where Exotel keeps your account: India (Mumbai) or Singapore. The API settings in the dashboard show the address. Mumbai unless chosen.',
      'mumbai',
    ),
    credentialField({
      name: 'country_code',
      label: 'Country code of national numbers',
      description:
        'Exotel writes numbers in their national form (080…). They are read as numbers of this country: 91 is India.',
      placeholder: '91',
      default: '91',
      pattern: '^[1-9][0-9]{0,2}$',
    }),
    credentialField({
      name: 'flow_id',
      label: 'Flow for inbound calls',
      description:
        'The id of a flow in the App Bazaar whose Voicebot applet has the address that Check shows. Needed only for inbound calls.',
      placeholder: '12345',
      pattern: '^[0-9]{0,20}$',
    }),
    credentialField({
      name: 'ring_timeout_seconds',
      label: 'Ring time-out (seconds)',
      type: 'integer',
      description:
        'Sent to Exotel with each call. Exotel documents it for its other calls, not for calls to a voice agent: try how long a phone rings.',
      placeholder: '30',
      default: 30,
      minimum: 15,
      maximum: 120,
    }),
    apiAddressField(API_URL, 'Do not change, unless Exotel gave you an address that is not that of a region.'),
  ],
  // Exotel allows 200 requests of any kind per minute and account; this leaves two thirds for look-ups and prices.
  defaultCallsPerSecond: 1,
  capabilities: {
    needsCallerId: true,
    machineDetection: false,
    tellsPrice: 'when_asked',
    joinsCalls: false,
    endsByAudio: true,
    webhooks: true,
  },
  accountId: (credentials) => textField(credentials, 'account_sid'),
  inspect: (credentials) => regionFaults(credentials, REGIONS, { api_base_url: API_URL }),
  open: openExotel,
}
