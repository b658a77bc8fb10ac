import { helpGroup } from '../../components/help.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import type { DraftFinding } from './draft.ts'

/** Lists everything that would prevent the start or be unexpected, each with a link to its section. */
export function CheckSection({ findings }: { findings: readonly DraftFinding[] }) {
  const ordered = [...findings.filter(({ kind }) => kind === 'stop'), ...findings.filter(({ kind }) => kind === 'ask')]
  return (
    <Section
      help={helpGroup('newCampaign')}
      id="check"
      className="step-sec"
      title={w.check}
      count={ordered.length === 0 ? undefined : ordered.length}
    >
      <Sheet>
        {ordered.map(({ section, kind, text }) => (
          <a key={text} href={`#${section}`} className="check-row">
            <Icon name="alert" className={kind === 'stop' ? 'bad' : 'warn'} />
            <span className="grow">
              {text} <span className="vh">{kind === 'stop' ? w.fixFirst : w.optional}</span>
            </span>
            <span className="small mute">{kind === 'stop' ? w.needed : w.review}</span>
          </a>
        ))}
        {ordered.length === 0 && (
          <div className="check-row">
            <Icon name="check" className="good" />
            <span>{w.readyToStart}</span>
          </div>
        )}
      </Sheet>
    </Section>
  )
}
