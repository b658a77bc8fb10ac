import type { ReactNode } from 'react'

/** One shape per meaning, so that no mark depends on its color. */
const SHAPES = {
  answered: (
    <>
      <circle cx="6" cy="6" r="5.7" fill="currentColor" />
      <path
        d="m3.5 6.2 1.8 1.8 3.3-3.7"
        fill="none"
        stroke="var(--cut)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  busy: (
    <>
      <rect x=".8" y=".8" width="10.4" height="10.4" rx="2" fill="currentColor" />
      <path d="M3.3 6h5.4" stroke="var(--cut)" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  declined: <path d="M6 .1 11.9 6 6 11.9.1 6z" fill="currentColor" />,
  done: (
    <>
      <circle cx="6" cy="6" r="5.7" fill="currentColor" />
      <path
        d="m3.5 6.2 1.8 1.8 3.3-3.7"
        fill="none"
        stroke="var(--cut)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  draft: <circle cx="6" cy="6" r="4.7" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="3 1.9" />,
  failed: (
    <>
      <path d="M6 .5 12 11.3H0z" fill="currentColor" />
      <path d="M6 4.3v3.2M6 9.2v.1" stroke="var(--cut)" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
  held: (
    <>
      <circle cx="6" cy="6" r="4.9" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M6 3.4V6l1.7 1.2" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
  live: (
    <>
      <circle className="pulse" cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.3" opacity=".7" />
      <circle cx="6" cy="6" r="2.8" fill="currentColor" />
    </>
  ),
  'no-answer': <circle cx="6" cy="6" r="4.7" fill="none" stroke="currentColor" strokeWidth="2" />,
  paused: <path d="M4 2v8M8 2v8" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />,
  ringing: (
    <>
      <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
        <path d="M2.2 2.5a5 5 0 0 0 0 7M9.8 2.5a5 5 0 0 1 0 7" />
      </g>
      <circle cx="6" cy="6" r="1.7" fill="currentColor" />
    </>
  ),
  suppressed: (
    <g fill="none" stroke="currentColor" strokeWidth="1.7">
      <circle cx="6" cy="6" r="4.8" />
      <path d="m2.7 9.3 6.6-6.6" />
    </g>
  ),
  talking: (
    <path
      d="M1.8 4.5v3M4.6 2.3v7.4M7.4 3.7v4.6M10.2 5v2"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
  ),
  voicemail: (
    <g fill="none" stroke="currentColor" strokeWidth="1.8">
      <circle cx="3" cy="5.8" r="2.1" />
      <circle cx="9" cy="5.8" r="2.1" />
      <path d="M3 7.9h6" />
    </g>
  ),
  waiting: (
    <circle cx="6" cy="6" r="4.7" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="1.5 2.19" />
  ),
  canceled: <path d="m2.5 2.5 7 7M9.5 2.5l-7 7" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
} satisfies Record<string, ReactNode>

export type StatusMarkName = keyof typeof SHAPES

/** Default color of each mark. */
const TONES: Partial<Record<StatusMarkName, string>> = {
  ringing: 'live',
  talking: 'live',
  paused: 'ink',
  draft: 'ink',
  done: 'ink',
}

export function StatusMark({
  name,
  tone,
  className = '',
}: {
  name: StatusMarkName
  tone?: StatusMarkName | 'ink'
  className?: string
}) {
  return (
    <svg viewBox="0 0 12 12" className={`g o-${tone ?? TONES[name] ?? name} ${className}`} aria-hidden="true">
      {SHAPES[name]}
    </svg>
  )
}
