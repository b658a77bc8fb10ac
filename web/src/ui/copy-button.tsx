import { useState } from 'react'
import { Button } from './button.tsx'

export function CopyButton({ text, label = 'Copy' }: { text: string | (() => string); label?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button
      kind="quiet"
      small
      icon={copied ? 'check' : 'copy'}
      aria-label={copied ? 'Copied' : label}
      onClick={() => void copy()}
    />
  )
}
