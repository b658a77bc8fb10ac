import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AnswerRate } from './answer-rate.tsx'

const shown = (answer_rate: number | null) =>
  renderToStaticMarkup(createElement(AnswerRate, { progress: { answer_rate } })).replaceAll(/<[^>]+>/g, ' ')

test('a share of those who are done says so beside the figure, not only in a tooltip', () => {
  expect(shown(0.86)).toMatch(/86 %\s+of done/)
})

test('before the first person is done there is no share', () => {
  expect(shown(null).trim()).toBe('–')
})
