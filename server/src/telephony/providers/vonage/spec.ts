import { regionFaults, regionField } from '../../carrier-kit/regions.ts'
import { apiAddressField, credentialField, textField } from '../../fields.ts'
import type { CredentialFault, Credentials, ProviderSpec } from '../../provider.ts'
import { openVonage } from './account.ts'
import { API_URL, REGIONS } from './regions.ts'
import { readPrivateKey } from './token.ts'

export const vonage: ProviderSpec = {
  name: 'vonage',
  displayName: 'Vonage',
  docsUrl: 'https://developer.vonage.com/en/voice/voice-api/overview',
  fields: [
    credentialField({
      name: 'application_id',
      label: 'Application id',
      required: true,
      description: 'The id of an application with the voice capability, from Applications in the Vonage dashboard.',
      placeholder: '78d335fa-323d-0114-9c3d-d6f0d48968cf',
      pattern: '^[0-9A-Fa-f-]{36}$',
    }),
    credentialField({
      name: 'private_key',
      label: 'Private key',
      type: 'text',
      required: true,
      sensitive: true,
      description:
        'The whole private.key file that the dashboard made with the application, with its first and last line.',
      placeholder: '-----BEGIN PRIVATE KEY-----',
    }),
    credentialField({
      name: 'api_key',
      label: 'API key',
      required: true,
      description: 'Shown at the top of the Vonage dashboard: the short one.',
      placeholder: 'abcd1234',
    }),
    credentialField({
      name: 'api_secret',
      label: 'API secret',
      type: 'password',
      required: true,
      sensitive: true,
      description: 'From API Settings in the dashboard. Needed to point the application and its numbers here.',
      placeholder: 'your API secret',
    }),
    credentialField({
      name: 'signature_secret',
      label: 'Signature secret',
      type: 'password',
      required: true,
      sensitive: true,
      description: 'From API Settings in the dashboard. Webhooks that were not signed with it are refused.',
      placeholder: 'your signature secret',
    }),
    regionField(
      REGIONS,
      'The Vonage region that places the calls. Requests about calls go to its host; applications and numbers are managed in one place for all regions. Choose the same region in the application. Vonage chooses unless set.',
      'eu-west',
    ),
    apiAddressField(API_URL, 'Do not change, unless Vonage gave you an address that is not that of a region.'),
    credentialField({
      name: 'rest_base_url',
      label: 'Address of the numbers API',
      type: 'url',
      description: 'Do not change, unless Vonage gave you another address.',
      placeholder: 'https://rest.nexmo.com',
      default: 'https://rest.nexmo.com',
    }),
  ],
  // "Troubleshooting, Capacity": three new calls per second; more are answered with 429.
  defaultCallsPerSecond: 3,
  capabilities: {
    needsCallerId: true,
    machineDetection: true,
    tellsPrice: 'when_asked',
    webhooks: true,
  },
  accountId: (credentials: Credentials): string => textField(credentials, 'api_key'),
  inspect(credentials: Credentials): CredentialFault[] {
    const faults = regionFaults(credentials, REGIONS, { api_base_url: API_URL })
    if (readPrivateKey(textField(credentials, 'private_key'))) return faults
    return [
      ...faults,
      { field: 'private_key', message: 'This is not an RSA private key in PEM form. Paste the whole file.' },
    ]
  },
  open: openVonage,
}
