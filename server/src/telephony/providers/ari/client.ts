import { basicAuth, type CarrierAnswer, type CarrierRequest, sendCarrierRequest } from '../../carrier-kit/http.ts'
import type { AriSettings } from './settings.ts'

export type AriQuery = Readonly<Record<string, string>>

/** Client of Asterisk's REST interface. Never throws; errors are part of the answer. */
export class AriRest {
  readonly authorization: string
  readonly #settings: AriSettings
  readonly #fetch: typeof fetch

  constructor(settings: AriSettings, fetcher: typeof fetch) {
    this.#settings = settings
    this.#fetch = fetcher
    this.authorization = basicAuth(settings.appName, settings.password)
  }

  ask(
    method: CarrierRequest['method'],
    path: string,
    query: AriQuery = {},
    more: { json?: unknown; signal?: AbortSignal } = {},
  ): Promise<CarrierAnswer> {
    const search = new URLSearchParams(query).toString()
    return sendCarrierRequest(this.#fetch, {
      method,
      url: `${this.#settings.restBase}/${path}${search ? `?${search}` : ''}`,
      headers: { authorization: this.authorization },
      ...more,
    })
  }

  /** Ends a channel; a missing one is not an error. */
  hangUp(channelId: string, reason = 'normal'): Promise<CarrierAnswer> {
    return this.ask('DELETE', `channels/${encodeURIComponent(channelId)}`, { reason })
  }
}

/** A short description of an answer, for logs and operators; without the body, which may contain the dialed number. */
export function describeAnswer(answer: CarrierAnswer): string {
  return answer.kind === 'answered' ? `Asterisk answered ${answer.status}` : `no answer (${answer.reason})`
}
