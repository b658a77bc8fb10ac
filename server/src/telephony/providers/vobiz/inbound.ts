/** A number is bound by linking it to an application with our addresses. */
import { hasStatus, succeeded } from '../../carrier-kit/http.ts'
import { listedNumbers } from '../../carrier-kit/own-numbers.ts'
import { readyApplication } from '../../carrier-kit/plivo-account.ts'
import { describeAnswer } from '../../carrier-kit/plivo-api.ts'
import type { OwnNumbers, SyncResult } from '../../provider.ts'
import type { VobizClient } from './client.ts'

/** The largest page of applications (vobiz.ai/docs/applications/list-all-applications). */
const APPLICATIONS_PER_PAGE = 100

export async function bindVobizNumber(client: VobizClient, address: string, bind: boolean): Promise<SyncResult> {
  const path = `${client.numbers}/${encodeURIComponent(address)}/application`
  const application = bind ? await readyApplication(client, `limit=${APPLICATIONS_PER_PAGE}`) : null
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

export async function vobizNumbers(client: VobizClient): Promise<OwnNumbers> {
  const found = await client.ask('GET', `numbers?page=1&per_page=${NUMBERS_PER_PAGE}`)
  if (!succeeded(found)) return { ok: false, message: `Vobiz did not list the numbers (${describeAnswer(found)}).` }
  const numbers = listedNumbers((found.json as { items?: unknown } | null)?.items, 'e164', 'region')
  return { ok: true, numbers, more: numbers.length >= NUMBERS_PER_PAGE }
}
