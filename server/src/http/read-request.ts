/** Validates path, query, headers and body of a request together, so that one answer lists every fault. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type ValidationDetail, ValidationError } from '../kernel/errors.ts'
import { refuseOversizedJson, TooManyValues } from './refuse-oversized-json.ts'
import type { Principal, Route } from './route.ts'
import {
  findUnstorableText,
  limitFaults,
  type ValidationResult,
  validateAgainst,
  validateInTurns,
} from './validation.ts'

/** An unparsed JSON body. It is parsed later, so that its faults are reported together with the others. */
export class JsonBody {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

interface Parts {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
}

export async function readRequest(route: Route, request: FastifyRequest, principal: Principal): Promise<Parts> {
  const faults: ValidationDetail[] = []
  const accept = (checked: ValidationResult<unknown>): unknown => {
    if (checked.ok) return checked.value
    faults.push(...checked.faults)
    return undefined
  }
  const read = (schema: z.ZodType | undefined, value: unknown, where: string): unknown =>
    schema && accept(validateAgainst(schema, value, [where]))
  faults.push(...findUnstorableText(request.params, ['path']), ...findUnstorableText(request.query, ['query']))
  const parts: Parts = {
    params: read(route.params, request.params, 'path'),
    query: read(route.query, request.query, 'query'),
    headers: read(route.headers, request.headers, 'header'),
    body: undefined,
  }
  if ((route.bodyKind ?? 'json') === 'json') {
    const body = parseBody(request.body, faults)
    if (body.parsed && route.body && route.validatesBodyInTurns)
      parts.body = accept(await validateInTurns(route.body, body.value, ['body']))
    else if (body.parsed) parts.body = read(route.body, body.value, 'body')
    if (faults.length > 0 && route.alsoFaulty && parts.params !== undefined && isObject(body.value)) {
      faults.push(...(await route.alsoFaulty({ principal, params: parts.params as never, body: body.value })))
    }
  } else {
    parts.body = request.body
  }
  if (faults.length > 0) throw new ValidationError(limitFaults(faults))
  return parts
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseBody(body: unknown, faults: ValidationDetail[]): { parsed: boolean; value?: unknown } {
  const text = body instanceof JsonBody ? body.text : ''
  if (text.trim() === '') return { parsed: true, value: undefined }
  try {
    refuseOversizedJson(text)
    const value: unknown = JSON.parse(text)
    // Only an escape sequence can contain characters that PostgreSQL cannot store; most bodies have none.
    if (text.includes('\\u')) faults.push(...findUnstorableText(value, ['body']))
    return { parsed: true, value }
  } catch (error) {
    const message = (error as Error).message
    const tooMuch = error instanceof TooManyValues
    const position = /position (\d+)/.exec(message)?.[1] ?? String(text.length)
    faults.push({
      loc: ['body', position],
      msg: 'JSON decode error',
      type: 'json_invalid',
      input: {},
      ctx: { error: tooMuch ? message : 'not valid JSON' },
    })
    return { parsed: false }
  }
}
