import { expect, test } from 'vitest'
import { stepsTaken } from './steps-taken.ts'

const ways = (nodes: string[]) => stepsTaken(nodes).map(({ source, target }) => `${source}>${target}`)

test('from the beginning to the end, each way once', () => {
  expect(ways(['start', 'ask', 'bye'])).toEqual(['>start', 'start>ask', 'ask>bye', 'bye>'])
  expect(ways(['start', 'ask', 'help', 'ask', 'help', 'bye'])).toEqual([
    '>start',
    'start>ask',
    'ask>help',
    'help>ask',
    'help>bye',
    'bye>',
  ])
})

test('a step said again is not left, and no conversation took no way', () => {
  expect(ways(['start', 'start', 'bye'])).toEqual(['>start', 'start>bye', 'bye>'])
  expect(ways([])).toEqual([])
})
