import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const using = (field: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|generated/.test(file))
    .filter((file) => readFileSync(`${root}/${file}`, 'utf8').includes(field))
    .sort()

test('overview, list and page of a campaign take its end from the same field', () => {
  expect(using('estimated_end_at')).toEqual([
    'components/campaign-words.ts',
    'pages/campaign/progress-head.tsx',
    'pages/overview/upcoming-events.tsx',
  ])
})

test('a forecast of the end is shown only where it is labelled as one', () => {
  expect(using('ends_at')).toEqual([
    'pages/campaign/progress-head.tsx',
    'pages/campaign/waits-and-pace.tsx',
    'pages/new-campaign/forecast-view.tsx',
  ])
  const head = readFileSync(`${root}/pages/campaign/progress-head.tsx`, 'utf8')
  expect(head.match(/\bp10\b/g)).toHaveLength(3)
  expect(head).toContain(
    '{w.forecast(shortMoment(Date.parse(p10), zone, now), shortMoment(Date.parse(p90), zone, now))}',
  )
})
