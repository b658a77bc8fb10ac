import { useQuery } from '@tanstack/react-query'
import { type Policy, policyVersions } from '../../../api/policy.ts'
import { helpGroup } from '../../../components/help.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format.ts'
import { Section } from '../../../ui/section.tsx'
import { QueryContent } from '../../../ui/states.tsx'
import { shortMoment, utcTitle } from '../../../ui/time.ts'
import { callingRuleWords } from '../../../words/calling-rules.ts'
import { ruleLines } from './policy-words.ts'

const { versions: w } = callingRuleWords

/** All versions of the rules with their author; an old one can be restored and saved as the next version. */
export function RuleVersions({ current, onTake }: { current: number; onTake(policy: Policy): void }) {
  const versions = useQuery(policyVersions())
  const zone = useOrganization().time_zone
  return (
    <Section help={helpGroup('policy')} title={w.title} count={versions.data && count(versions.data.length)}>
      <QueryContent of={versions} what={w.the}>
        {(all) =>
          all.length === 0 ? (
            <p className="soft">{w.none}</p>
          ) : (
            <ul className="sheet packs">
              {all.map(({ version, policy, author, created_at }) => (
                <li key={version}>
                  <b className="strong">{version}</b>
                  <div>
                    <p>{[...(policy.packs ?? []), ...ruleLines(policy as Policy)].join(' · ') || w.noRules}</p>
                    <p className="small mute" title={utcTitle(Date.parse(created_at))}>
                      {author}, {shortMoment(Date.parse(created_at), zone)}
                    </p>
                  </div>
                  {version === current ? (
                    <span className="small mute">{w.inForce}</span>
                  ) : (
                    <Button
                      small
                      kind="quiet"
                      aria-label={w.restoreNamed(version)}
                      onClick={() => onTake(policy as Policy)}
                    >
                      {w.restore}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Section>
  )
}
