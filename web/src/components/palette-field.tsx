/**
 * The search field of the command palette. It is shown before the palette itself is loaded: letters typed until then are kept,
 * and none of them triggers a shortcut of the page behind.
 */
import type { ComponentProps } from 'react'
import { Icon } from '../ui/icon.tsx'
import { frameWords as w } from '../words/frame.ts'

export function CommandPaletteField(attributes: ComponentProps<'input'>) {
  return (
    <div className="q">
      <Icon name="search" />
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-label={w.search}
        placeholder={w.searchHint}
        {...attributes}
      />
    </div>
  )
}

interface WaitingProps {
  onType(text: string): void
  onClose(): void
}

/** Enter does nothing yet, because the user has not seen what it would open. */
export function CommandPalettePlaceholder({ onType, onClose }: WaitingProps) {
  return (
    <>
      <div className="scrim" aria-hidden="true" onClick={onClose} />
      <div
        role="dialog"
        aria-label={w.search}
        className="palette palette-box"
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <CommandPaletteField autoFocus defaultValue="" onChange={(event) => onType(event.target.value)} />
        <div id="palette-list" className="list" role="listbox" aria-label={w.results} aria-busy="true" />
      </div>
    </>
  )
}
