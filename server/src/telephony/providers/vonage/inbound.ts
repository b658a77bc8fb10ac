/** Binding a number takes two steps at Vonage: the application's URLs, and the number's link to the application. */
import { type CarrierAnswer, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { type NumberPage, numbersInPage, readAllNumberPages } from '../../carrier-kit/own-numbers.ts'
import type { OwnNumbers, SyncResult } from '../../provider.ts'
import { describeAnswer, type Vonage } from './client.ts'

export async function bindInbound(vonage: Vonage, address: string, bind: boolean): Promise<SyncResult> {
  if (!bind) {
    return {
      ok: true,
      message: 'Calls to this number are now rejected. At Vonage it stays linked to the application.',
    }
  }
  const digits = address.replace(/\D/g, '')
  const query = new URLSearchParams({ pattern: digits, search_pattern: '0', size: '100' })
  const owned = await vonage.askAccount('rest', `/account/numbers?${query}`, { method: 'GET' })
  if (!succeeded(owned)) return refused('did not list the numbers', owned)
  const number = ownedNumber(owned.json, digits)
  if (!number) return { ok: false, message: 'This number does not belong to the Vonage account.' }

  const pointed = await pointApplication(vonage)
  if (!pointed.ok) return pointed
  const linked = await vonage.askAccount('rest', '/number/update', {
    method: 'POST',
    form: [
      ['country', textAtPath(number, 'country') ?? ''],
      ['msisdn', digits],
      ['app_id', vonage.applicationId],
      // The address for text messages is sent back, because Vonage does not document that an omitted one is kept.
      ...optional('moHttpUrl', textAtPath(number, 'moHttpUrl')),
    ],
  })
  if (!succeeded(linked)) return refused('did not link the number', linked)
  return { ok: true, message: 'Vonage sends calls to this number here.' }
}

function ownedNumber(json: unknown, digits: string): object | undefined {
  const list = (json as { numbers?: unknown } | null)?.numbers
  return Array.isArray(list) ? list.find((entry) => textAtPath(entry, 'msisdn') === digits) : undefined
}

/** PUT replaces the whole application, so the existing values are sent back with it. */
async function pointApplication({ context, applicationId, askAccount }: Vonage): Promise<SyncResult> {
  const path = `/v2/applications/${encodeURIComponent(applicationId)}`
  const found = await askAccount('api', path, { method: 'GET' })
  if (!succeeded(found)) return refused('did not return the application', found)
  const { name, capabilities, keys, privacy } = (found.json ?? {}) as Application
  const voice = capabilities?.voice
  const publicKey = keys?.public_key
  const changed = await askAccount('api', path, {
    method: 'PUT',
    json: {
      name,
      ...(publicKey ? { keys: { public_key: publicKey } } : {}),
      ...(privacy ? { privacy } : {}),
      capabilities: {
        ...capabilities,
        voice: {
          ...voice,
          signed_callbacks: true,
          webhooks: {
            ...voice?.webhooks,
            answer_url: hook(voice?.webhooks?.answer_url, context.urls.configuration('inbound')),
            event_url: hook(voice?.webhooks?.event_url, context.urls.configuration('event')),
          },
        },
      },
    },
  })
  return succeeded(changed) ? { ok: true, message: '' } : refused('did not change the application', changed)
}

interface Application {
  name?: string
  keys?: { public_key?: string }
  privacy?: object
  capabilities?: { voice?: { webhooks?: { answer_url?: object; event_url?: object } } }
}

/** A hook with this address, keeping the configured timeouts. */
function hook(earlier: object | undefined, address: string): object {
  return { ...earlier, address, http_method: 'POST' }
}

function optional(name: string, value: string | null): Array<[string, string]> {
  return value ? [[name, value]] : []
}

function refused(what: string, answer: CarrierAnswer): SyncResult {
  return { ok: false, message: `Vonage ${what}: ${describeAnswer(answer)}.` }
}

const PAGE = 100

export function vonageNumbers(vonage: Vonage): Promise<OwnNumbers> {
  return readAllNumberPages(async (next): Promise<NumberPage> => {
    const index = Number(next ?? 1)
    const found = await vonage.askAccount('rest', `/account/numbers?size=${PAGE}&index=${index}`, { method: 'GET' })
    if (!succeeded(found)) return { fault: `Vonage did not list the numbers: ${describeAnswer(found)}.` }
    const list = (found.json as { numbers?: unknown } | null)?.numbers
    const isLast = !Array.isArray(list) || list.length < PAGE
    return { numbers: numbersInPage(list, 'msisdn', 'country'), next: isLast ? null : String(index + 1) }
  })
}
