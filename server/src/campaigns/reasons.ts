/** Why a contact is not called now, as the API shows it. */
import { z } from 'zod'
import { type Blocker, sentenceOf } from '../dialer/rules/may-dial.ts'
import { timestamp } from '../http/schemas.ts'

export const reasonShape = z
  .object({ rule: z.string(), message: z.string(), until: timestamp().nullable() })
  .meta({ id: 'Reason' })

export const REASON_EXAMPLE = {
  rule: 'calling_hours',
  message: 'It is 19:40 in Europe/Berlin. That is outside the calling hours of the campaign.',
  until: '2026-11-16T08:00:00.000Z',
}

export function serializeReason(blocker: Blocker): { rule: string; message: string; until: Date | null } {
  const { rule, untilMs } = blocker
  return { rule, message: sentenceOf(blocker), until: untilMs === null ? null : new Date(untilMs) }
}
