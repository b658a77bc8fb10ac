/** Results of the conversations of a campaign. */
import { useQuery } from '@tanstack/react-query'
import { campaignResults } from '../../api/campaigns.ts'
import { download } from '../../api/session.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { resultWords } from '../../components/result-words.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { capitalized, count, share } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { timeOfDay } from '../../ui/time.ts'
import { contactWords as w } from '../../words/contacts.ts'
import type { CampaignProps } from './campaign-page.tsx'

/** Number of values shown per variable; the rest is in the download. */
const VALUES_SHOWN = 8

export function Results({ campaign }: Pick<CampaignProps, 'campaign'>) {
  const results = useQuery(campaignResults(campaign.id))
  const zone = useOrganization().time_zone
  return (
    <Section
      title={w.results}
      count={results.data && w.resultsOf(peopleText(talkedOf(results.data.dispositions)))}
      aside={
        <span className="row">
          {results.data && <span className="small mute">{w.asOf(timeOfDay(results.dataUpdatedAt, zone))}</span>}
          <Button
            small
            icon="download"
            onClick={() =>
              download(`/api/v1/campaign/${campaign.id}/results.csv`, `campaign-${campaign.id}-results.csv`)
            }
          >
            CSV
          </Button>
        </span>
      }
    >
      <QueryContent of={results} what={w.theResults}>
        {({ dispositions, gathered }) => (
          <div className="stack gap-4">
            <Values rows={dispositions} of={talkedOf(dispositions)} words={resultWords} />
            {gathered.map(({ name, contacts, values, other }) => (
              <div key={name} className="stack gap-1">
                <p>
                  <span className="code">{name}</span>{' '}
                  <span className="small mute">{w.saidBy(peopleText(contacts))}</span>
                </p>
                <Values rows={values.slice(0, VALUES_SHOWN)} of={contacts} words={(value) => value} />
                {restOf(values, other) > 0 && <p className="small mute">{w.others(count(restOf(values, other)))}</p>}
              </div>
            ))}
          </div>
        )}
      </QueryContent>
    </Section>
  )
}

interface Counted {
  value: string
  contacts: number
}

const talkedOf = (rows: readonly Counted[]): number => rows.reduce((sum, { contacts }) => sum + contacts, 0)

const restOf = (values: readonly Counted[], other: number): number => other + talkedOf(values.slice(VALUES_SHOWN))

function Values({ rows, of, words }: { rows: readonly Counted[]; of: number; words(value: string): string }) {
  if (rows.length === 0) return <p className="soft">{w.noResult}</p>
  return (
    <table className="sheet">
      <tbody>
        {rows.map(({ value, contacts }) => (
          <tr key={value}>
            <td>{capitalized(words(value))}</td>
            <td className="num strong">{count(contacts)}</td>
            <td className="num mute">{share(contacts, of)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
