/** Consoles that look on, in a process of their own so that what they cost themselves is not counted: URL KEY HOW-MANY. */
const [url, key, count] = process.argv.slice(2) as [string, string, string]
/** A console reads what it shows anew at most once a second. */
const READ_EVERY_MS = 1000
const headers = { 'x-api-key': key }

const read = async (path: string) => void (await (await fetch(`${url}${path}`, { headers })).text().catch(() => ''))

async function lookOn(): Promise<void> {
  const response = await fetch(`${url}/events/stream?live=true`, { headers })
  setInterval(() => {
    read('/campaign/progress?state=running').catch(() => {})
    read('/calls?live=true&limit=100').catch(() => {})
  }, READ_EVERY_MS)
  follow(response).catch(() => {})
}

async function follow(response: Response): Promise<void> {
  for await (const _chunk of response.body as unknown as AsyncIterable<Uint8Array>);
}

await Promise.all(Array.from({ length: Number(count) }, lookOn))
process.send?.('open')
