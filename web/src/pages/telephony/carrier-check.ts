import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'

export interface CarrierCheck {
  ok: boolean
  message: string
  details: Record<string, unknown>
  at: number
  tookMs: number
}

/** The carrier is checked only on request; its last answer is kept. */
const checkOf = (id: number) =>
  queryOptions({
    queryKey: ['telephony-check', id],
    enabled: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<CarrierCheck> => {
      const before = performance.now()
      const { data } = await api().POST('/api/v1/organizations/telephony-configs/{config_id}/test', {
        params: { path: { config_id: id } },
        signal,
      })
      return { ...data!, at: Date.now(), tookMs: performance.now() - before }
    },
  })

export const useCarrierCheck = (id: number) => useQuery(checkOf(id))

export function runCarrierCheck(id: number): void {
  void queryClient.fetchQuery({ ...checkOf(id), staleTime: 0 }).catch(() => {})
}
