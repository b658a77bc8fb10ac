import { expect, test } from 'vitest'
import { routeBody, rowsOfRoute } from './route-rows.ts'

test('a route is shown as rows and sent back unchanged', () => {
  const route = [
    { telephony_configuration_id: 3, prefixes: ['+49'], countries: ['AT', 'CH'] },
    { telephony_configuration_id: 4, prefixes: [], countries: [] },
  ]
  expect(rowsOfRoute({ route }).map(({ takes }) => takes)).toEqual(['+49, AT, CH', ''])
  expect(routeBody(rowsOfRoute({ route }))).toEqual(route)
  expect(rowsOfRoute({ route: null })).toEqual([])
})

test('prefixes and countries may be typed in any order, with or without a plus', () => {
  expect(routeBody([{ key: 1, configurationId: 7, takes: ' 49;de  +431 ' }])).toEqual([
    { telephony_configuration_id: 7, prefixes: ['+49', '+431'], countries: ['de'] },
  ])
})
