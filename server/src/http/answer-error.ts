import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import { isStatementTimeout } from '../storage/database.ts'
import { SAFE_HEADERS } from './answer-headers.ts'

/** Maps Fastify's own errors to errors of this API. */
const FASTIFY_FAULTS: Record<string, ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new ApiError('payload_too_large'),
  FST_REQ_FILE_TOO_LARGE: new ApiError('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ApiError('unsupported_media_type'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: new ApiError('unsupported_media_type', {
    message: 'Send the file as text/csv or multipart/form-data.',
  }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new ApiError('bad_request', {
    message: 'The body is not as long as its Content-Length says.',
  }),
  FST_ERR_BAD_URL: new ApiError('bad_request', { message: 'The address holds a broken escape sequence.' }),
  FST_ERR_MAX_PARAM_LENGTH: new ApiError('uri_too_long'),
}

/** PostgreSQL is unreachable, starting or shutting down: SQLSTATE classes 08 and 57P, and socket errors. */
const DATABASE_AWAY = /^(08...|57P0.|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/

/** Error messages of pg for a lost connection, also for a request that outlasts the grace period of a stopping node. */
const GONE =
  /timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after calling end|Client has encountered a connection error/

export function errorBody(fault: ApiError): Record<string, unknown> {
  const details = Object.keys(fault.details).length > 0 ? { details: fault.details } : {}
  return { detail: fault.code, code: fault.code, message: fault.message, ...details }
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  reply.headers({ ...SAFE_HEADERS, 'content-type': 'application/json; charset=utf-8', 'x-request-id': request.id })
  if (error instanceof ValidationError) return reply.code(422).send(JSON.stringify({ detail: error.detail }))
  const fault = asFault(error)
  if (fault.status === 500) {
    log.error(
      { request_id: request.id, method: request.method, route: request.routeOptions.url, err: error },
      'a request failed',
    )
    return reply.code(500).send(JSON.stringify({ ...errorBody(fault), request_id: request.id }))
  }
  if (fault.status === 503) log.warn({ request_id: request.id, err: error }, 'failed to reach the database in time')
  if (fault.code === 'disk_full')
    log.warn({ request_id: request.id, err: fault.cause }, 'refusing an upload: the disk is nearly full')
  return reply.code(fault.status).send(JSON.stringify(errorBody(fault)))
}

function asFault(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') {
    if (isStatementTimeout(error)) return new ApiError('too_slow')
    const known = FASTIFY_FAULTS[code]
    if (known) return known
    if (DATABASE_AWAY.test(code)) return new ApiError('unavailable')
  }
  if (error instanceof Error && GONE.test(error.message)) {
    return new ApiError('unavailable')
  }
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (status === 408) return new ApiError('request_timeout')
  if (typeof status === 'number' && status >= 400 && status < 500) return new ApiError('bad_request')
  return new ApiError('internal_error')
}
