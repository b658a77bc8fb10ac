import type { ReactNode } from 'react'

/** A text with highlighted columns: `{{first_name | there}}` shows as first_name, `{{say_date(day)}}` as day. */
export function TemplateText({ text }: { text: string }): ReactNode {
  return text.split(/(\{\{[^}]*\}\})/).map((part, index) => {
    const column = /^\{\{\s*(?:say_\w+\s*\(\s*)?([\w.]+)/.exec(part)?.[1]
    return column ? (
      <code key={index} className="var" title={part}>
        {column}
      </code>
    ) : (
      part
    )
  })
}
