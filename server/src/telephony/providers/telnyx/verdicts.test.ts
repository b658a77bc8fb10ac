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
    ['halt', 400, { code: '10015' }],
    ['never', 422, { code: '10001', source: { pointer: '/to' } }],
    ['never', 422, { code: '10002', source: { pointer: '/to' } }],
    ['never', 422, { code: '10016', source: { pointer: '/to' } }],
    ['caller', 422, { code: '10016', source: { pointer: '/from' } }],
    ['rejected', 422, { code: '10002' }],
    ['rejected', 422, { code: '10004', source: { pointer: '/to' } }],
    ['rejected', 422, { code: '10011', source: { pointer: '/media_encryption' } }],
    ['rejected', 422, { code: '10032' }],
    ['rejected', 422, { code: '10033' }],
    ['halt', 422, { code: '99999' }],
    ['later', 429, { code: '10011' }],
    ['unknown', 503, { code: '10007' }],
    ['unknown', 500, { code: '10007' }],
    ['unknown', 504, undefined],
    ['unknown', 200, undefined],
  ] as const)('is %s for status %s and %j', (verdict, status, error) => {
    expect(placeResult(answered(status, error)).kind).toBe(verdict)
  })

  const ROUTING: Record<string, string> = {
    later: 'D1 D2 D3 D9 D10 D22',
    never: 'D11 D14 D50 D53 D58',
    halt: 'D7 D15 D16 D17 D18 D19 D25 D26 D27 D28 D29 D38 D39 D44 D60',
    'halt or number': 'D12 D13 D24 D37 D40 D41 TM1 D99 D123 TM7',
    caller: 'D35 D36 D46 D49 D51 D54 D63 D64',
    rejected: 'D21 D30 D31',
  }
  for (const [ruling, codes] of Object.entries(ROUTING)) {
    test.each(codes.split(' '))(`with the routing code %s is ${ruling}`, (code) => {
      for (const status of [403, 404, 422]) {
        const result = placeResult(answered(status, sip(code)))
        const told = result.kind === 'halt' && result.perhapsNumber ? 'halt or number' : result.kind
        expect(told).toBe(ruling)
      }
    })
  }

  test('never repeats what Telnyx says about the numbers', () => {
    const detail = 'Dialed number +14155550123 is not included in whitelisted countries D13'
    expect(JSON.stringify(placeResult(answered(403, { code: '10010', detail })))).not.toContain('4155550123')
  })
})
