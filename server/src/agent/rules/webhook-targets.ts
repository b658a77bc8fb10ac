export function readWebhookUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}
