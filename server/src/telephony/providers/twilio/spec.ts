import { regionFaults, regionField } from '../../carrier-kit/regions.ts'
import { apiAddressField, credentialField, textField } from '../../fields.ts'
import type { ProviderSpec } from '../../provider.ts'
import { openTwilio } from './account.ts'
import { API_URL, REGIONS } from './regions.ts'

export const twilio: ProviderSpec = {
  name: 'twilio',
  displayName: 'Twilio',
  docsUrl: 'https://www.twilio.com/docs/voice',
  fields: [
    credentialField({
      name: 'account_sid',
      label: 'Account SID',
      required: true,
      description: 'Identifies your Twilio account or subaccount. It is on the start page of the Twilio Console.',
      placeholder: 'AC0123456789abcdef0123456789abcdef',
      pattern: '^AC[0-9a-fA-F]{32}$',
    }),
    credentialField({
      name: 'auth_token',
      label: 'Auth token',
      type: 'password',
      required: true,
      sensitive: true,
      description:
        'The primary auth token of the same account, next to the Account SID. Twilio signs its messages with it, so an API key will not do.',
      placeholder: '32 characters',
    }),
    credentialField({
      name: 'inline_twiml',
      label: 'Send instructions with the dial',
      type: 'boolean',
      description:
        'Twilio gets its instructions (TwiML) together with the dial, so that the first word is not delayed by another request. Turn it off if your account refuses the parameter Twiml.',
      default: true,
    }),
    regionField(
      REGIONS,
      'The Twilio Region that places the calls. Every request goes to its host. Auth token and number settings belong to one region: enter those of the region. US1 unless chosen.',
      'us1',
    ),
    apiAddressField(API_URL, 'Do not change, unless Twilio gave you an address that is not that of a region.'),
  ],
  // "Understanding Twilio rate limits and message queues": one call per second unless raised; Twilio queues further calls.
  defaultCallsPerSecond: 1,
  capabilities: {
    needsCallerId: true,
    machineDetection: true,
    tellsPrice: 'when_asked',
    webhooks: true,
  },
  accountId: (credentials) => textField(credentials, 'account_sid'),
  inspect: (credentials) => regionFaults(credentials, REGIONS, { api_base_url: API_URL }),
  open: openTwilio,
}
