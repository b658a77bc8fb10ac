/** Every list of the API that can grow has the same paging (docs/api-guide.md); the other lists have a bound with a name. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sources } from './sources.ts'

interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
  responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>
}
interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
}

/** Lists without pages, by the name in server/src of what bounds them. */
const BOUNDED: Readonly<Record<string, readonly string[]>> = {
  QUOTAS: ['listTools', 'listCredentials', 'listWorkflowRecordings', 'listWebhooks', 'listRegistries'],
  OWN_PHONES_MAX: ['listOwnPhones'],
  DIALOGUE_LIMITS: ['listDialogues'],
  EVALUATIONS_KEPT: ['listEvaluations'],
  KEPT_FORECAST_LIMITS: ['listCampaignForecasts'],
  PHRASES_MAX: ['listUnexpectedPhrases'],
  /** All pages of the carrier's own list, as far as they can be read in this time. */
  LISTED_MS_MAX: ['listAccountNumbers'],
  /** Days; the request names the period. */
  DAYS_MAX: ['listSpending'],
  /** One entry for each rule. */
  POLICY_RULES: ['listLeftOut'],
  /** Fixed in the program. */
  providersOf: ['listTelephonyProviders'],
  NODE_TYPES: ['listNodeTypes'],
  EVENT_TYPES: ['listEventTypes'],
  builtInPacks: ['listPolicyPacks'],
  MODEL_CATALOGUE: ['listSpeechModels', 'listVoices'],
  SIMULATED_PEOPLE: ['listSimulatedPeople'],
}

/** `limit` is the size of a part of the answer, not of a page. */
const NO_PAGES = ['previewContactList', 'getNumberHistory', 'getCallPeaks', 'search']

const path = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))
const document = JSON.parse(readFileSync(path, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const reading = Object.values(document.paths).flatMap((methods) => (methods.get ? [methods.get] : []))

function answerOf({ responses }: Operation): Schema {
  const schema = responses['200']?.content?.['application/json']?.schema ?? {}
  return schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema) : schema
}

function isList(operation: Operation): boolean {
  const hasLimit = operation.parameters?.some(({ name }) => name === 'limit') ?? false
  return /^list/.test(operation.operationId) || answerOf(operation).type === 'array' || hasLimit
}

function lacksPaging(operation: Operation): boolean {
  const names = operation.parameters?.filter((one) => one.in === 'query').map(({ name }) => name) ?? []
  const answer = answerOf(operation)
  const header = Object.keys(operation.responses['200']?.headers ?? {}).includes('Next-Cursor')
  const sendsCursor = answer.type === 'array' ? header : answer.properties?.next_cursor !== undefined
  return !(names.includes('limit') && names.includes('cursor') && sendsCursor)
}

test('every list takes limit and cursor and answers with the next cursor, or has a bound with a name', () => {
  const lists = reading.filter(isList)
  const exceptions = [...Object.values(BOUNDED).flat(), ...NO_PAGES].sort()
  expect(lists.length - exceptions.length).toBeGreaterThan(25)
  const names = lists.filter(lacksPaging).map(({ operationId }) => operationId)
  expect(names.sort()).toEqual(exceptions)
})

test('every bound is in the code', () => {
  const text = sources.map((file) => file.text).join('\n')
  const missing = Object.keys(BOUNDED).filter((name) => !new RegExp(`\\b(?:const|function) ${name}\\b`).test(text))
  expect(missing).toEqual([])
})

test('a list without a cursor would be noticed', () => {
  const list = reading.find(({ operationId }) => operationId === 'listCampaigns') as Operation
  expect([isList(list), lacksPaging(list)]).toEqual([true, false])
  const parameters = list.parameters?.filter(({ name }) => name !== 'cursor') ?? []
  expect(lacksPaging({ ...list, parameters })).toBe(true)
})
