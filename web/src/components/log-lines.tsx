import type { Campaign } from '../api/campaigns.ts'
import { serverSentence } from '../api/error-words.ts'
import { shortMoment, utcTitle } from '../ui/time.ts'
import { campaignSetupWords as w } from '../words/campaign-setup.ts'
import { Author } from './author.tsx'

type Line = Campaign['logs'][number]

const by = ({ details }: Line): string | null => (typeof details.by === 'string' ? details.by : null)

/** Parts of the program that write to the log. */
const PARTS: Readonly<Record<string, string>> = w.authors

/** Log entries with author and reason; problems have a filled dot. */
export function LogLines({ lines, zone }: { lines: readonly Line[]; zone: string }) {
  return (
    <ul className="tl">
      {lines.map((line) => {
        const author = by(line)
        return (
          <li key={`${line.ts}${line.event}`} className={line.level === 'info' ? '' : 'key'}>
            <span>
              <span className={line.level === 'error' ? 'bad' : ''}>{serverSentence(line.message)}</span>
              {author && (
                <small>
                  {w.by} {PARTS[author] ?? <Author by={author} />}
                </small>
              )}
            </span>
            <time dateTime={line.ts} title={utcTitle(Date.parse(line.ts))}>
              {shortMoment(Date.parse(line.ts), zone)}
            </time>
          </li>
        )
      })}
    </ul>
  )
}
