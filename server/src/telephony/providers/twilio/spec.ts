import { textField } from '../../fields.ts'
import type { ProviderSpec } from '../../provider.ts'
import { openTwilio } from './account.ts'

export const twilio: ProviderSpec = {
  name: 'twilio',
  displayName: 'Twilio',
  docsUrl: 'https://www.twilio.com/docs/voice',
  fields: [
    {
      name: 'account_sid',
      label: 'Account SID',
      type: 'string',
      required: true,
      sensitive: false,
      description: 'Identifies your Twilio account or subaccount. It is on the start page of the Twilio Console.',
      placeholder: 'AC0123456789abcdef0123456789abcdef',
      pattern: '^AC[0-9a-fA-F]{32}$',
    },
    {
      name: 'auth_token',
      label: 'Auth token',
      type: 'password',
      required: true,
      sensitive: true,
      description:
        'The primary auth token of the same account, next to the Account SID. Twilio signs its messages with it, so an API key will not do.',
      placeholder: '32 characters',
    },
    {
      name: 'inline_twiml',
      label: 'Send instructions with the dial',
      type: 'boolean',
      required: false,
      sensitive: false,
      description:
        'Twilio gets its instructions (TwiML) together with the dial, so that the first word is not delayed by another request. Turn it off if your account refuses the parameter Twiml.',
      placeholder: '',
      default: true,
    },
    {
      name: 'api_base_url',
      label: 'API address',
      type: 'url',
      required: false,
      sensitive: false,
      description: 'Only for accounts in another Twilio region, such as https://api.dublin.ie1.twilio.com.',
      placeholder: 'https://api.twilio.com',
      default: 'https://api.twilio.com',
    },
  ],
  // "Understanding Twilio rate limits and message queues": one call per second unless raised; the excess is queued there.
  defaultCallsPerSecond: 1,
  capabilities: {
    needsCallerId: true,
    machineDetection: true,
    tellsPrice: 'when_asked',
    webhooks: true,
  },
  accountId: (credentials) => textField(credentials, 'account_sid'),
  open: openTwilio,
}
