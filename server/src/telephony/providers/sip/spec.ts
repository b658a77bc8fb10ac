import { credentialField, textField } from '../../fields.ts'
import type { CredentialFault, CredentialField, Credentials, ProviderSpec } from '../../provider.ts'
import { openSip } from './account.ts'
import { HOST_PATTERN } from './trunk.ts'

/** Excludes spaces, quotes, brackets, semicolons and control characters, which would change the meaning of the configuration. */
const WORD = '^[A-Za-z0-9._~+*!%-]{1,128}$'

const FIELDS: readonly CredentialField[] = [
  credentialField({
    name: 'sip_host',
    label: 'SIP server',
    required: true,
    description: 'The registrar of your carrier: a host name or address, with a port if it is not the usual one.',
    placeholder: 'sip.example.com',
    pattern: HOST_PATTERN.source,
  }),
  credentialField({
    name: 'username',
    label: 'User name',
    required: true,
    description: 'The user name of the SIP account.',
    placeholder: '4930123456',
    pattern: WORD,
  }),
  credentialField({
    name: 'password',
    label: 'Password',
    type: 'password',
    required: true,
    sensitive: true,
    description: 'The password of the SIP account.',
    // Printable ASCII without the backslash, which is an escape in the configuration of Asterisk.
    pattern: '^[!-\\[\\]-~]{1,128}$',
  }),
  credentialField({
    name: 'auth_username',
    label: 'Authentication name',
    description: 'Only if your carrier gave you another name for authentication than the user name.',
    default: '',
    pattern: `${WORD}|^$`,
  }),
  credentialField({
    name: 'transport',
    label: 'Transport',
    description: 'udp, tcp or tls. TLS uses port 5061 unless the server names another one.',
    placeholder: 'udp',
    default: 'udp',
    pattern: '^(udp|tcp|tls)$',
  }),
  credentialField({
    name: 'srtp',
    label: 'Encrypt the audio',
    type: 'boolean',
    description: 'SRTP with keys in the SIP messages (SDES). Only with the transport tls.',
    placeholder: 'off',
    default: false,
  }),
  credentialField({
    name: 'register',
    label: 'Register',
    type: 'boolean',
    description: 'Turn it off only for trunks that know you by your address and take no registration.',
    placeholder: 'on',
    default: true,
  }),
  credentialField({
    name: 'probe',
    label: 'Probe the trunk',
    type: 'boolean',
    description: 'Probes the carrier every 15 seconds with OPTIONS. Turn it off if it does not answer OPTIONS.',
    placeholder: 'on',
    default: true,
  }),
  credentialField({
    name: 'own_number',
    label: 'Number of the account',
    description: 'Calls that come in over the registration are calls to this number. Empty: to the user name.',
    placeholder: '+4930123456',
    default: '',
    pattern: '^(\\+?[0-9]{2,15})?$',
  }),
  credentialField({
    name: 'caller_number_in',
    label: 'Caller ID in',
    description:
      'Where the carrier reads the number to show: pai (P-Asserted-Identity, most of them), rpid (Remote-Party-ID) or from.',
    placeholder: 'pai',
    default: 'pai',
    pattern: '^(pai|rpid|from)$',
  }),
  credentialField({
    name: 'number_format',
    label: 'Number format',
    description: 'plus: numbers are dialed as +4930123456; digits: without the plus sign.',
    placeholder: 'plus',
    default: 'plus',
    pattern: '^(plus|digits)$',
  }),
]

export const sip: ProviderSpec = {
  name: 'sip',
  displayName: 'SIP trunk',
  docsUrl: 'https://docs.asterisk.org/Configuration/Channel-Drivers/SIP/Configuring-res_pjsip/',
  fields: FIELDS,
  // Trunks of office phone systems allow few concurrent calls, and their limits are not documented.
  defaultCallsPerSecond: 1,
  capabilities: { needsCallerId: false, machineDetection: false, webhooks: false },
  accountId: (credentials) => `${textField(credentials, 'username')}@${textField(credentials, 'sip_host')}`,
  inspect: inspectCredentials,
  open: openSip,
}

function inspectCredentials(credentials: Credentials): CredentialFault[] {
  const faults: CredentialFault[] = []
  const port = textField(credentials, 'sip_host').split(':')[1]
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) {
    faults.push({ field: 'sip_host', message: 'must have a port from 1 to 65535' })
  }
  if (credentials.srtp === true && textField(credentials, 'transport') !== 'tls') {
    faults.push({ field: 'srtp', message: 'needs the transport tls: the keys are in the SIP messages' })
  }
  return faults
}
