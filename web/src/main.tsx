import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadErrorWords } from './api/error-words.ts'
import { queryClient } from './api/query-client.ts'
import { restoreSession } from './api/session.ts'
import { listenToKeys } from './keys/use-key.ts'
import { keepChartsFresh } from './live/apply-events.ts'
import { startLiveUpdates } from './live/stream.ts'
import { router } from './routes/router.tsx'
import './styles/app.css'
import { loadPhoneFormats } from './ui/format.ts'
import { language } from './words/language.ts'

document.documentElement.lang = language
startLiveUpdates()
keepChartsFresh()
listenToKeys()
// The code of the page loads while the session is being checked.
await Promise.all([
  restoreSession(),
  router.load().catch(() => {}),
  loadErrorWords().catch(() => {}),
  loadPhoneFormats().catch(() => {}),
])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
