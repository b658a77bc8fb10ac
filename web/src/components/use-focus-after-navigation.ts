import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Elements that keep the focus after navigation, for example tabs and lists, so that the next one is one key press away. */
const KEEPS_FOCUS = 'main, header, .tabs, .confs, [role=dialog], [role=menu]'

/** Moves the focus to the content after navigation: the previous element may be gone with its page, or is in the navigation. */
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
