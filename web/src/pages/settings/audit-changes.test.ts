import { expect, test } from 'vitest'
import { changesOf, changeWords } from './audit-changes.ts'

test('every field that changed is there, with its old and new value; times and logs are not', () => {
  const changes = changesOf({
    before: { name: 'a', max: 1, kept: true, updated_at: 'x', hours: null },
    after: { name: 'b', max: 2, kept: true, updated_at: 'y', hours: { monday: [] } },
  })
  expect(changes).toEqual([
    { name: 'name', was: 'a', is: 'b' },
    { name: 'max', was: '1', is: '2' },
    { name: 'hours', was: 'nothing', is: '{"monday":[]}' },
  ])
  expect(changeWords(changes)).toBe('name a → b and 2 more')
})

test('of what was made or deleted every field is there', () => {
  expect(changesOf({ before: null, after: { name: 'b' } })).toEqual([{ name: 'name', was: 'nothing', is: 'b' }])
  expect(changesOf({ before: { name: 'a' }, after: null })).toEqual([{ name: 'name', was: 'a', is: 'nothing' }])
  expect(changeWords([])).toBe('')
})
