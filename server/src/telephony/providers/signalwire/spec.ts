import { credentialField, textField } from '../../fields.ts'
import type { ProviderSpec } from '../../provider.ts'
import { openSignalWire } from './account.ts'

export const signalwire: ProviderSpec = {
  name: 'signalwire',
  displayName: 'SignalWire',
  docsUrl: 'https://developer.signalwire.com/compatibility-api',
  fields: [
    credentialField({
      name: 'space_url',
      label: 'Space URL',
      type: 'url',
      required: true,
      description: 'The address of your SignalWire space, with https://.',
      placeholder: 'https://example.signalwire.com',
    }),
    credentialField({
      name: 'project_id',
      label: 'Project ID',
      required: true,
      description: 'Identifies the project. It is on the page API Credentials of the SignalWire Dashboard.',
      placeholder: 'b3877c40-da60-4998-90ad-b792e98472af',
      pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    }),
    credentialField({
      name: 'api_token',
      label: 'API token',
      type: 'password',
      required: true,
      sensitive: true,
      description: 'A token of the same project with the scope Voice, and Numbers for inbound calls. Starts with PT.',
      placeholder: 'PT…',
    }),
    credentialField({
      name: 'signing_key',
      label: 'Signing key',
      type: 'password',
      required: true,
      sensitive: true,
      description:
        'The Signing Key on the page API Credentials. SignalWire signs its messages with it; without it all of them are refused.',
      placeholder: 'PSK_…',
    }),
  ],
  // "Rate limits": one call per second and space unless raised; SignalWire queues further calls.
  defaultCallsPerSecond: 1,
  capabilities: {
    needsCallerId: true,
    machineDetection: true,
    tellsPrice: 'when_asked',
    webhooks: true,
  },
  accountId: (credentials) => textField(credentials, 'project_id'),
  open: openSignalWire,
}
