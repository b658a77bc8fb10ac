import { expect, test } from 'vitest'
import { z } from 'zod'
import { validateAgainst } from './validation.ts'

test('an answer does not send back what was too long, neither as input nor in a message that quotes it', () => {
  const sent = 'x'.repeat(2_000_000)
  const schema = z.object({
    provider: z.string().refine(() => false, { error: ({ input }) => `there is no provider ${String(input)}` }),
  })
  const checked = validateAgainst(schema, { provider: sent }, ['body'])
  expect(checked.ok).toBe(false)
  expect(JSON.stringify(checked).length).toBeLessThan(10_000)
  expect(checked).toMatchObject({ faults: [{ msg: expect.stringContaining('there is no provider xxx') }] })
})

test('a text that names a secret is not shown', () => {
  const schema = z.object({ note: z.number() })
  const checked = validateAgainst(schema, { note: '{"api_key": "sk-123"}' }, ['body'])
  expect(JSON.stringify(checked)).not.toContain('sk-123')
})
