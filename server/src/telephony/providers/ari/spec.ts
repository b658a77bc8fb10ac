import { credentialField, textField } from '../../fields.ts'
import type { CredentialFault, Credentials, ProviderSpec } from '../../provider.ts'
import { openAri } from './account.ts'
import { DEFAULT_ENDPOINT_TEMPLATE, parseEndpoint } from './settings.ts'

export const ari: ProviderSpec = {
  name: 'ari',
  displayName: 'Asterisk (ARI)',
  docsUrl: 'https://docs.asterisk.org/Configuration/Interfaces/Asterisk-REST-Interface-ARI/',
  fields: [
    credentialField({
      name: 'ari_endpoint',
      label: 'ARI address',
      type: 'url',
      required: true,
      description:
        'Where the HTTP server of Asterisk listens, with http:// or https://. `/ari` is added automatically.',
      placeholder: 'http://pbx.example.com:8088',
    }),
    credentialField({
      name: 'app_name',
      label: 'Application name',
      required: true,
      description: 'User name in ari.conf, and name of the Stasis application that inbound calls are sent to.',
      placeholder: 'outdial',
      pattern: '^[^\\s,]{1,64}$',
    }),
    credentialField({
      name: 'app_password',
      label: 'Password',
      type: 'password',
      required: true,
      sensitive: true,
      description: 'Password of that user in ari.conf.',
    }),
    credentialField({
      name: 'ws_client_name',
      label: 'WebSocket client name',
      description:
        'Section of websocket_client.conf by which Asterisk opens the audio at our address. Empty: we open it.',
      placeholder: 'outdial-media',
      default: '',
      pattern: '^[A-Za-z0-9_.-]{0,64}$',
    }),
    credentialField({
      name: 'audio_transport',
      label: 'Audio transport',
      description:
        'websocket: chan_websocket, of Asterisk 20.16, 21.11, 22.6 or newer. audiosocket: for Asterisk 18 to 20; this server must listen for it (AUDIOSOCKET_PORT).',
      placeholder: 'websocket',
      default: 'websocket',
      pattern: '^(websocket|audiosocket)$',
    }),
    credentialField({
      name: 'outbound_context',
      label: 'Outbound context',
      description: 'Dialplan context that calls are dialled through. Empty: the endpoint template is used.',
      placeholder: 'from-internal',
      default: '',
      pattern: '^[A-Za-z0-9_.-]{0,79}$',
    }),
    credentialField({
      name: 'endpoint_template',
      label: 'Endpoint template',
      description:
        'What to dial without an outbound context. {number}: the number as it is; {digits}: without the plus sign.',
      placeholder: 'PJSIP/{number}@trunk',
      default: DEFAULT_ENDPOINT_TEMPLATE,
    }),
    credentialField({
      name: 'amd_context',
      label: 'Machine detection context',
      description:
        'Dialplan context whose extension `s` runs AMD(). Empty: the PBX does not detect answering machines.',
      placeholder: 'outdial-amd',
      default: '',
      pattern: '^[A-Za-z0-9_.-]{0,79}$',
    }),
  ],
  defaultCallsPerSecond: 10,
  capabilities: {
    needsCallerId: false,
    dialsExtensions: true,
    machineDetection: false,
    webhooks: false,
  },
  accountId: (credentials) =>
    `${parseEndpoint(textField(credentials, 'ari_endpoint'))?.host ?? ''}/${textField(credentials, 'app_name')}`,
  inspect: inspectCredentials,
  open: openAri,
}

function inspectCredentials(credentials: Credentials): CredentialFault[] {
  const faults: CredentialFault[] = []
  if (!parseEndpoint(textField(credentials, 'ari_endpoint'))) {
    faults.push({
      field: 'ari_endpoint',
      message: 'must be an http:// or https:// address without user, password or query',
    })
  }
  const template = textField(credentials, 'endpoint_template').trim()
  if (template && !/^[A-Za-z0-9]+\/.*\{(number|digits)\}/.test(template)) {
    faults.push({ field: 'endpoint_template', message: 'must be a dial string that holds {number} or {digits}' })
  }
  return faults
}
