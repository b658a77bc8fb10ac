import type { ReactNode } from 'react'

/** A text with highlighted columns: `{{first_name | there}}` shows as first_name. */
export function Words({ text }: { text: string }): ReactNode {
  return text.split(/(\{\{[^}]*\}\})/).map((part, index) => {
    const column = /^\{\{\s*([\w.]+)/.exec(part)?.[1]
    return column ? (
      <code key={index} className="var" title={part}>
        {column}
      </code>
    ) : (
      part
    )
  })
}
