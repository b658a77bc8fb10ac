import { createHash } from 'node:crypto'
import { regionFaults, regionField } from '../../carrier-kit/regions.ts'
import { apiAddressField, credentialField, textField } from '../../fields.ts'
import type { CredentialFault, Credentials, ProviderSpec } from '../../provider.ts'
import { openTelnyx } from './account.ts'
import { API_URL, REGIONS } from './regions.ts'
import { readPublicKey } from './webhook.ts'

export const telnyx: ProviderSpec = {
  name: 'telnyx',
  displayName: 'Telnyx',
  docsUrl: 'https://developers.telnyx.com/docs/voice/programmable-voice',
  fields: [
    credentialField({
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      sensitive: true,
      description: 'A v2 API key, from Account, Keys & Credentials in the Mission Control Portal.',
      placeholder: 'KEY0123456789ABCDEF_xxxxxxxxxxxxxxxxxxxxxx',
    }),
    credentialField({
      name: 'connection_id',
      label: 'Voice API application id',
      required: true,
      description:
        'The id of the Voice API (Call Control) application that places the calls. It needs a webhook URL and an outbound voice profile.',
      placeholder: '1293384261075731499',
      pattern: '^[A-Za-z0-9_-]{1,64}$',
    }),
    credentialField({
      name: 'public_key',
      label: 'Webhook public key',
      required: true,
      description: 'From Account, Keys & Credentials, Public Key. Events that were not signed by Telnyx are refused.',
      placeholder: 'e5ByBGVDd6D5Y0hBjFkPqG0uXc1C0G0ZrYxDdN2h8kM=',
    }),
    credentialField({
      name: 'amd_mode',
      label: 'Machine detection',
      description:
        'Kind of answering-machine detection: detect, premium, detect_beep, detect_words or greeting_end. Each has its price.',
      placeholder: 'detect',
      default: 'detect',
      pattern: '^(detect|premium|detect_beep|detect_words|greeting_end)$',
    }),
    regionField(
      REGIONS,
      'The Telnyx region that processes requests; the API key is the same everywhere. Choose the AnchorSite of the application in the same region. United States unless chosen.',
      'us',
    ),
    apiAddressField(API_URL, 'Do not change, unless Telnyx gave you an address that is not that of a region.'),
  ],
  // New accounts may have 2 to 10 concurrent calls; more than one new call per second would only be refused.
  defaultCallsPerSecond: 1,
  capabilities: {
    needsCallerId: true,
    machineDetection: true,
    tellsPrice: 'in_webhooks',
    webhooks: true,
  },
  accountId(credentials: Credentials): string {
    const connection = textField(credentials, 'connection_id')
    return connection || createHash('sha256').update(textField(credentials, 'api_key')).digest('hex')
  },
  inspect(credentials: Credentials): CredentialFault[] {
    const faults = regionFaults(credentials, REGIONS, { api_base_url: API_URL })
    if (readPublicKey(textField(credentials, 'public_key'))) return faults
    return [
      ...faults,
      { field: 'public_key', message: 'This is not a Telnyx public key: it must be 32 bytes, written in base64.' },
    ]
  },
  open: openTelnyx,
}
