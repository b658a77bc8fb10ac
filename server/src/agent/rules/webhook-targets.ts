import { kindOfAddress } from '../../kernel/egress-rules.ts'

/** Where no webhook ever goes: what serves the machine itself. Private networks are the installation's decision. */
export function isForbiddenAddress(address: string): boolean {
  return kindOfAddress(address) === 'never'
}

export function readWebhookUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}
