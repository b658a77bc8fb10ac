/** The OpenAPI 3.1 document, generated from the routes themselves, so that it always matches the server. */
import type { z } from 'zod'
import { scopeNeeded } from './authorize-request.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX, takesIdempotencyKey } from './idempotency.ts'
import { ERROR_SCHEMAS, errorAnswers, SHARED_ANSWERS } from './openapi-errors.ts'
import { type Json, SchemaRegistry, withoutNull } from './openapi-schemas.ts'
import { NEXT_CURSOR_HEADER } from './paging.ts'
import type { Route } from './route.ts'

export interface DocumentOptions {
  title: string
  version: string
  /** The base address of the API; `/` is the server of the document. */
  serverUrl: string
}

export interface OpenApiDocument extends Json {
  openapi: string
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; securitySchemes: Record<string, Json> }
}

export function openApiDocument(routes: readonly Route[], options: DocumentOptions): OpenApiDocument {
  const book = new SchemaRegistry()
  const shown = routes.filter((route) => !route.forCarriers)
  refuseDoubles(shown)
  const paths: Record<string, Json> = {}
  for (const route of shown) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, book) }
  }
  const tags = [...new Set(shown.map((route) => route.tag))].sort((a, b) => placeOf(a) - placeOf(b))
  return book.finish({
    openapi: '3.1.0',
    info: {
      title: options.title,
      version: options.version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.serverUrl }],
    tags: tags.map((name) => ({ name })),
    security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
    paths,
    components: {
      schemas: ERROR_SCHEMAS,
      responses: SHARED_ANSWERS,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-outdial_session',
          description: 'A console session, from pages of this server only; `outdial_session` on loopback.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
      },
    },
  }) as OpenApiDocument
}

/** The first words of the reference. */
const DESCRIPTION = `Everything the console does, a program can do here.

- **Authentication**: the header \`X-API-Key\`, or the key as a bearer token. The first start prints a key; the console makes more under *Settings, API keys*. A key has a scope: \`report\`, \`read\`, \`operate\` or \`admin\`.
- **First request**: \`GET /api/v1/organization\` says whose key it is.
- **A campaign**: upload a list (\`POST /api/v1/contact-lists\`), create (\`POST /api/v1/campaign/create\`), start (\`POST /api/v1/campaign/{campaign_id}/start\`), read the results.
- **Safe repetition**: send an \`Idempotency-Key\` with a POST, and the same request is done once.
- **Errors** have a \`code\` that stays, and a \`message\` for people.

The guide with paging, limits and examples is at [/help/api-guide.html](/help/api-guide.html).`

/** What a program needs first; the sessions of the console come last. */
const FIRST_TAGS = ['Campaigns', 'Contact lists', 'Calls', 'Workflows', 'Suppressions']
const LAST_TAGS = ['People', 'Console sessions']

function placeOf(tag: string): number {
  const first = FIRST_TAGS.indexOf(tag)
  return first >= 0 ? first - FIRST_TAGS.length : LAST_TAGS.indexOf(tag) + 1
}

function refuseDoubles(routes: readonly Route[]): void {
  const seen = new Set<string>()
  for (const route of routes) {
    for (const name of [route.operation, `${route.method} ${route.path}`]) {
      if (seen.has(name)) throw new Error(`${name} is declared twice`)
      seen.add(name)
    }
  }
}

function operation(route: Route, book: SchemaRegistry): Json {
  const body = requestBody(route, book)
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(route.access === 'none' ? { security: [] } : { 'x-scope': scopeNeeded(route) }),
    parameters: [
      ...parameters('path', route.params, book),
      ...parameters('query', route.query, book),
      ...parameters('header', route.headers, book),
      ...(takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { '200': success(route, book), ...errorAnswers(route) },
  }
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your choice. The same request with the same key is executed once and gets the same answer for 24 hours; another request with it is refused with 422.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_LENGTH_MAX },
}

const NEXT_CURSOR: Json = {
  description: '`cursor` of the next page; absent on the last one.',
  schema: { type: 'integer' },
}

const HEADER_NAMES: Readonly<Record<string, string>> = { 'last-event-id': 'Last-Event-ID' }

function parameters(place: 'path' | 'query' | 'header', shape: z.ZodObject | undefined, book: SchemaRegistry): Json[] {
  if (!shape) return []
  const whole = book.request(shape)
  const required = new Set((whole.required as string[] | undefined) ?? [])
  return Object.entries(whole.properties as Record<string, Json>).map(([name, found]) => {
    const { description, ...schema } = withoutNull(found)
    return {
      name: HEADER_NAMES[name] ?? name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description ? { description } : {}),
      schema,
    }
  })
}

function requestBody(route: Route, book: SchemaRegistry): Json | null {
  if ((route.bodyKind ?? 'json') !== 'json') {
    const types = route.bodyTypes ?? ['application/octet-stream']
    return {
      required: true,
      content: Object.fromEntries(types.map((type) => [type, { schema: rawBody(type, route, book) }])),
    }
  }
  if (!route.body) return null
  const example = route.bodyExample === undefined ? {} : { example: route.bodyExample }
  return {
    required: !route.body.safeParse(undefined).success,
    content: { 'application/json': { schema: book.request(route.body), ...example } },
  }
}

function rawBody(type: string, route: Route, book: SchemaRegistry): Json {
  if (route.body) return book.request(route.body)
  if (type === 'multipart/form-data') {
    return { type: 'object', properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } } }
  }
  return type.startsWith('text/') ? { type: 'string' } : {}
}

function success(route: Route, book: SchemaRegistry): Json {
  const { answer } = route
  if ('contentType' in answer) {
    const schema = answer.contentType.startsWith('text/') ? { type: 'string' } : {}
    return { description: answer.description, content: { [answer.contentType]: { schema } } }
  }
  const isPage = answer.schema.type === 'array' && route.query?.shape.cursor !== undefined
  return {
    description: 'It worked.',
    ...(isPage ? { headers: { [NEXT_CURSOR_HEADER]: NEXT_CURSOR } } : {}),
    content: { 'application/json': { schema: book.answer(answer.schema), example: plain(answer.example) } },
  }
}

/** The example as it is sent: dates as text, without `undefined`. */
function plain(example: unknown): unknown {
  return JSON.parse(JSON.stringify(example))
}
