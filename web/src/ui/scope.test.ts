import { expect, test } from 'vitest'
import { whyScopeDenied } from './scope.ts'

test.each([
  ['read', 'operate', /only look/],
  ['report', 'operate', /only see reports/],
  ['operate', 'admin', /not administer/],
  ['operate', 'operate', null],
  ['admin', 'operate', null],
] as const)('%s for what needs %s', (own, needed, words) => {
  if (words === null) expect(whyScopeDenied(own, needed)).toBeNull()
  else expect(whyScopeDenied(own, needed)).toMatch(words)
})
