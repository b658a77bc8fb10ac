import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadErrorWords } from './api/error-words.ts'
import { queryClient } from './api/query-client.ts'
import { restoreSession } from './api/session.ts'
import { listenToKeys } from './keys/use-key.ts'
import { keepChartsFresh } from './live/apply-events.ts'
import { startLiveUpdates } from './live/stream.ts'
import { router } from './routes/router.tsx'
import './styles/app.css'
import { preloadDialogs } from './ui/dialog.tsx'
import { loadPhoneFormats } from './ui/format.ts'
import { language } from './words/language.ts'

document.documentElement.lang = language
startLiveUpdates()
keepChartsFresh()
listenToKeys()
// The code of the page loads while the session is being checked.
await Promise.all([restoreSession(), router.load().catch(() => {}), loadErrorWords().catch(() => {})])

const root = createRoot(document.getElementById('root')!)
// In short steps, so that a slow machine answers the user in between.
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)

/** When the first page has been drawn and read, the code that the next action may need is loaded. */
const LATER_MS = 6_000
setTimeout(() => {
  preloadDialogs()
  loadPhoneFormats().catch(() => {})
}, LATER_MS)
