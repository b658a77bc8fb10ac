/** A route is declared once: what it takes, what it answers, what it does. Validation, types and the OpenAPI document all come from it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode, ValidationDetail } from '../kernel/errors.ts'

/** What a key may do: see figures; look at everything; run campaigns and calls; change keys, carriers and other settings too. */
export const SCOPES = ['report', 'read', 'operate', 'admin'] as const
export type Scope = (typeof SCOPES)[number]
export const PERMITS: Readonly<Record<Scope, readonly Scope[]>> = {
  report: ['report'],
  read: ['report', 'read'],
  operate: ['report', 'read', 'operate'],
  admin: ['report', 'read', 'operate', 'admin'],
}

/** Who acts. At least one of key and user is set, except on the command line of the installation. */
export interface Principal {
  organizationId: number
  apiKeyId: number | null
  userId: number | null
  /** How logs, confirmations and the ledger name who acts: a user by name, otherwise the key. */
  author: string
  scope: Scope
  /** The console session that sent the request, if one did. */
  sessionId: number | null
}

/** Where a request comes from. */
export interface Caller {
  address: string
  /** Who a trusted proxy says is signed in; null without such a proxy. */
  proxyUser: string | null
}

export type Shape = z.ZodObject | undefined
type Read<S> = S extends z.ZodType ? z.output<S> : undefined

export interface RouteRequest<P extends Shape, Q extends Shape, H extends Shape, B> {
  params: Read<P>
  query: Read<Q>
  headers: Read<H>
  body: Read<B>
  principal: Principal
  request: FastifyRequest
  reply: FastifyReply
}

export interface Route<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  H extends Shape = Shape,
  B extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in the OpenAPI document: `/api/v1/campaign/{campaign_id}`. */
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
  /** How the body arrives: `json` is validated here, `stream` and `buffer` are the handler's business. */
  bodyKind?: 'json' | 'stream' | 'buffer'
  /** Content types of a body that is not JSON, for the document. */
  bodyTypes?: readonly string[]
  bodyLimitBytes?: number
  /** `none`: no API key; the route checks a signature of its own, or shows nothing of anybody. */
  access?: 'key' | 'none'
  /** What the key must be allowed; `read` for GET and `operate` for the others if left out. */
  scope?: Scope
  /** Without a key, but it tells whether a secret is right: whoever tries many is stopped. */
  guessable?: boolean
  /**
   * Faults that only what is stored can tell, of a JSON object as it was sent. Asked when others were found, so that one answer
   * names them all; a request without others meets them in `handle`.
   */
  alsoFaulty?(request: {
    principal: Principal
    params: Read<P>
    body: Readonly<Record<string, unknown>>
  }): Promise<readonly ValidationDetail[]>
  /**
   * What the audit trail keeps of a change: the state before and the answer (if left out), these fields of the answer alone, or
   * nothing, for routes that change nothing. Words of a conversation and variables of a person are never kept. `read`: the trail
   * notes who read this; exports (files with many people's data) are noted without it.
   */
  audit?: { fields: readonly string[] } | 'none' | 'read'
  answer: { schema: z.ZodType; example: unknown } | { contentType: string; description: string }
  errors?: readonly ErrorCode[]
  /** Left out of the document: what carriers call. */
  hidden?: boolean
  handle(request: RouteRequest<P, Q, H, B>): Promise<unknown>
}

/** Gives the handler its types and forgets them again, so that routes can stand in one list. */
export function route<P extends Shape, Q extends Shape, H extends Shape, B extends z.ZodType | undefined>(
  definition: Route<P, Q, H, B>,
): Route {
  return definition as unknown as Route
}
