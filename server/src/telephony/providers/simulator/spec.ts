import { credentialField } from '../../fields.ts'
import type { CredentialField, ProviderSpec } from '../../provider.ts'
import { openSimulator } from './account.ts'
import { SIMULATED_FAULTS } from './simulated-refusals.ts'

function rate(name: string, label: string, description: string): CredentialField {
  return credentialField({
    name,
    label,
    type: 'number',
    description,
    placeholder: '0',
    default: 0,
    minimum: 0,
    maximum: 1,
  })
}

function choice(name: string, label: string, fallback: boolean, description: string): CredentialField {
  return credentialField({
    name,
    label,
    type: 'boolean',
    description,
    default: fallback,
  })
}

function duration(name: string, label: string, fallback: number, note = ''): CredentialField {
  return credentialField({
    name,
    label,
    type: 'number',
    description: `In seconds; a fraction is fine.${note}`,
    placeholder: String(fallback),
    default: fallback,
    minimum: 0,
    maximum: 3600,
  })
}

const WITHOUT_SOUND = ' Only when people do not speak, and after a transfer.'

export const simulator: ProviderSpec = {
  name: 'simulator',
  displayName: 'Simulated carrier',
  docsUrl: 'https://github.com/outdial/outdial/blob/main/docs/providers/simulator.md',
  fields: [
    credentialField({
      name: 'account',
      label: 'Account',
      description: 'A made-up account name. A number can be set up once per account.',
      placeholder: 'default',
      default: 'default',
    }),
    rate(
      'busy_rate',
      'Busy',
      'Share of numbers that are busy, from 0 to 1. The last two digits of a number decide first.',
    ),
    rate('no_answer_rate', 'No answer', 'Share of numbers that are not answered.'),
    rate('voicemail_rate', 'Voicemail', 'Share of numbers that a machine answers.'),
    rate('failed_rate', 'Failing', 'Share of calls that fail in the network.'),
    duration('shortest_ring_seconds', 'Shortest ringing', 1),
    duration('longest_ring_seconds', 'Longest ringing', 3),
    choice(
      'people_speak',
      'People speak',
      true,
      'The person who answers talks with the agent in real time, until one of them hangs up. Off: answered calls have no audio and a random length.',
    ),
    choice(
      'machine_detection',
      'Machine detection',
      false,
      'The carrier reports whether a machine answered. Off: the agent has to detect it. When people do not speak, machines are always reported.',
    ),
    duration('shortest_talk_seconds', 'Shortest conversation', 3, WITHOUT_SOUND),
    duration('longest_talk_seconds', 'Longest conversation', 8, WITHOUT_SOUND),
    credentialField({
      name: 'speed',
      label: 'Speed',
      type: 'number',
      description:
        'How much faster than real time people ring and, if they do not speak, talk; for demonstrations and load tests.',
      placeholder: '1',
      default: 1,
      minimum: 0.01,
      maximum: 100_000,
    }),
    credentialField({
      name: 'turns_away',
      label: 'Fault: every call is refused',
      description: `Empty, or why: ${SIMULATED_FAULTS.join(', ')}.`,
      default: '',
      pattern: `^(${SIMULATED_FAULTS.join('|')})?$`,
    }),
    choice(
      'turns_away_late',
      'Fault: refused after acceptance',
      true,
      'The call is accepted and ends with the refusal. Off: the dial itself is refused.',
    ),
    rate('fault_refused', 'Fault: refused', 'Share of dials answered with "service unavailable".'),
    rate(
      'fault_timeout',
      'Fault: accepted, then silence',
      'Share of dials that are carried out though the answer never arrives.',
    ),
    rate('fault_lost_events', 'Fault: lost events', 'Share of calls that report nothing.'),
    rate('fault_doubled_events', 'Fault: doubled events', 'Share of calls that report everything twice.'),
    rate('fault_late_events', 'Fault: late events', 'Share of calls that report late.'),
    rate('fault_reordered_events', 'Fault: reordered events', 'Share of calls that report in reverse.'),
    duration('fault_late_seconds', 'How late', 5),
    credentialField({
      name: 'carrier_url',
      label: 'Carrier address',
      type: 'url',
      description: 'Address of a simulated carrier in another process; empty for the one inside this program.',
      default: '',
    }),
    credentialField({
      name: 'carrier_secret',
      label: 'Carrier secret',
      type: 'password',
      sensitive: true,
      description: 'Signs what that carrier reports.',
      default: '',
    }),
  ],
  defaultCallsPerSecond: 50,
  capabilities: {
    remembersEndedCalls: true,
    needsCallerId: false,
    dialsExtensions: true,
    machineDetection: false,
    webhooks: false,
  },
  accountId: (credentials) => String(credentials.account),
  // A simulated carrier in another process has no audio.
  speaks: (credentials) => credentials.people_speak === true && (credentials.carrier_url ?? '') === '',
  inspect(credentials) {
    return [
      ['shortest_ring_seconds', 'longest_ring_seconds'],
      ['shortest_talk_seconds', 'longest_talk_seconds'],
    ].flatMap(([low, high]) =>
      Number(credentials[low as string]) > Number(credentials[high as string])
        ? [{ field: low as string, message: `must not be larger than ${high}` }]
        : [],
    )
  },
  open: openSimulator,
}
