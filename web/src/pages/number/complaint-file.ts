/** One file that answers a complaint: the history, and of every attempt the call with its words and its ledger receipt. */
import { sentenceOf } from '../../api/error-words.ts'
import type { NumberHistory } from '../../api/numbers.ts'
import { api } from '../../api/session.ts'
import { toast } from '../../ui/toast.tsx'
import { isCut } from './number-verdict.ts'

/** A missing part is named in the file, never left out silently. */
async function orReason<T>(read: Promise<{ data?: T }>): Promise<T | { not_available: string }> {
  try {
    return (await read).data as T
  } catch (error) {
    return { not_available: sentenceOf(error) }
  }
}

/** The file goes to others: it says whether there is a recording, and has no link that would open it. */
export function withoutLink(call: object): object {
  if (!('recording_url' in call)) return call
  const { recording_url, ...rest } = call
  return { ...rest, has_recording: recording_url !== null }
}

export async function downloadComplaintFile(history: NumberHistory): Promise<void> {
  try {
    const attempts = []
    for (const { call_id } of history.attempts) {
      const path = { params: { path: { call_id } } }
      attempts.push({
        call_id,
        call: withoutLink(await orReason(api().GET('/api/v1/calls/{call_id}', path))),
        receipt: await orReason(api().GET('/api/v1/calls/{call_id}/receipt', path)),
      })
    }
    const { attempts: calls, campaigns, consents } = history
    const truncated = [calls, campaigns, consents].some(isCut)
    const file = { made_at: new Date().toISOString(), truncated, history, attempts }
    const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `history-of-number-${file.made_at.slice(0, 10)}.json`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    toast(`The file could not be made: ${sentenceOf(error)}`, { tone: 'fault' })
  }
}
