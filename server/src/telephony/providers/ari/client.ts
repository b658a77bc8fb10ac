import { askCarrier, basicAuth, type CarrierAnswer, type CarrierRequest } from '../../carrier-kit/http.ts'
import type { AriSettings } from './settings.ts'

export type Query = Readonly<Record<string, string>>

/** Asterisk's REST interface. Requests carry the login; answers are never thrown. */
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
    query: Query = {},
    more: { json?: unknown; signal?: AbortSignal } = {},
  ): Promise<CarrierAnswer> {
    const search = new URLSearchParams(query).toString()
    return askCarrier(this.#fetch, {
      method,
      url: `${this.#settings.restBase}/${path}${search ? `?${search}` : ''}`,
      headers: { authorization: this.authorization },
      ...more,
    })
  }

  /** Ends a channel; one that is gone already is fine. */
  hangUp(channelId: string, reason = 'normal'): Promise<CarrierAnswer> {
    return this.ask('DELETE', `channels/${encodeURIComponent(channelId)}`, { reason })
  }
}

/** An answer in a few words, for logs and for the operator; never the body, which may repeat what was dialled. */
export function describeAnswer(answer: CarrierAnswer): string {
  return answer.kind === 'answered' ? `Asterisk answered ${answer.status}` : `no answer (${answer.reason})`
}
