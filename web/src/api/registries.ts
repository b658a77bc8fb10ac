import { queryOptions } from '@tanstack/react-query'
import { isRegistryChanging } from './registry-changing.ts'
import { api } from './session.ts'

/** Polling interval while an import runs or lists are compared. */
const BUSY_MS = 2_000

export const registryList = (isBusy = false) =>
  queryOptions({
    queryKey: ['registries'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/registries', { signal })).data!.registries,
    refetchInterval: ({ state }) => (isBusy || state.data?.some(isRegistryChanging) ? BUSY_MS : false),
  })
