import { expect, test } from 'vitest'
import { ERRORS } from '../kernel/errors.ts'
import { errorsDocument } from './errors-document.ts'

test('every declared error stands once under its status', () => {
  const chapters = errorsDocument().split(/^## /m).slice(1)
  const found = chapters.flatMap((chapter) =>
    [...chapter.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, code, sentence]) => [
      code,
      [Number.parseInt(chapter, 10), sentence],
    ]),
  )
  expect(found).toHaveLength(Object.keys(ERRORS).length)
  expect(Object.fromEntries(found)).toEqual(ERRORS)
})
