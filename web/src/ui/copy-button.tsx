import { useState } from 'react'
import { shared } from '../words/shared.ts'
import { Button } from './button.tsx'
import { copyText } from './copy.ts'
import { toast } from './toast.tsx'

interface CopyProps {
  text: string | (() => string)
  label?: string
  /** Shows the label next to the icon instead of only for screen readers. */
  wide?: boolean
}

export function CopyButton({ text, label = shared.copy, wide = false }: CopyProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(typeof text === 'string' ? text : text()))) return toast(shared.copyRefused, { tone: 'fault' })
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  const look = { kind: 'quiet', icon: copied ? 'check' : 'copy', onClick: () => void copy() } as const
  if (wide) return <Button {...look}>{copied ? shared.copied : label}</Button>
  return <Button {...look} small aria-label={copied ? shared.copied : label} />
}
