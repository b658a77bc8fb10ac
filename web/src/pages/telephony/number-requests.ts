/** Actions on a number: the change is stored first, then sent to the carrier, whose answer is shown next to the number. */
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import type { PhoneNumber } from '../../api/telephony.ts'
import { toast } from '../../ui/toast.tsx'
import { telephonyWords as w } from '../../words/telephony.ts'

type Sync = NonNullable<PhoneNumber['provider_sync']>

const syncKey = (id: number) => ['number-sync', id] as const

export const numberPathParams = (number: PhoneNumber) => ({
  params: { path: { config_id: number.telephony_configuration_id, phone_number_id: number.id } },
})

/** The carrier's last answer about this number. */
export const useSync = (id: number) =>
  useQuery<Sync | null>({
    queryKey: syncKey(id),
    queryFn: () => null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? null

export function refreshNumber(number: PhoneNumber): void {
  if (number.provider_sync) queryClient.setQueryData(syncKey(number.id), number.provider_sync)
  void queryClient.invalidateQueries({ queryKey: ['telephony-configs'] })
}

/** Adds all numbers of the carrier account that are not added yet. */
export async function addAllNumbers(configurationId: number): Promise<void> {
  try {
    const { data } = await api().POST('/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/import', {
      params: { path: { config_id: configurationId } },
      body: {},
    })
    const { ok, message, added, rejected } = data!
    toast(ok ? w.addedAll(added, rejected.length) : (message ?? ''), { tone: ok ? 'done' : 'fault' })
  } catch (error) {
    toast(sentenceOf(error), { tone: 'fault' })
  }
  await queryClient.invalidateQueries({ queryKey: ['telephony-configs'] })
  await queryClient.invalidateQueries({ queryKey: ['account-numbers', configurationId] })
}

type Changes = {
  label?: string
  inbound_workflow_id?: number
  clear_inbound_workflow?: boolean
  is_active?: boolean
  /** Maximum number of concurrent calls; 0 removes the limit. */
  max_calls_at_once?: number
  max_calls_per_day?: number
}

async function change(number: PhoneNumber, body: Changes): Promise<PhoneNumber> {
  const address = '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}'
  return (await api().PUT(address, { ...numberPathParams(number), body })).data!
}

async function told(act: () => Promise<PhoneNumber>): Promise<void> {
  try {
    refreshNumber(await act())
  } catch (error) {
    toast(w.notChanged(sentenceOf(error)), { tone: 'fault' })
  }
}

export const changeNumber = (number: PhoneNumber, body: Changes): Promise<void> => told(() => change(number, body))

export const bindNumber = (number: PhoneNumber, workflowId: number | null): Promise<void> =>
  changeNumber(number, workflowId === null ? { clear_inbound_workflow: true } : { inbound_workflow_id: workflowId })

/** Lets a number be used as caller ID again after the carrier had not accepted it. */
export const reactivateNumber = (number: PhoneNumber): Promise<void> =>
  told(async () => {
    const address = '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/wake'
    return (await api().POST(address, numberPathParams(number))).data!
  })

/** Sends the number's stored data to the carrier again; nothing else changes. */
export const resyncNumber = (number: PhoneNumber): Promise<void> =>
  told(async () => {
    const address = '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/sync'
    return (await api().POST(address, numberPathParams(number))).data!
  })
