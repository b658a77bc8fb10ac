import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Tabs and lists of pages keep the focus, so that the next one is one key away. */
const KEEPS_FOCUS = 'main, header, .tabs, .confs, [role=dialog], [role=menu]'

/**
 * After another page was opened, the keyboard is at its content: what had the focus may be gone with the page before, or is the
 * navigation that has done its work.
 */
export function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (!pathChanged) return
        const now = document.activeElement
        if (now && now !== document.body && now.closest(KEEPS_FOCUS)) return
        document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
