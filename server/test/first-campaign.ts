/** The campaign of the README, over HTTP against a program in a process of its own. */
import { expect } from 'vitest'

type Answer = Record<string, unknown>

/** Asks the interface; anything but 200 fails the test with the path. */
export function asker(port: number, key: string) {
  return async (path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as Answer
  }
}

export async function runFirstCampaign(port: number, key: string): Promise<void> {
  const ask = asker(port, key)
  await ask('/organizations/telephony-configs', {
    name: 'Simulated',
    is_default_outbound: true,
    config: { provider: 'simulator', people_speak: false, speed: 100 },
  })
  const campaign = await ask('/campaign/create', {
    name: 'First',
    workflow_id: 1,
    source_type: 'csv',
    source_id: 'sample-contacts',
    retry_config: { enabled: false },
  })
  // The forecast runs in a thread of its own, whose file must be there.
  expect(await ask(`/campaign/${campaign.id}/forecast`)).toHaveProperty('based_on')
  const completed = untilEvent(port, key, 'campaign_completed')
  await ask(`/campaign/${campaign.id}/start`, {})
  await completed
  const progress = await ask(`/campaign/${campaign.id}/progress`)
  expect(progress).toMatchObject({ state: 'completed', total_rows: 20, processed_rows: 20 })
}

export async function untilEvent(port: number, key: string, type: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events/stream`, { headers: { 'x-api-key': key } })
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes(type)) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the stream of events ended before ${type}`)
    text += value
  }
  await reader.cancel()
}
