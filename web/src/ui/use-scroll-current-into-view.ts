import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a row of entries horizontally so that the current one is visible on phones. */
export function useScrollCurrentIntoView(current: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again after each navigation
  useEffect(() => {
    const box = row.current
    const place = box?.querySelector<HTMLElement>('[aria-current]')
    if (box && place) box.scrollLeft = place.offsetLeft - box.offsetLeft - (box.clientWidth - place.offsetWidth) / 2
  }, [current])
  return row
}
