import { describe, expect, test } from 'vitest'
import type { CarrierAnswer } from '../../carrier-kit/http.ts'
import { placeResult } from './verdicts.ts'

describe('a refused dial', () => {
  const answered = (status: number, error?: object): CarrierAnswer => {
    const json = error ? { errors: [error] } : null
    return { kind: 'answered', status, headers: new Headers(), text: '', json }
  }
  const sip = (code: string) => ({ code: '10010', detail: `Refused for some reason ${code}` })

  test.each([
    ['halt', 401, { code: '10009' }],
    ['halt', 403, { code: '10010' }],
    ['halt', 403, { code: '10039' }],
    ['halt', 402, undefined],
    ['halt', 422, { code: '10015', source: { pointer: '/connection_id' } }],
    ['rejected', 400, { code: '10015' }],
    ['never', 422, { code: '10001', source: { pointer: '/to' } }],
    ['never', 422, { code: '10002', source: { pointer: '/to' } }],
    ['never', 422, { code: '10016', source: { pointer: '/to' } }],
    ['halt', 422, { code: '10016', source: { pointer: '/from' } }],
    ['rejected', 422, { code: '10002' }],
    ['rejected', 422, { code: '10004', source: { pointer: '/to' } }],
    ['rejected', 422, { code: '10011', source: { pointer: '/media_encryption' } }],
    ['rejected', 422, { code: '10032' }],
    ['rejected', 422, { code: '10033' }],
    ['rejected', 422, { code: '99999' }],
    ['later', 403, sip('D1')],
    ['later', 403, sip('D2')],
    ['later', 403, sip('D3')],
    ['later', 403, sip('D22')],
    ['halt', 403, sip('D13')],
    ['rejected', 403, sip('D21')],
    ['halt', 403, sip('D24')],
    ['rejected', 403, sip('D30')],
    ['halt', 403, sip('D35')],
    ['halt', 403, sip('D51')],
    ['halt', 403, sip('D10')],
    ['halt', 403, sip('D17')],
    ['halt', 404, sip('D18')],
    ['halt', 404, sip('D19')],
    ['halt', 403, sip('D25')],
    ['later', 429, { code: '10011' }],
    ['unknown', 503, { code: '10007' }],
    ['unknown', 500, { code: '10007' }],
    ['unknown', 504, undefined],
    ['unknown', 200, undefined],
  ] as const)('is %s for status %s and %j', (verdict, status, error) => {
    expect(placeResult(answered(status, error)).kind).toBe(verdict)
  })

  test('never repeats what Telnyx says about the numbers', () => {
    const detail = 'Dialed number +14155550123 is not included in whitelisted countries D13'
    expect(JSON.stringify(placeResult(answered(403, { code: '10010', detail })))).not.toContain('4155550123')
  })
})
