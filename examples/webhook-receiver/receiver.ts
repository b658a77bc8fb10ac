/**
 * Receives webhooks. Create the webhook first and pass its secret, which is shown once:
 *   curl -X POST "$OUTDIAL_URL/api/v1/webhooks" -H "X-API-Key: $OUTDIAL_API_KEY" -H 'content-type: application/json' \
 *     -d '{"url": "http://127.0.0.1:4000/", "event_types": ["call_ended"]}'
 */
import { createServer } from 'node:http'
import { verifyWebhook } from '@outdial/sdk'

const { OUTDIAL_WEBHOOK_SECRET = '', PORT = '4000' } = process.env

/** Messages arrive at least once. Keep these ids in your database, with the work that a message causes. */
const seen = new Set<string>()

const server = createServer(async (request, response) => {
  // The signature covers the bytes as they arrived; a parsed and rewritten body would not fit it.
  const body = Buffer.concat(await request.toArray())
  const message = await verifyWebhook(body, request.headers, OUTDIAL_WEBHOOK_SECRET).catch(() => null)
  if (!message) return response.writeHead(400).end()
  const id = String(request.headers['webhook-id'])
  if (!seen.has(id)) {
    // Here goes the write to your database, id and body together. After a 204 the message is never sent again.
    console.log(JSON.stringify({ id, type: message.type, data: message.data }))
    seen.add(id)
  }
  // Answer within ten seconds, before any slow work: later the message counts as lost and is sent again.
  return response.writeHead(204).end()
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'))
