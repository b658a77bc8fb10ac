/** Operators on live calls: listen in and take over. */
import { z } from 'zod'
import { allowExtensionsField, CHECK_DESPITE_OTHER_FAULTS, checkDialableField } from '../addresses/schemas.ts'
import { type Route, route } from '../http/route.ts'
import { customIssue, id, integer, optional, text, timestamp } from '../http/schemas.ts'
import { type ListenInDeps, openListenIn } from './listen-in.ts'
import { CALL_EXAMPLE, callShape, serializeCall } from './shapes.ts'
import { type TakeOverDeps, takeOverCall } from './take-over.ts'

const TAG = 'Calls'
const CALL_PATH = z.object({ call_id: id() })
const KEYS = /^[0-9*#wW, ]*$/
const KEYS_FAULT = 'Value error, keys are 0-9, * and #; w is a pause of half a second'
/** Longer than any carrier lets a call ring. */
const RING_SECONDS = { minimum: 5, maximum: 75 }

const takeOverBody = z
  .object({
    phone_number: text({ minimum: 1, maximum: 255 }).meta({
      description: 'Your phone. The carrier of the call rings it.',
    }),
    allow_extensions: allowExtensionsField(),
    announcement: optional(text({ maximum: 500 })).meta({
      description: 'What you hear before you are connected; a short sentence if left out.',
    }),
    keys: optional(
      text({ maximum: 64 }).refine((keys) => KEYS.test(keys), customIssue('value_error', KEYS_FAULT)),
    ).meta({
      description: 'Keys that are sent when your phone answers, for a menu before it.',
    }),
    ring_seconds: optional(integer(RING_SECONDS)).meta({
      description: 'How long your phone rings; if left out, as long as the configuration lets calls ring.',
    }),
  })
  .superRefine(checkDialableField('phone_number'), CHECK_DESPITE_OTHER_FAULTS)

const listening = z
  .object({
    call_id: z.int(),
    audio_url: z.string().meta({ description: 'A websocket. It opens once, within a minute.' }),
    expires_at: timestamp(),
  })
  .meta({ id: 'Listening' })

export function liveCallRoutes(deps: ListenInDeps & TakeOverDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/v1/calls/{call_id}/listen',
      operation: 'listenToCall',
      tag: TAG,
      summary: 'Listen to a live call',
      description:
        'Answers with the address of a websocket. It sends text `{"type":"format"}` first, then binary frames of 16-bit little-endian stereo samples at 8 kHz: left the person, right the agent, about 0.6 s after they were heard. `{"type":"skipped","ms":…}` reports audio that was dropped because you did not read it in time, `{"type":"ended"}` the end. At sensitive steps the person is silent, as in recordings. The call does not announce that you listen; its timeline and the audit trail name you. An admin has to switch it on: `listening_allowed` of the organization. A call has at most five listeners.',
      params: CALL_PATH,
      answer: {
        schema: listening,
        example: {
          call_id: 42,
          audio_url: 'wss://calls.example.com/api/v1/calls/42/audio?token=1.42.QWRh.1763199060000.q0vG3b8LxW5t.Zk3…',
          expires_at: '2026-11-15T09:31:00.000Z',
        },
      },
      errors: ['call_not_found', 'call_not_live', 'listening_off', 'conversation_not_found'],
      audit: { fields: ['call_id'] },
      async handle({ principal, params }) {
        const { audioUrl, expiresAtMs } = await openListenIn(deps, principal, params.call_id)
        return { call_id: params.call_id, audio_url: audioUrl, expires_at: new Date(expiresAtMs) }
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/calls/{call_id}/take-over',
      operation: 'takeOverCall',
      tag: TAG,
      summary: 'Take a live call over by your own phone',
      description:
        'Your phone rings while the conversation continues; the person notices nothing. When you answer, you hear the announcement, the agent falls silent, and the carrier connects you with the person. If you do not answer, or the carrier cannot connect the calls, the agent continues. The answer means that your phone is being called. The result is in the timeline of the call: `take_over`, then `transfer` with `ok`, and with the reason if it failed. If the conversation ends before you answer, your phone stops ringing.',
      params: CALL_PATH,
      body: takeOverBody,
      bodyExample: { phone_number: '+12025550188', ring_seconds: 20 },
      answer: { schema: callShape, example: CALL_EXAMPLE },
      errors: ['call_not_found', 'call_not_live', 'conversation_not_found', 'take_over_under_way'],
      audit: { fields: ['id', 'state', 'campaign_id', 'contact_id'] },
      async handle({ principal: { organizationId, author }, params, body }) {
        const call = await takeOverCall(deps, organizationId, params.call_id, {
          destination: body.phone_number,
          announcement: body.announcement ?? '',
          keys: body.keys,
          ringSeconds: body.ring_seconds,
          by: author,
        })
        return serializeCall(call, null, deps.publicUrl)
      },
    }),
  ]
}
