import { useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy.ts'
import { toast } from './toast.tsx'

interface CopyProps {
  text: string | (() => string)
  label?: string
  /** Shows the label next to the icon instead of only for screen readers. */
  wide?: boolean
}

export function CopyButton({ text, label = 'Copy', wide = false }: CopyProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(typeof text === 'string' ? text : text())))
      return toast('This browser does not allow copying here. Select the text and copy it.', { tone: 'fault' })
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  const look = { kind: 'quiet', icon: copied ? 'check' : 'copy', onClick: () => void copy() } as const
  if (wide) return <Button {...look}>{copied ? 'Copied' : label}</Button>
  return <Button {...look} small aria-label={copied ? 'Copied' : label} />
}
