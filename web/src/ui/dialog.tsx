/**
 * A dialog about an irreversible or outward action. Its code is not needed to draw a page, so it is loaded a little later, or
 * when the first dialog opens.
 */
import { lazy, Suspense } from 'react'
import type { DialogProps } from './dialog-content.tsx'

const load = () => import('./dialog-content.tsx')
const DialogContent = lazy(load)

/** Loads the code of dialogs in advance, so that the first one opens without a delay. */
export function preloadDialogs(): void {
  // Without an answer the first dialog loads it.
  load().catch(() => {})
}

export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return (
    <Suspense fallback={null}>
      <DialogContent {...props} />
    </Suspense>
  )
}
