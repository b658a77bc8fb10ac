/** The error answers of a route in the OpenAPI document. */
import { ApiError, ERRORS, type ErrorCode } from '../kernel/errors.ts'
import { errorBody } from './answer-error.ts'
import { scopeNeeded } from './authorize-request.ts'
import { takesIdempotencyKey } from './idempotency.ts'
import type { Json } from './openapi-schemas.ts'
import type { Route } from './route.ts'

const VALIDATION_EXAMPLE = {
  detail: [
    {
      loc: ['body', 'name'],
      msg: 'String should have at least 1 character',
      type: 'string_too_short',
      input: '',
      ctx: { min_length: 1 },
    },
  ],
}

export const ERROR_SCHEMAS: Json = {
  Error: {
    type: 'object',
    required: ['detail', 'code', 'message'],
    properties: {
      detail: { type: 'string', description: 'The same as `code`.' },
      code: { type: 'string', description: 'What went wrong, for programs; it never changes its meaning.' },
      message: { type: 'string', description: 'What went wrong, for people.' },
      details: { type: 'object', additionalProperties: {}, description: 'More about it, where there is more to say.' },
      request_id: { type: 'string', description: 'Leads to the cause in the log.' },
    },
  },
  ValidationError: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type', 'input'],
          properties: {
            loc: {
              type: 'array',
              items: { type: 'string' },
              description: 'Where, from body, path, query or header on.',
            },
            msg: { type: 'string' },
            type: { type: 'string' },
            input: { description: 'What was sent there; secrets are hidden.' },
            ctx: { type: 'object', additionalProperties: {} },
          },
        },
      },
    },
  },
}

/** Error answers common to all routes; the document contains them once. */
const SHARED: Readonly<Record<string, ErrorCode>> = {
  Unauthorized: 'unauthorized',
  Forbidden: 'scope_too_narrow',
  InProgress: 'request_in_progress',
  PayloadTooLarge: 'payload_too_large',
  UnsupportedMediaType: 'unsupported_media_type',
  TooManyRequests: 'too_many_requests',
  InternalError: 'internal_error',
  Unavailable: 'unavailable',
}

export const SHARED_ANSWERS: Json = {
  ...Object.fromEntries(Object.entries(SHARED).map(([name, code]) => [name, answerFor([code], ERRORS[code][0])])),
  ValidationFailed: {
    description: 'The request is not valid; every fault is named.',
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/ValidationError' }, example: VALIDATION_EXAMPLE },
    },
  },
}

function answerFor(codes: readonly ErrorCode[], status: number): Json {
  const examples = codes.map((code) => [code, { value: errorBody(new ApiError(code, { status })) }])
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('\n\n'),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(examples) },
    },
  }
}

export function errorAnswers(route: Route): Json {
  const answers: Json = {}
  const share = (status: number, name: string) => {
    answers[String(status)] = { $ref: `#/components/responses/${name}` }
  }
  const isJson = (route.bodyKind ?? 'json') === 'json'
  if (route.access !== 'none') share(401, 'Unauthorized')
  if (route.access !== 'none' && scopeNeeded(route) !== 'report') share(403, 'Forbidden')
  if (route.body || !isJson) {
    share(413, 'PayloadTooLarge')
    share(415, 'UnsupportedMediaType')
  }
  if (takesIdempotencyKey(route)) share(409, 'InProgress')
  if (route.params || route.query || route.headers || route.body || takesIdempotencyKey(route)) {
    share(422, 'ValidationFailed')
  }
  share(429, 'TooManyRequests')
  share(500, 'InternalError')
  share(503, 'Unavailable')
  for (const [status, codes] of byStatus(route)) {
    const common = Object.values(SHARED).filter(
      (code) => ERRORS[code][0] === status && answers[String(status)] && !codes.includes(code),
    )
    answers[String(status)] = answerFor([...codes, ...common], status)
  }
  return answers
}

function byStatus(route: Route): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of route.errors ?? []) {
    const status = statusOf(code, route)
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return groups
}

/** The status of an error: a missing resource in the path is a 404; one that only the body or the record names is a 400. */
function statusOf(code: ErrorCode, route: Route): number {
  const status = ERRORS[code][0]
  if (status !== 404 || route.method === 'GET' || route.method === 'DELETE') return status
  const thing = code.replace(/_not_found$/, '')
  return thingsOfPath(route.path).some((word) => thing.includes(word)) ? 404 : 400
}

/** The resources that a path names: `/calls/{call_id}/recording` names a call and its recording. */
function thingsOfPath(path: string): string[] {
  const steps = path.split('/').filter(Boolean)
  const isParameter = (step: string | undefined) => step?.startsWith('{') ?? false
  if (!steps.some(isParameter)) return []
  const named = steps.filter(
    (step, index) => isParameter(step) || isParameter(steps[index + 1]) || index === steps.length - 1,
  )
  return named.map((step) =>
    step
      .replace(/^\{(.+?)(_id)?\}$/, '$1')
      .replaceAll('-', '_')
      .replace(/s$/, ''),
  )
}
