/** One attempt to send a message: the request, the answer, and the verdict. */
import type { SendRequestDeps } from '../kernel/exchange.ts'
import { exchange, type RequestResult } from '../kernel/exchange.ts'

/** Time limit of the whole exchange, including the answer. */
export const SEND_MS_MAX = 10_000
/** How much of an answer is read: it is shown to operators, never acted on. */
const ANSWER_BYTES_MAX = 2048
const ANSWER_CHARACTERS_MAX = 1000

export interface OutgoingWebhook {
  url: string
  method: string
  headers: Record<string, string>
  body: string
}

export interface WebhookSendResult extends Omit<RequestResult, 'answer'> {
  answer: string
}

export async function sendMessage(
  deps: SendRequestDeps,
  outgoing: OutgoingWebhook,
  stop?: AbortSignal,
): Promise<WebhookSendResult> {
  const request = {
    ...outgoing,
    timeoutMs: SEND_MS_MAX,
    answerBytesMax: ANSWER_BYTES_MAX,
    isBeginningEnough: true,
  }
  const sent = await exchange(deps, request, stop)
  return { ...sent, answer: readable(sent.answer) }
}

/** Converts an answer to text that can be stored and shown. */
function readable(answer: Buffer): string {
  return answer
    .toString('utf8')
    .slice(0, ANSWER_CHARACTERS_MAX)
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd')
}
