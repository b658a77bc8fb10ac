/** A route is declared once: input, output, behaviour. Validation, types and the OpenAPI document are derived from it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode, ValidationDetail } from '../kernel/errors.ts'

/**
 * Scopes of a key: `report`: statistics; `read`: everything; `operate`: also run campaigns and calls; `admin`: also change
 * keys, carriers and other settings.
 */
export const SCOPES = ['report', 'read', 'operate', 'admin'] as const
export type Scope = (typeof SCOPES)[number]
export const INCLUDED_SCOPES: Readonly<Record<Scope, readonly Scope[]>> = {
  report: ['report'],
  read: ['report', 'read'],
  operate: ['report', 'read', 'operate'],
  admin: ['report', 'read', 'operate', 'admin'],
}

/** The authenticated user or key. At least one of them is set, except on the command line of the installation. */
export interface Principal {
  organizationId: number
  apiKeyId: number | null
  userId: number | null
  /** The name in logs, confirmations and the ledger: the user's name, otherwise the key's. */
  author: string
  scope: Scope
  /** The console session of the request, if there is one. */
  sessionId: number | null
}

/** The origin of a request. */
export interface Caller {
  address: string
  /** The user that a trusted proxy reports as signed in; null without such a proxy. */
  proxyUser: string | null
}

export type RequestSchema = z.ZodObject | undefined
type Read<S> = S extends z.ZodType ? z.output<S> : undefined

export interface RouteRequest<P extends RequestSchema, Q extends RequestSchema, H extends RequestSchema, B> {
  params: Read<P>
  query: Read<Q>
  headers: Read<H>
  body: Read<B>
  principal: Principal
  request: FastifyRequest
  reply: FastifyReply
}

export interface Route<
  P extends RequestSchema = RequestSchema,
  Q extends RequestSchema = RequestSchema,
  H extends RequestSchema = RequestSchema,
  B extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path in the notation of OpenAPI: `/api/v1/campaign/{campaign_id}`. */
  path: string
  operation: string
  tag: string
  summary: string
  description?: string
  params?: P
  query?: Q
  headers?: H
  body?: B
  bodyExample?: unknown
  /** How the body is read: `json` is validated here, `stream` and `buffer` are handled by the route. */
  bodyKind?: 'json' | 'stream' | 'buffer'
  /** Content types of a body that is not JSON, for the document. */
  bodyTypes?: readonly string[]
  bodyLimitBytes?: number
  /** Whether the body's schema has parts that are validated in turns, because they may be large. Others are validated faster in one. */
  validatesBodyInTurns?: boolean
  /** `none`: no API key is needed; the route verifies a signature itself, or shows no personal data. */
  access?: 'key' | 'none'
  /** The required scope; by default `read` for GET and `operate` for others. */
  scope?: Scope
  /** The route needs no key but reveals whether a secret is right, so repeated attempts are limited. */
  guessable?: boolean
  /**
   * Finds faults of a JSON body that only stored data can show. Called when other faults were found, so that one answer lists
   * them all; otherwise `handle` finds them.
   */
  alsoFaulty?(request: {
    principal: Principal
    params: Read<P>
    body: Readonly<Record<string, unknown>>
  }): Promise<readonly ValidationDetail[]>
  /**
   * What the audit trail stores of a change: the state before and the answer (default), only these fields of the answer, or
   * nothing (`none`), for routes that change nothing. Words of a conversation and variables of a person are never stored. `read`:
   * the trail records who read this; exports (files with many people's data) are always recorded.
   */
  audit?: { fields: readonly string[] } | 'none' | 'read'
  answer: { schema: z.ZodType; example: unknown } | { contentType: string; description: string }
  errors?: readonly ErrorCode[]
  /** Only carriers call this route: it is not in the OpenAPI document and has no rate limit. */
  forCarriers?: boolean
  handle(request: RouteRequest<P, Q, H, B>): Promise<unknown>
}

/** Checks the handler's types and erases them, so that routes can be in one list. */
export function route<
  P extends RequestSchema,
  Q extends RequestSchema,
  H extends RequestSchema,
  B extends z.ZodType | undefined,
>(definition: Route<P, Q, H, B>): Route {
  return definition as unknown as Route
}
