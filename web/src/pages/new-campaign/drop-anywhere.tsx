import { useEffect, useState } from 'react'
import { newCampaignWords as w } from '../../words/new-campaign.ts'

const carriesFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

/** Accepts a file that is dropped anywhere on the page. */
export function DropAnywhere({ onFile }: { onFile(file: File): void }) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const at = (name: 'dragenter' | 'dragover', show: boolean) =>
      addEventListener(
        name,
        (event) => {
          if (!carriesFile(event)) return
          event.preventDefault()
          setOver(show)
        },
        { signal },
      )
    at('dragenter', true)
    at('dragover', true)
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    addEventListener(
      'drop',
      (event) => {
        if (!carriesFile(event)) return
        event.preventDefault()
        setOver(false)
        const file = event.dataTransfer?.files[0]
        if (file) onFile(file)
      },
      { signal },
    )
    return () => stop.abort()
  }, [onFile])
  if (!over) return null
  return (
    <div className="drop-veil">
      <div>{w.dropToRead}</div>
    </div>
  )
}
