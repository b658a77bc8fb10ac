import type { OwnNumbers, SyncResult } from '../provider.ts'
import { succeeded, textAtPath } from './http.ts'
import { type NumberPage, numbersInPage, readAllNumberPages } from './own-numbers.ts'
import { faultOf, type TwilioClient } from './twilio-client.ts'

/** Sets the number's voice address to this server, or removes it. Reference: "IncomingPhoneNumber resource". */
export async function bindNumber(client: TwilioClient, address: string, bind: boolean): Promise<SyncResult> {
  const { ask, context, dialect } = client
  const { carrier } = dialect
  const { urls } = context
  if (!address.startsWith('+')) return { ok: false, message: `${carrier} can bind only phone numbers.` }
  const list = await ask(`/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(address)}`)
  if (!succeeded(list)) return { ok: false, message: `${carrier} could not list the numbers: ${faultOf(list)}.` }
  const number = findNumber(list.json, address)
  if (!number) return { ok: false, message: `This number does not belong to the ${carrier} account.` }
  const voiceUrl = urls.configuration('inbound')
  const statusUrl = urls.configuration('status')
  const sid = textAtPath(number, 'sid') ?? ''
  if (!bind) return release(client, sid, number, voiceUrl, statusUrl)
  // The carrier ignores the voice address of such numbers; removing them from the trunk would break the operator's telephones.
  if (textAtPath(number, 'trunk_sid'))
    return { ok: false, message: 'The number is on a SIP trunk; remove it there first.' }
  if (textAtPath(number, 'voice_application_sid')) {
    return { ok: false, message: 'The number belongs to a TwiML application; remove it there first.' }
  }
  const answer = await ask(`/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`, [
    ['VoiceUrl', voiceUrl],
    ['VoiceMethod', 'POST'],
    ['StatusCallback', statusUrl],
    ['StatusCallbackMethod', 'POST'],
  ])
  if (succeeded(answer)) return { ok: true, message: `${carrier} sends the calls of this number here.` }
  return { ok: false, message: `${carrier} did not accept the address for inbound calls: ${faultOf(answer)}.` }
}

async function release(
  { ask, dialect: { carrier } }: TwilioClient,
  sid: string,
  number: unknown,
  voiceUrl: string,
  statusUrl: string,
): Promise<SyncResult> {
  if (textAtPath(number, 'voice_url') !== voiceUrl) {
    return { ok: true, message: `The number does not point here; nothing was changed at ${carrier}.` }
  }
  const status: Array<[string, string]> =
    textAtPath(number, 'status_callback') === statusUrl ? [['StatusCallback', '']] : []
  const answer = await ask(`/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`, [['VoiceUrl', ''], ...status])
  if (succeeded(answer)) return { ok: true, message: `${carrier} no longer sends the calls of this number here.` }
  return { ok: false, message: `${carrier} did not release the number: ${faultOf(answer)}.` }
}

/** Finds the number in a list, because the filter also returns numbers that only contain the digits. */
function findNumber(json: unknown, address: string): unknown {
  const numbers = (json as { incoming_phone_numbers?: unknown } | null)?.incoming_phone_numbers
  return Array.isArray(numbers) ? numbers.find((each) => textAtPath(each, 'phone_number') === address) : undefined
}

const PAGE = 1000

/** Purchased numbers and verified numbers of other carriers: both may be the caller ID. */
export async function ownNumbers(client: TwilioClient): Promise<OwnNumbers> {
  const [bought, verified] = await Promise.all([
    listed(client, 'IncomingPhoneNumbers', 'incoming_phone_numbers'),
    client.dialect.listsVerifiedNumbers ? listed(client, 'OutgoingCallerIds', 'outgoing_caller_ids') : null,
  ])
  if (!bought.ok || !verified?.ok) return bought.ok ? { ...bought, more: true } : bought
  const known = new Map([...verified.numbers, ...bought.numbers].map((number) => [number.address, number]))
  return { ok: true, numbers: [...known.values()], more: bought.more || verified.more }
}

/** Reads a list. `next_page_uri` is a path of the API with the token of the next page. */
function listed({ ask, dialect }: TwilioClient, resource: string, name: string): Promise<OwnNumbers> {
  return readAllNumberPages(async (next): Promise<NumberPage> => {
    const answer = await ask(`/${resource}.json?${next ?? `PageSize=${PAGE}`}`)
    if (!succeeded(answer)) return { fault: `${dialect.carrier} could not list the numbers: ${faultOf(answer)}.` }
    const list = (answer.json as Record<string, unknown> | null)?.[name]
    const following = textAtPath(answer.json, 'next_page_uri')?.split('?')[1] ?? null
    return { numbers: numbersInPage(list, 'phone_number', 'friendly_name'), next: following }
  })
}
