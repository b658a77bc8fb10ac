/** A call through the simulated carrier, in real time, with the speech of this machine. */
import { expect, test } from 'vitest'
import { leftOut } from '../drawn.ts'
import { type Json, testApp } from './app.ts'
import { made, newConfiguration, untilCallEnds } from './things.ts'

test.skipIf(leftOut())('puts no number on the do-not-call list', async () => {
  const { a, app } = await testApp({ openAgents: 'real' })
  await app.dialer.start()
  await newConfiguration(
    a,
    { provider: 'simulator', people_speak: true, shortest_ring_seconds: 0, longest_ring_seconds: 0 },
    { is_default_outbound: true },
  )
  const removes = {
    nodes: [
      { id: 'start', type: 'startCall', data: { name: 'Start', greeting: 'Hello.' } },
      { id: 'end', type: 'endCall', data: { name: 'Removed', say: 'Good-bye.', do_not_call: true } },
    ],
    edges: [{ id: 'on', source: 'start', target: 'end', data: {} }],
  }
  const body = { name: 'Removes all', workflow_definition: removes }
  const workflow = await made(a.request('POST', '/api/v1/workflow/create/definition', body))
  const order = { workflow_id: workflow.id, phone_number: '+12025550100' }
  const { id } = await made(a.request('POST', '/api/v1/telephony/initiate-call', order))
  const events = (await untilCallEnds(a, id)).timeline.map(({ event }) => event)
  expect(events).toContain('suppression_simulated')
  expect(events).not.toContain('suppressed')
  const { suppressions } = await made<{ suppressions: Json[] }>(a.request('GET', '/api/v1/suppressions'))
  expect(suppressions).toEqual([])
})
