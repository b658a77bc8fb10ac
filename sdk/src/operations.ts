/** All operations of the API by their name in the OpenAPI document: `outdial.operations.getCall({ path: { call_id: 7 } })`. */
import type { Client } from 'openapi-fetch'
import { OPERATIONS } from './generated/operations.ts'
import type { operations, paths } from './generated/schema.ts'
import type { RetryOptions } from './retries.ts'

export type OperationName = keyof typeof OPERATIONS & keyof operations

type Content<T> = T extends { content: infer Types } ? Types : never
type JsonOf<T> = Content<T> extends { 'application/json': infer Body } ? Body : undefined
type Sent<Name extends OperationName> = operations[Name] extends { requestBody?: infer Body }
  ? JsonOf<NonNullable<Body>>
  : undefined
type Part<Name extends OperationName, Place extends 'path' | 'query'> = operations[Name] extends {
  parameters: infer Given
}
  ? Place extends keyof Given
    ? Given[Place]
    : undefined
  : undefined

/** The inputs that the operation takes; required ones are not optional. */
export type InputOf<Name extends OperationName> = (Part<Name, 'path'> extends object
  ? { path: Part<Name, 'path'> }
  : { path?: undefined }) & { query?: NonNullable<Part<Name, 'query'>> } & (Sent<Name> extends undefined
    ? { body?: undefined }
    : undefined extends operations[Name]['requestBody']
      ? { body?: Sent<Name> }
      : { body: Sent<Name> })

/** The answer of an operation. Answers that are not JSON, such as CSV or audio, are returned as the unread response. */
export type AnswerOf<Name extends OperationName> = (typeof OPERATIONS)[Name] extends { file: true }
  ? Response
  : operations[Name] extends { responses: { 200: infer Answer } }
    ? JsonOf<Answer>
    : undefined

export interface RequestOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Requests with the same key are executed once. If left out, a new key is generated for each POST. */
  idempotencyKey?: string
  /** Overrides the client's setting for this request. */
  retries?: number
  timeoutMs?: number
}

type Arguments<Name extends OperationName> =
  Record<never, never> extends InputOf<Name>
    ? [input?: InputOf<Name>, options?: RequestOptions]
    : [input: InputOf<Name>, options?: RequestOptions]

export type Operations = {
  readonly [Name in OperationName]: (...given: Arguments<Name>) => Promise<AnswerOf<Name>>
}

/** Operations that return a list. */
export type ListName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends { items: string } ? Name : never
}[OperationName]

type ItemsField<Name extends ListName> = (typeof OPERATIONS)[Name] extends { items: infer Field } ? Field : never
/** The type of a list's items. An empty field name means that the answer itself is the list. */
export type ItemOf<Name extends ListName> =
  ItemsField<Name> extends ''
    ? AnswerOf<Name> extends readonly (infer Item)[]
      ? Item
      : never
    : ItemsField<Name> extends keyof AnswerOf<Name>
      ? AnswerOf<Name>[ItemsField<Name>] extends readonly (infer Item)[]
        ? Item
        : never
      : never

export interface RequestParts {
  path?: unknown
  query?: Record<string, unknown> | undefined
  body?: unknown
}

type Send = (
  name: OperationName,
  given: RequestParts,
  options: RequestOptions,
) => Promise<{ data?: unknown; response: Response }>

/** `patient` returns a fetch with other retry settings than the client's. */
export function createSender(
  client: Client<paths>,
  patient: (wanted: Partial<RetryOptions>) => typeof globalThis.fetch,
): Send {
  const request = client.request as unknown as (
    method: string,
    path: string,
    init: Record<string, unknown>,
  ) => Promise<{ data?: unknown; response: Response }>
  return async (name, { path, query, body }, { signal, headers, idempotencyKey, retries, timeoutMs }) => {
    const operation: { method: string; path: string; file?: true } = OPERATIONS[name]
    // A file download has no time limit, as in `download`.
    const limitMs = timeoutMs ?? (operation.file ? 0 : undefined)
    const own = retries !== undefined || limitMs !== undefined
    return request(operation.method, operation.path, {
      params: { path, query },
      ...(body === undefined ? {} : { body }),
      headers: { ...headers, ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }) },
      ...(signal ? { signal } : {}),
      ...(operation.file ? { parseAs: 'stream' } : {}),
      ...(own
        ? {
            fetch: patient({
              ...(retries === undefined ? {} : { retries }),
              ...(limitMs === undefined ? {} : { timeoutMs: limitMs }),
            }),
          }
        : {}),
    })
  }
}

export function operationsOf(send: Send): Operations {
  const names = Object.keys(OPERATIONS) as OperationName[]
  const operation =
    (name: OperationName) =>
    async (given: RequestParts = {}, options: RequestOptions = {}) => {
      const { data, response } = await send(name, given, options)
      return 'file' in OPERATIONS[name] ? response : data
    }
  return Object.fromEntries(names.map((name) => [name, operation(name)])) as unknown as Operations
}

/** All items of a list, page by page. */
export async function* itemsOf<Name extends ListName>(
  send: Send,
  name: Name,
  input: RequestParts,
  options: RequestOptions,
): AsyncGenerator<ItemOf<Name>, void> {
  const { items } = OPERATIONS[name] as { items: string }
  let query: Record<string, unknown> = { ...input.query }
  for (;;) {
    const { data, response } = await send(name, { ...input, query }, options)
    const page = data as Record<string, unknown>
    const found = (items === '' ? page : page[items]) as ItemOf<Name>[]
    yield* found
    const cursor = items === '' ? response.headers.get('next-cursor') : page.next_cursor
    // A log always returns a cursor; an empty page is its current end.
    if (found.length === 0 || cursor === null || cursor === undefined) return
    query = { ...query, cursor }
  }
}
