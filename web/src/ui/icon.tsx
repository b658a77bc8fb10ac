import type { ReactNode } from 'react'

const SHAPES = {
  alert: (
    <>
      <path d="M8 2.3 14.2 13H1.8z" />
      <path d="M8 6.3v3.2M8 11.3v.01" />
    </>
  ),
  arrow: <path d="M3 8h10M9.3 4.3 13 8l-3.7 3.7" />,
  calls: <path d="M5.2 2.7 3.4 3.4c-.7 4.5 4.7 9.9 9.2 9.2l.7-1.8-2.7-1.9-1.4 1.2C7.6 9.3 6.7 8.4 5.9 6.8l1.2-1.4z" />,
  campaigns: (
    <>
      <path d="M2.5 6.2v3.6l7 3.2V3z" />
      <path d="M12 6.2a2.6 2.6 0 0 1 0 3.6M4.5 10.6l.8 3h1.8l-.7-2.2" />
    </>
  ),
  check: <path d="m3 8.5 3.2 3.2L13 4.8" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 4.8V8l2.2 1.5" />
    </>
  ),
  copy: (
    <>
      <rect x="5.3" y="5.3" width="8" height="8" rx="1.3" />
      <path d="M3.5 10.7H2.7V2.7h8v.8" />
    </>
  ),
  dnc: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="m4 12 8-8" />
    </>
  ),
  download: <path d="M8 2.6v7.7M4.8 7.3 8 10.5l3.2-3.2M2.8 13.2h10.4" />,
  eye: (
    <>
      <path d="M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8z" />
      <circle cx="8" cy="8" r="1.8" />
    </>
  ),
  file: (
    <>
      <path d="M4 1.8h5l3.2 3.2v9.2H4z" />
      <path d="M8.8 2v3.3h3.3M6 8.5h4M6 11h4" />
    </>
  ),
  flag: <path d="M4 14V2.5h7.5L9.8 5.3l1.7 2.8H4" />,
  globe: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M2.2 8h11.6M8 2.2c3.2 3.5 3.2 8.1 0 11.6M8 2.2c-3.2 3.5-3.2 8.1 0 11.6" />
    </>
  ),
  help: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M6.3 6.4a1.7 1.7 0 1 1 2.5 1.5c-.6.3-.8.6-.8 1.2M8 11.2v.01" />
    </>
  ),
  hook: (
    <>
      <path d="M6.5 3.2v6.3a2.5 2.5 0 1 0 5 0V8.2M9.7 9.8l1.8-1.8 1.8 1.8" />
      <circle cx="6.5" cy="2.6" r=".8" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 7.3v3.5M8 5v.01" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.6" />
      <path d="m7 9 6-6M11 5l1.8 1.8M9.2 6.8l1.3 1.3" />
    </>
  ),
  left: <path d="m9.7 4-4 4 4 4" />,
  list: <path d="M2.5 4h11M2.5 8h11M2.5 12h11" />,
  mic: (
    <>
      <rect x="6" y="1.8" width="4" height="7.2" rx="2" />
      <path d="M3.5 7.5a4.5 4.5 0 0 0 9 0M8 12v2.2" />
    </>
  ),
  moon: <path d="M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />,
  overview: <path d="M2.5 11.5V7M6.2 11.5V3.5M9.8 11.5V6M13.5 11.5V9M2 13.8h12" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  play: <path d="M5 3.2v9.6l7.5-4.8z" />,
  plus: <path d="M8 3v10M3 8h10" />,
  refresh: <path d="M13 5.2A5.6 5.6 0 1 0 13.6 8M13.2 2.3v3h-3" />,
  right: <path d="m6.3 4 4 4-4 4" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.3" />
      <path d="m10.3 10.3 3.2 3.2" />
    </>
  ),
  settings: (
    <>
      <path d="M2.5 4.5h5M11 4.5h2.5M2.5 11.5h2.5M8.5 11.5h5" />
      <circle cx="9.2" cy="4.5" r="1.7" />
      <circle cx="6.7" cy="11.5" r="1.7" />
    </>
  ),
  talk: <path d="M2.5 3h11v7.5H8l-3 2.7v-2.7H2.5z" />,
  telephony: (
    <>
      <path d="M8 8.2v5.6M5.3 13.8h5.4" />
      <circle cx="8" cy="6.2" r="1.5" />
      <path d="M5 9.2a4.2 4.2 0 0 1 0-6M11 9.2a4.2 4.2 0 0 0 0-6M3 11.2a7 7 0 0 1 0-10M13 11.2a7 7 0 0 0 0-10" />
    </>
  ),
  transfer: <path d="M2.5 5.3h9.8M9.6 2.6l2.7 2.7-2.7 2.7M13.5 10.7H3.7M6.4 8 3.7 10.7l2.7 2.7" />,
  undo: <path d="M3 6.3h6.5a3.3 3.3 0 0 1 0 6.6H6M5.6 3.6 2.9 6.3 5.6 9" />,
  upload: <path d="M8 10.5V2.8M4.8 5.8 8 2.6l3.2 3.2M2.8 10.5v2.7h10.4v-2.7" />,
  workflows: (
    <>
      <circle cx="3.6" cy="8" r="1.9" />
      <circle cx="12.4" cy="3.9" r="1.9" />
      <circle cx="12.4" cy="12.1" r="1.9" />
      <path d="M5.5 7.6C8 7.2 8 4.3 10.5 3.9M5.5 8.4c2.5.4 2.5 3.3 5 3.7" />
    </>
  ),
  x: <path d="m4 4 8 8M12 4l-8 8" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1.8v1.6M8 12.6v1.6M1.8 8h1.6M12.6 8h1.6M3.6 3.6l1.1 1.1M11.3 11.3l1.1 1.1M12.4 3.6l-1.1 1.1M4.7 11.3l-1.1 1.1" />
    </>
  ),
  system: (
    <>
      <rect x="2" y="3" width="12" height="8.2" rx="1.3" />
      <path d="M5.5 13.6h5M8 11.4v2" />
    </>
  ),
  trash: <path d="M3 4.5h10M6.3 4.3V2.8h3.4v1.5M4.3 4.7l.6 8.5h6.2l.6-8.5M6.8 7v4M9.2 7v4" />,
  edit: <path d="M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2zM9.3 4.5l2.2 2.2" />,
  exit: <path d="M6.5 2.8H3v10.4h3.5M9.5 5 12.5 8l-3 3M12.3 8H6" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof SHAPES

/** An icon next to a word; hidden from screen readers. */
export function Icon({ name, small = false, className = '' }: { name: IconName; small?: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={`i ${small ? 's' : ''} ${className}`} aria-hidden="true">
      {SHAPES[name]}
    </svg>
  )
}
