import type { IDataObject, IExecuteFunctions, IHookFunctions, IHttpRequestMethods } from 'n8n-workflow'

export interface Answer {
  status: number
  body: IDataObject
}

export interface Request {
  method: IHttpRequestMethods
  path: string
  body?: IDataObject
  /** The same request with the same key is done once, however often n8n repeats it. */
  idempotencyKey?: string
}

/** One request to Outdial; answers with a status of 4xx or 5xx are returned too. */
export async function ask(
  functions: IExecuteFunctions | IHookFunctions,
  { method, path, body, idempotencyKey }: Request,
): Promise<Answer> {
  const { server } = await functions.getCredentials<{ server: string }>('outdialApi')
  const answer = (await functions.helpers.httpRequestWithAuthentication.call(functions, 'outdialApi', {
    method,
    url: `${server.replace(/\/+$/, '')}${path}`,
    ...(body === undefined ? {} : { body }),
    ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  })) as { statusCode: number; body?: IDataObject | null }
  return { status: answer.statusCode, body: answer.body ?? {} }
}

/** Throws the sentence of the server if it refused. */
export async function get(functions: IExecuteFunctions | IHookFunctions, request: Request): Promise<IDataObject> {
  const { status, body } = await ask(functions, request)
  if (status >= 200 && status < 300) return body
  throw new Error(`Outdial answered ${status}: ${sentenceOf(body)}`)
}

function sentenceOf({ message, detail }: IDataObject): string {
  if (typeof message === 'string') return message
  if (typeof detail === 'string') return detail
  if (!Array.isArray(detail)) return 'the server gave no reason'
  return (detail as { loc?: unknown[]; msg?: string }[])
    .map(({ loc = [], msg = '' }) => `${loc.slice(1).join('.')}: ${msg}`)
    .join('; ')
}
