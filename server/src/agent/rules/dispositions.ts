/** How a conversation ended, where the workflow does not say it itself: an end node's name is the disposition of its calls. */
export const DISPOSITIONS = {
  completed: 'completed',
  hungUp: 'hung_up',
  noInput: 'no_input',
  noMatch: 'no_match',
  neverStopped: 'person_never_stopped',
  voicemail: 'voicemail',
  messageLeft: 'voicemail_left',
  fax: 'fax',
  /** The network said that there is no such number. */
  noSuchNumber: 'no_such_number',
  /** The network said that the person or the line cannot be reached at present. */
  unreachable: 'unreachable',
  /** A screening service, and nobody came. */
  screened: 'screened',
  /** A menu that led to nobody. */
  ivr: 'ivr',
  doNotCall: 'do_not_call',
  transferred: 'transferred',
  transferFailed: 'transfer_failed',
  agentFailed: 'agent_failed',
  loop: 'loop_limit',
  tooLong: 'longest_duration',
  noAudio: 'no_audio',
  shutdown: 'shutdown',
} as const

/** "Moved to another day" → `moved_to_another_day`. */
export function dispositionOf(nodeName: string): string {
  const words = nodeName.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('_').slice(0, 64) || DISPOSITIONS.completed
}

/** Ends by which a person has said no: rules that ask for a pause after a refusal count from such a call. */
const REFUSALS: readonly string[] = ['declined', 'refused', 'not_interested', 'no_interest']

export function isRefusal(disposition: string | null | undefined): boolean {
  return disposition === DISPOSITIONS.doNotCall || REFUSALS.includes(disposition ?? '')
}
