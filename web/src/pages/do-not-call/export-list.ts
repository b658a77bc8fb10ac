import { api } from '../../api/session.ts'
import type { Suppression } from '../../api/suppressions.ts'

const PAGE = 1_000

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** All of it, as a CSV that can be read in again anywhere. */
export async function exportList(): Promise<void> {
  const all: Suppression[] = []
  for (let offset = 0; ; offset += PAGE) {
    const { data } = await api().GET('/api/v1/suppressions', { params: { query: { limit: PAGE, offset } } })
    all.push(...data!.suppressions)
    if (data!.suppressions.length < PAGE) break
  }
  const lines = all.map(({ phone_number, reason, created_at }) =>
    [phone_number, reason, created_at].map(cell).join(','),
  )
  const file = ['phone_number,reason,since', ...lines].join('\n')
  const url = URL.createObjectURL(new Blob([file], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'do-not-call.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
