/** What a carrier knows and does: it calls only addresses it was given, and connects audio only where it was told to. */
import { WebSocket } from 'ws'
import type { CallRef } from '../../src/telephony/provider.ts'
import { decodeMarkup } from '../conformance/scenarios.ts'
import type { MediaPeer, RunningStandIn, SignedWebhook, StandInNews, StandInUrls } from '../conformance/stand-in.ts'
import { eventually, type Program } from './program.ts'

export interface Reply {
  status: number
  text: string
}

export class CarrierSide {
  readonly carrier: RunningStandIn
  readonly #program: Program
  /** Documents we answered with; they name addresses too. */
  readonly #documents: string[] = []
  /** Every address given out that leads to a call or a configuration, newest last. */
  readonly urls: StandInUrls = {
    call: (call, hook) => this.#address(`calls/${call.callId}`, hook) ?? this.#ofConfiguration(hook),
    configuration: (hook) => this.#ofConfiguration(hook),
  }

  constructor(carrier: RunningStandIn, program: Program) {
    this.carrier = carrier
    this.#program = program
  }

  /** The operator has copied this into the carrier's own settings. */
  wasGiven(text: string): void {
    this.#documents.push(text)
  }

  async send({ url, method, headers, body }: SignedWebhook): Promise<Reply> {
    const response = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) })
    const text = await response.text()
    this.#documents.push(text)
    return { status: response.status, text }
  }

  async tells(call: CallRef, news: StandInNews): Promise<void> {
    const webhook = this.carrier.statusWebhook(this.urls, call, news)
    if (webhook === null) return
    const { status } = await this.send(webhook)
    if (status < 200 || status > 299) throw new Error(`${news.kind} was answered with ${status}`)
  }

  /** The phone was picked up: asks what to do, where this carrier asks, and connects the audio it was told of. */
  async picksUp(call: CallRef): Promise<MediaPeer> {
    await this.tells(call, { kind: 'answered' })
    const question = this.#mediaAddress(call.callId) ? null : this.carrier.answerWebhook(this.urls, call)
    if (question) await this.send(question)
    return this.connects(call)
  }

  connects(call: CallRef): Promise<MediaPeer> {
    return this.carrier.connectMedia(this.mediaAddress(call.callId), call)
  }

  /** Told in the answer to a question, or together with the order to dial or to answer. */
  mediaAddress(callId: number): string {
    const address = this.#mediaAddress(callId)
    if (address === undefined) throw new Error('the carrier was not told where to connect the audio')
    return address
  }

  #mediaAddress(callId: number): string | undefined {
    return this.#said()
      .match(new RegExp(`ws://[^"<\\s\\\\]*/media/${callId}\\.[\\w.-]+`, 'g'))
      ?.at(-1)
  }

  /** The call that the newest audio address is for. */
  newestCall(): number {
    const found = [...this.#said().matchAll(/\/media\/(\d+)\.\d+\./g)].at(-1)?.[1]
    if (found === undefined) throw new Error('the carrier was told of no call')
    return Number(found)
  }

  /** The status with which a second connection with a used token is turned away. */
  refusalOfMedia(address: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address)
      socket.once('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0)
        socket.terminate()
      })
      socket.once('open', () => reject(new Error('the socket opened')))
      socket.once('error', () => {})
    })
  }

  /** The call as this carrier knows it: it gave out the id itself, in its answer to the dial. */
  async callTo(phoneNumber: string, attempt: number, campaignId: number): Promise<CallRef> {
    const { pool } = this.#program.inside
    return eventually(`dial ${attempt}`, async () => {
      const { rows } = await pool.query<{ id: number; provider_call_id: string | null }>(
        `select id, provider_call_id from calls
          where campaign_id = $1 and phone_number = $2 and attempt = $3 and provider_call_id is not null`,
        [campaignId, phoneNumber, attempt],
      )
      return rows[0] && this.ref(rows[0].id, rows[0].provider_call_id)
    })
  }

  async inboundCall(callId: number): Promise<CallRef> {
    const { rows } = await this.#program.inside.pool.query<{ provider_call_id: string | null }>(
      'select provider_call_id from calls where id = $1',
      [callId],
    )
    return this.ref(callId, rows[0]?.provider_call_id ?? null)
  }

  ref(callId: number, providerCallId: string | null): CallRef {
    const sent = this.#said() + this.#clientStates()
    const callKey = new RegExp(`od-[a-z0-9]+-${callId}\\b`).exec(sent)?.[0] ?? `od-${callId}`
    return { callId, callKey, providerCallId }
  }

  #clientStates(): string {
    return [...this.#said().matchAll(/"client_state":"([^"]+)"/g)]
      .map(([, state]) => Buffer.from(state as string, 'base64').toString())
      .join('\n')
  }

  #ofConfiguration(hook: string): string {
    const address = this.#address('configurations/\\d+', hook)
    if (address === null) throw new Error(`the carrier was given no address for ${hook}`)
    return address
  }

  #address(owner: string, hook: string): string | null {
    const pattern = new RegExp(`http://[^"<\\s\\\\&]*/telephony/${owner}/[\\w-]+/${hook}\\b`, 'g')
    return this.#said().match(pattern)?.at(-1) ?? null
  }

  #said(): string {
    return [...this.carrier.requests.map((request) => request.body), ...this.#documents].map(decodeMarkup).join('\n')
  }
}
