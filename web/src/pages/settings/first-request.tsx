/** Shows the first API request with a key: commands that can be copied, and links to the documentation. */
import { helpGroup } from '../../components/help.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/section.tsx'
import { accountWords } from '../../words/account.ts'

const w = accountWords.first

/** A command for a POSIX shell; a key contains no character that needs quoting. */
export const exportCommand = (key: string | null): string => `export OUTDIAL_API_KEY=${key ?? 'od_…'}`

export const exampleRequests = (origin: string): { what: string; command: string }[] => [
  { what: w.works, command: `curl -sS -H "X-API-Key: $OUTDIAL_API_KEY" ${origin}/api/v1/organization` },
  { what: w.campaigns, command: `curl -sS -H "X-API-Key: $OUTDIAL_API_KEY" ${origin}/api/v1/campaign/` },
  {
    what: w.upload,
    command: `curl -sS -H "X-API-Key: $OUTDIAL_API_KEY" -H "Content-Type: text/csv" --data-binary @people.csv "${origin}/api/v1/contact-lists?filename=people.csv"`,
  },
]

/** `madeKey`: a key that was just created and may still be shown. */
export function FirstRequest({ madeKey }: { madeKey: string | null }) {
  const all = [
    { what: madeKey ? w.withNew : w.withYours, command: exportCommand(madeKey) },
    ...exampleRequests(window.location.origin),
  ]
  return (
    <Section help={helpGroup('apiGuide')} title={w.title} aside={w.inTerminal}>
      <ul className="sheet packs">
        {all.map(({ what, command }) => (
          <li key={what} className="command">
            <div className="stack gap-1 min-w-0">
              <span className="small mute">{what}</span>
              <code className="code break-all">{command}</code>
            </div>
            <CopyButton text={command} label={w.copy(what)} />
          </li>
        ))}
      </ul>
      <p className="small mute mt-2">
        <a className="link" href={paths.docs}>
          {w.every}
        </a>
        ,{' '}
        <a className="link" href={helpGroup('apiGuide')} target="_blank" rel="noreferrer">
          {w.how}
        </a>
        ,{' '}
        <a className="link" href={helpGroup('recipes')} target="_blank" rel="noreferrer">
          {w.recipes}
        </a>
        ,{' '}
        <a className="link" href={helpGroup('webhooks')} target="_blank" rel="noreferrer">
          {w.webhooks}
        </a>
        .
      </p>
    </Section>
  )
}
