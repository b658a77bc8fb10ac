/** Binds a number by linking it to an application with this server's addresses. */
import { hasStatus, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { type NumberPage, numbersInPage, readAllNumberPages } from '../../carrier-kit/own-numbers.ts'
import { ensureApplication, findApplication, type PlivoClient } from '../../carrier-kit/plivo-account.ts'
import { applicationName, describeAnswer } from '../../carrier-kit/plivo-api.ts'
import { toPlivoAddress } from '../../carrier-kit/plivo-dialect.ts'
import type { OwnNumbers, SyncResult } from '../../provider.ts'

export async function bindPlivoNumber(client: PlivoClient, address: string, bind: boolean): Promise<SyncResult> {
  const path = `Number/${encodeURIComponent(toPlivoAddress(address))}/`
  const number = await client.ask('GET', path)
  if (hasStatus(number, 404)) return { ok: false, message: 'The number does not belong to this Plivo account.' }
  if (!succeeded(number)) return { ok: false, message: `Plivo did not show the number (${describeAnswer(number)}).` }
  return bind ? link(client, path) : unlink(client, path, textAtPath(number.json, 'application') ?? '')
}

const listed = (client: PlivoClient) => `app_name=${applicationName(client.context.urls)}`

async function link(client: PlivoClient, path: string): Promise<SyncResult> {
  const application = await ensureApplication(client, listed(client))
  if ('ok' in application) return application
  const answer = await client.ask('POST', path, { json: { app_id: application.id } })
  if (!succeeded(answer)) return { ok: false, message: `Plivo did not link the number (${describeAnswer(answer)}).` }
  return { ok: true, message: 'Plivo sends the number’s inbound calls here.' }
}

/** Unlinks the number, unless it was linked elsewhere in the meantime. */
async function unlink(client: PlivoClient, path: string, linkedTo: string): Promise<SyncResult> {
  const application = await findApplication(client, listed(client))
  if ('ok' in application) return application
  if (application.id === '' || !linkedTo.includes(`/Application/${application.id}/`)) {
    return { ok: true, message: 'The number’s inbound calls do not come here.' }
  }
  const answer = await client.ask('POST', path, { json: { app_id: null } })
  if (!succeeded(answer)) return { ok: false, message: `Plivo did not unlink the number (${describeAnswer(answer)}).` }
  return { ok: true, message: 'The number’s inbound calls no longer come here.' }
}

/** Plivo's maximum page size. */
const PAGE = 20

export function plivoNumbers(client: PlivoClient): Promise<OwnNumbers> {
  return readAllNumberPages(async (next): Promise<NumberPage> => {
    const offset = Number(next ?? 0)
    const found = await client.ask('GET', `Number/?limit=${PAGE}&offset=${offset}`)
    if (!succeeded(found)) return { fault: `Plivo did not list the numbers (${describeAnswer(found)}).` }
    const list = (found.json as { objects?: unknown } | null)?.objects
    const isLast = !Array.isArray(list) || list.length < PAGE
    return { numbers: numbersInPage(list, 'number', 'alias'), next: isLast ? null : String(offset + PAGE) }
  })
}
