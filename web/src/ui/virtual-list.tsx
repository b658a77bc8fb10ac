/** A list of any length with rows of one height, so that the scrollbar is accurate. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRowKeys } from '../keys/use-row-keys.ts'

export interface Column<T> {
  title: ReactNode
  /** A CSS grid track: `minmax(0, 1fr)`, `90px`. */
  width: string
  cell(row: T): ReactNode
  numeric?: boolean
  /** The column is hidden on phones. */
  wide?: boolean
}

interface VirtualListProps<T> {
  label: string
  columns: Column<T>[]
  /** The rows; undefined where nothing has been read yet. */
  rows: readonly (T | undefined)[]
  /** The number of rows, if it is known before all are read. */
  total?: number | undefined
  rowKey(row: T): string | number
  onOpen(row: T): void
  /** The row whose drawer is open. */
  openKey?: string | number | null
  rowHeight?: number
  height: string
  /** Called when the user is near the end of the rows read so far. */
  onEnd?: () => void
  /** Called with the visible range of rows. */
  onRange?: (first: number, last: number) => void
}

const isPhone = () => matchMedia('(max-width: 767px)').matches
const PHONE_ROW = 44
/** Keys that move through the rows while the list has the focus; Home and End go to the ends. */
const ROW_STEPS: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The height of all rows in pixels, limited to the page height minus `above`. */
export function listHeight(rows: number, rowHeight: number, above: number): string {
  const size = isPhone() ? Math.max(PHONE_ROW, rowHeight) : rowHeight
  return `min(${rows * size + 1}px, max(320px, calc(100dvh - ${above}px)))`
}

export function VirtualList<T>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  openKey = null,
  rowHeight = 34,
  height,
  total = 0,
  onEnd,
  onRange,
}: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null)
  const phone = isPhone()
  const shown = phone ? columns.filter((column) => !column.wide) : columns
  const size = phone ? Math.max(PHONE_ROW, rowHeight) : rowHeight
  const length = Math.max(rows.length, total)
  const virtual = useVirtualizer({
    count: length,
    getScrollElement: () => box.current,
    estimateSize: () => size,
    overscan: 12,
  })
  const { selected, setSelected, move } = useRowKeys(length, (row) => rows[row] && onOpen(rows[row]))
  useEffect(() => {
    if (selected !== null) virtual.scrollToIndex(selected)
  }, [selected, virtual])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (onEnd && rows.length > 0 && last >= rows.length - 30) onEnd()
  }, [onEnd, last, rows.length])
  const first = items[0]?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the visible rows change, not when the callback changes
  useEffect(() => {
    onRange?.(first, last)
  }, [first, last])
  const template = { gridTemplateColumns: shown.map((column) => column.width).join(' ') }
  return (
    <div className="sheet" role="grid" aria-label={label} aria-rowcount={length + 1}>
      <div className="vhead" role="row" tabIndex={-1} style={template}>
        {shown.map((column, index) => (
          <span key={index} role="columnheader" tabIndex={-1} className={column.numeric ? 'num' : ''}>
            {column.title}
          </span>
        ))}
      </div>
      <div
        className="vlist"
        ref={box}
        style={{ height }}
        role="rowgroup"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
        tabIndex={0}
        aria-label={label}
        onKeyDown={(event) => {
          const by = ROW_STEPS[event.key]
          if (by === undefined) return
          event.preventDefault()
          move(by)
        }}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return <Hole key={`hole ${item.index}`} {...{ size, template }} start={item.start} />
            const key = rowKey(row)
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={item.index + 2}
                aria-selected={openKey === null ? selected === item.index : openKey === key}
                tabIndex={-1}
                className="vrow"
                style={{ ...template, height: size, transform: `translateY(${item.start}px)` }}
                onClick={() => {
                  setSelected(item.index)
                  onOpen(row)
                }}
                onKeyDown={(event) => event.key === 'Enter' && onOpen(row)}
              >
                {shown.map((column, index) => (
                  <div key={index} role="gridcell" tabIndex={-1} className={`trunc ${column.numeric ? 'num' : ''}`}>
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Placeholder for a row that is not loaded yet. */
function Hole({ size, start, template }: { size: number; start: number; template: object }) {
  return (
    <div
      className="vrow hole"
      aria-hidden="true"
      style={{ ...template, height: size, transform: `translateY(${start}px)` }}
    >
      <i />
    </div>
  )
}
