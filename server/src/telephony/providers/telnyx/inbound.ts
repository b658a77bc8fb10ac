/** Binding a number takes two steps at Telnyx: the application's webhook, and the number's link to the application. */
import { succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { type NumberPage, numbersInPage, readAllNumberPages } from '../../carrier-kit/own-numbers.ts'
import type { OwnNumbers, SyncResult } from '../../provider.ts'
import { describeAnswer, type Telnyx } from './client.ts'

export async function bindInbound(
  { context, connectionId, ask }: Telnyx,
  address: string,
  bind: boolean,
): Promise<SyncResult> {
  if (!bind) {
    return {
      ok: true,
      message: 'Calls to this number are now rejected. At Telnyx it stays assigned to the application.',
    }
  }
  // The filter takes digits only; with a plus it finds nothing.
  const digits = address.replace(/\D/g, '')
  const found = await ask('GET', `/phone_numbers?${new URLSearchParams([['filter[phone_number]', digits]])}`)
  if (!succeeded(found)) return { ok: false, message: `Telnyx did not list the numbers: ${describeAnswer(found)}.` }
  const list = (found.json as { data?: unknown } | null)?.data
  const number = Array.isArray(list)
    ? list.find((entry) => textAtPath(entry, 'phone_number') === `+${digits}`)
    : undefined
  const numberId = textAtPath(number, 'id')
  if (!numberId) return { ok: false, message: 'This number does not belong to the Telnyx account.' }

  const application = await ask('GET', `/call_control_applications/${connectionId}`)
  const name = succeeded(application) ? textAtPath(application.json, 'data.application_name') : null
  if (!name) return { ok: false, message: `Telnyx did not return the application: ${describeAnswer(application)}.` }
  const pointed = await ask('PATCH', `/call_control_applications/${connectionId}`, {
    application_name: name,
    webhook_event_url: context.urls.configuration('inbound'),
    webhook_api_version: '2',
  })
  if (!succeeded(pointed))
    return { ok: false, message: `Telnyx did not change the application: ${describeAnswer(pointed)}.` }
  if (textAtPath(number, 'connection_id') !== connectionId) {
    const assigned = await ask('PATCH', `/phone_numbers/${encodeURIComponent(numberId)}`, {
      connection_id: connectionId,
    })
    if (!succeeded(assigned))
      return { ok: false, message: `Telnyx did not assign the number: ${describeAnswer(assigned)}.` }
  }
  return { ok: true, message: 'Telnyx sends calls to this number here.' }
}

const PAGE = 250

export function telnyxNumbers({ ask }: Telnyx): Promise<OwnNumbers> {
  return readAllNumberPages(async (next): Promise<NumberPage> => {
    const page = Number(next ?? 1)
    const query = new URLSearchParams([
      ['page[size]', String(PAGE)],
      ['page[number]', String(page)],
    ])
    const found = await ask('GET', `/phone_numbers?${query}`)
    if (!succeeded(found)) return { fault: `Telnyx did not list the numbers: ${describeAnswer(found)}.` }
    const list = (found.json as { data?: unknown } | null)?.data
    const isLast = !Array.isArray(list) || list.length < PAGE
    const numbers = numbersInPage(list, 'phone_number', 'customer_reference')
    return { numbers, next: isLast ? null : String(page + 1) }
  })
}
