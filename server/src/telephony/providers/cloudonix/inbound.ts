/** Inbound calls at Cloudonix: a number (DNID) leads to a voice application, and the application to an address. */
import { hasStatus, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import type { CallbackUrls, SyncResult } from '../../provider.ts'
import { type CloudonixApi, faultOf } from './client.ts'

export async function bindCloudonixNumber(
  api: CloudonixApi,
  urls: CallbackUrls,
  applicationName: string,
  address: string,
  bind: boolean,
): Promise<SyncResult> {
  const digits = address.replace(/^\+/, '')
  if (!/^\d+$/.test(digits)) return { ok: false, message: 'Cloudonix can bind only phone numbers.' }
  const list = await api.domain('GET', '/dnids')
  // "No DNIDs found" is a 404 and not an error.
  if (!succeeded(list) && !hasStatus(list, 404)) return failed('list the numbers', faultOf(list))
  const dnid = succeeded(list) ? findDnid(list.json, digits) : undefined
  if (!bind) return release(api, applicationName, dnid)
  const application = await pointApplication(api, applicationName, urls.configuration('inbound'))
  if ('fault' in application) return failed('set up the voice application', application.fault)
  const applicationId = application.id
  const answer = dnid
    ? await api.domain('PUT', `/dnids/${textAtPath(dnid, 'id')}`, { applicationId, active: true })
    : await api.domain('POST', '/dnids', { applicationId, dnid: pattern(digits) })
  if (!succeeded(answer)) return failed('bind the number', faultOf(answer))
  return {
    ok: true,
    message: `Cloudonix sends the calls of this number to the voice application “${applicationName}”.`,
  }
}

/**
 * Sets the application's address to this server, and creates the application if it is missing. The settings name it for this
 * purpose.
 */
async function pointApplication(
  api: CloudonixApi,
  name: string,
  url: string,
): Promise<{ id: number } | { fault: string }> {
  const path = applicationPath(name)
  const settings = { type: 'cxml', url, method: 'POST' }
  const current = await api.domain('GET', path)
  if (!succeeded(current) && !hasStatus(current, 404)) return { fault: faultOf(current) }
  const answer = succeeded(current)
    ? await api.domain('PUT', path, settings)
    : await api.domain('POST', '/applications', { name, ...settings })
  const id = succeeded(answer) ? Number(textAtPath(answer.json, 'id') ?? Number.NaN) : Number.NaN
  return Number.isInteger(id) ? { id } : { fault: faultOf(answer) }
}

/** The number's entry is disabled and not deleted, because the operator may have created it with other settings. */
async function release(api: CloudonixApi, applicationName: string, dnid: unknown): Promise<SyncResult> {
  const current = await api.domain('GET', applicationPath(applicationName))
  if (!succeeded(current) && !hasStatus(current, 404)) return failed('find the voice application', faultOf(current))
  const ours = succeeded(current) ? textAtPath(current.json, 'id') : null
  if (!dnid || ours === null || textAtPath(dnid, 'applicationId') !== ours) {
    return { ok: true, message: 'The number does not lead here; nothing was changed at Cloudonix.' }
  }
  const answer = await api.domain('PUT', `/dnids/${textAtPath(dnid, 'id')}`, { active: false })
  if (!succeeded(answer)) return failed('release the number', faultOf(answer))
  return { ok: true, message: 'Cloudonix no longer sends the calls of this number here.' }
}

function applicationPath(name: string): string {
  return `/applications/${encodeURIComponent(name)}`
}

function failed(what: string, fault: string): SyncResult {
  return { ok: false, message: `Cloudonix could not ${what}: ${fault}.` }
}

/** A pattern that matches the number with and without plus sign, because trunks deliver both. */
function pattern(digits: string): string {
  return `^\\+?${digits}$`
}

/** Finds the number: `source` is the text typed in the cockpit, `dnid` the expression made from it. */
function findDnid(json: unknown, digits: string): unknown {
  if (!Array.isArray(json)) return undefined
  const plain = (text: string | null) => (text ?? '').replace(/[\^$+?\\]/g, '')
  return json.find((each) => plain(textAtPath(each, 'source')) === digits || plain(textAtPath(each, 'dnid')) === digits)
}
