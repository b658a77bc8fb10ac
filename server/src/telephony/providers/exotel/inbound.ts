/** Lists the account's numbers (ExoPhones), and assigns the flow that answers their calls. */
import { succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { type NumberPage, readAllNumberPages } from '../../carrier-kit/own-numbers.ts'
import { textField } from '../../fields.ts'
import type { OwnNumbers, SyncResult } from '../../provider.ts'
import { describeAnswer, type Exotel } from './client.ts'
import { asE164 } from './numbers.ts'

const PAGE_SIZE = 50

interface ExoPhone {
  sid: string
  address: string
  label: string | null
}

export function exotelNumbers(exotel: Exotel): Promise<OwnNumbers> {
  return readAllNumberPages(async (next): Promise<NumberPage> => {
    const page = await phonesOnPage(exotel, next)
    if ('fault' in page) return page
    return { numbers: page.phones.map(({ address, label }) => ({ address, label })), next: page.next }
  })
}

/** Assigns a flow to a number. The API has no way to remove a number from a flow. */
export async function bindExotelNumber(exotel: Exotel, address: string, bind: boolean): Promise<SyncResult> {
  if (!bind) {
    const message = 'Exotel still sends calls of this number here, where they are refused. Assign it to another flow.'
    return { ok: true, message }
  }
  const flow = textField(exotel.context.credentials, 'flow_id')
  if (flow === '') {
    return { ok: false, message: 'Enter the id of the Exotel flow that leads calls here (flow_id). Check explains it.' }
  }
  const phone = await findPhone(exotel, address)
  if ('fault' in phone) return { ok: false, message: phone.fault }
  const answer = await exotel.askNumbers('PUT', `/${encodeURIComponent(phone.sid)}`, {
    form: [['VoiceUrl', `http://my.exotel.com/${exotel.accountSid}/exoml/start_voice/${flow}`]],
  })
  if (!succeeded(answer)) return { ok: false, message: `Exotel did not change the number: ${describeAnswer(answer)}.` }
  return { ok: true, message: 'Exotel sends calls of this number to the flow.' }
}

async function findPhone(exotel: Exotel, address: string): Promise<ExoPhone | { fault: string }> {
  const found: ExoPhone[] = []
  const list = await readAllNumberPages(async (next): Promise<NumberPage> => {
    const page = await phonesOnPage(exotel, next)
    if ('fault' in page) return page
    found.push(...page.phones.filter((phone) => phone.address === address))
    return { numbers: page.phones, next: found.length > 0 ? null : page.next }
  })
  if (found[0]) return found[0]
  return { fault: list.ok ? 'The number does not belong to this Exotel account.' : list.message }
}

type PhonePage = { phones: ExoPhone[]; next: string | null } | { fault: string }

/**
 * Reads one page. `next_page_uri` names an internal host of Exotel, so only its presence counts. One page of the documentation
 * lacks it.
 */
async function phonesOnPage(exotel: Exotel, next: string | null): Promise<PhonePage> {
  const page = Number(next ?? 0)
  const answer = await exotel.askNumbers('GET', `?Page=${page}&PageSize=${PAGE_SIZE}`)
  const json = (succeeded(answer) ? answer.json : null) as Record<string, unknown> | null
  const listed = json?.incoming_phone_numbers
  if (!Array.isArray(listed)) return { fault: `Exotel did not list the numbers: ${describeAnswer(answer)}.` }
  const size = Number(textAtPath(json, 'page_size') ?? PAGE_SIZE)
  const isLast = listed.length === 0 || json?.next_page_uri === null || (!json?.next_page_uri && listed.length < size)
  return { phones: listed.flatMap((entry) => readPhone(exotel, entry)), next: isLast ? null : String(page + 1) }
}

function readPhone({ context }: Exotel, entry: unknown): ExoPhone[] {
  const sid = textAtPath(entry, 'sid')
  const address = asE164(textAtPath(entry, 'phone_number') ?? '', context.credentials)
  if (!sid || !/^\+\d{6,15}$/.test(address)) return []
  return [{ sid, address, label: textAtPath(entry, 'friendly_name') }]
}
