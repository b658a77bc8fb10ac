/** Binds a number by linking it to an application with this server's addresses. */
import { hasStatus, succeeded } from '../../carrier-kit/http.ts'
import { type NumberPage, numbersInPage, readAllNumberPages } from '../../carrier-kit/own-numbers.ts'
import { ensureApplication } from '../../carrier-kit/plivo-account.ts'
import { describeAnswer } from '../../carrier-kit/plivo-api.ts'
import type { OwnNumbers, SyncResult } from '../../provider.ts'
import type { VobizClient } from './client.ts'

/** Vobiz' maximum page size of applications (vobiz.ai/docs/applications/list-all-applications). */
const APPLICATIONS_PER_PAGE = 100

export async function bindVobizNumber(client: VobizClient, address: string, bind: boolean): Promise<SyncResult> {
  const path = `${client.numbers}/${encodeURIComponent(address)}/application`
  const application = bind ? await ensureApplication(client, `limit=${APPLICATIONS_PER_PAGE}`) : null
  if (application && 'ok' in application) return application
  const answer = application
    ? await client.askApi('POST', path, { application_id: application.id })
    : await client.askApi('DELETE', path)
  if (hasStatus(answer, 404)) return { ok: false, message: 'The number does not belong to this Vobiz account.' }
  if (!succeeded(answer)) return { ok: false, message: `Vobiz did not change the number (${describeAnswer(answer)}).` }
  return bind
    ? { ok: true, message: 'Vobiz sends the number’s inbound calls here.' }
    : { ok: true, message: 'The number’s inbound calls no longer come here.' }
}

const NUMBERS_PER_PAGE = 100

export function vobizNumbers(client: VobizClient): Promise<OwnNumbers> {
  return readAllNumberPages(async (next): Promise<NumberPage> => {
    const page = Number(next ?? 1)
    const found = await client.ask('GET', `numbers?page=${page}&per_page=${NUMBERS_PER_PAGE}`)
    if (!succeeded(found)) return { fault: `Vobiz did not list the numbers (${describeAnswer(found)}).` }
    const list = (found.json as { items?: unknown } | null)?.items
    const isLast = !Array.isArray(list) || list.length < NUMBERS_PER_PAGE
    return { numbers: numbersInPage(list, 'e164', 'region'), next: isLast ? null : String(page + 1) }
  })
}
