/** The message to operators when the carrier account stops a campaign: what happened, and what to do. */

/** Messages for SIP responses that concern the account or the trunk. */
const SIP_WORDS: Readonly<Record<string, { happened: string; todo: string }>> = {
  '401': { happened: 'The trunk refuses our credentials', todo: 'Check the user name and the password of the trunk' },
  '402': { happened: 'The trunk wants payment', todo: 'Add funds at the carrier' },
  '403': {
    happened: 'The trunk forbids these calls',
    todo: 'Check the balance, the permitted countries, the caller ID and the allowed addresses at the carrier',
  },
  '404': {
    happened: 'The trunk does not find the numbers',
    todo: 'Check the number format of the dial string and whether the trunk is active at the carrier',
  },
  '407': { happened: 'The trunk refuses our credentials', todo: 'Check the user name and the password of the trunk' },
}

const TODO = 'Check the account at the carrier'

/** `reason` is the carrier's own text: `127 Interworking (SIP 402)`, or a sentence. */
export function pauseWords(reason: string): string {
  const [, code] = /\bSIP (\d{3})\b/.exec(reason) ?? []
  const known = code === undefined ? undefined : SIP_WORDS[code]
  const happened = known ? `${known.happened} (SIP ${code})` : sentence(reason)
  return `Paused: ${happened}. Nobody was called for it. ${known?.todo ?? TODO}, test the configuration, then resume.`
}

function sentence(reason: string): string {
  return reason.replace(/[.\s]*$/, '')
}
