import { OutdialError } from '@outdial/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { expireSession, onSessionChange } from './session.ts'

function noticeLostSession(error: unknown): void {
  if (error instanceof OutdialError && error.status === 401) expireSession()
}

/** Whether a retry may succeed. */
function isPassing(error: unknown): boolean {
  return !(error instanceof OutdialError) || error.status >= 500 || error.status === 429
}

/** Data does not expire by time, because the event stream reports changes. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeLostSession }),
  mutationCache: new MutationCache({ onError: noticeLostSession }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => failures < 3 && isPassing(error),
      retryDelay: (failures) => Math.min(8_000, 1_000 * 2 ** failures),
    },
  },
})

// Clears the data when the session changes: data of one organization must not be shown to the next.
onSessionChange((session) => {
  if (!session) return queryClient.clear()
  // The session was opened with the organization; a page must not read it a second time.
  queryClient.setQueryData(['organization'], session.organization)
})
