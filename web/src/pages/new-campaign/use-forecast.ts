/** Forecast by the dialer's own rules for this list, in virtual time; requested again after relevant changes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CampaignForecast, retryBusyForecast } from '../../api/explain.ts'
import { api } from '../../api/session.ts'
import { settingsBody } from '../../forms/campaign-settings.ts'
import type { Draft } from './draft.ts'

const AFTER_MS = 400

/** `isOld`: the forecast is for the draft before the last change, while a new one is being computed. */
export function useForecast(draft: Draft): { forecast: CampaignForecast; isOld: boolean } | null {
  const { max_concurrency, retry_config, schedule_config } = settingsBody(draft.settings)
  const request =
    draft.list && draft.list.total_rows > 0 && draft.configurationId !== null
      ? {
          source_id: draft.list.source_id,
          telephony_configuration_id: draft.configurationId,
          max_concurrency,
          retry_config,
          schedule_config,
        }
      : null
  const settled = useSettled(JSON.stringify(request))
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['forecast', 'new', settled],
    enabled: settled !== 'null',
    retry: retryBusyForecast,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api().POST('/api/v1/campaign/forecast', { body: JSON.parse(settled), signal })).data!,
  })
  return request && data ? { forecast: data, isOld: isPlaceholderData || settled !== JSON.stringify(request) } : null
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), AFTER_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
