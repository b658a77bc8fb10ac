import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { faultsByField, serverSentence } from '../../../api/error-words.ts'
import { type OrganizationPolicy, organizationPolicy, type Pack, type Policy, packList } from '../../../api/policy.ts'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { ActionError } from '../../../forms/action-error.tsx'
import { SaveBar } from '../../../forms/save-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { QueryContent } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { callingRuleWords as w } from '../../../words/calling-rules.ts'
import { DryRunSection } from './dry-run.tsx'
import { Duties } from './duties.tsx'
import { OwnRules } from './own-rules.tsx'
import { Packs } from './packs.tsx'
import { changesBetween, withoutEmptyRules } from './policy-words.ts'
import { RuleVersions } from './rule-versions.tsx'

const NONE: Policy = { packs: [] }

/** The rules for every call of the organization, in all campaigns. */
export default function CallingRules() {
  const policy = useQuery(organizationPolicy())
  const packs = useQuery(packList())
  return (
    <QueryContent of={packs} what={w.thePacks}>
      {(offered) => (
        <QueryContent of={policy} what={w.theRules}>
          {(stored) => <RulesForm stored={stored} {...offered} />}
        </QueryContent>
      )}
    </QueryContent>
  )
}

function RulesForm({
  stored,
  packs,
  calendars,
}: {
  stored: OrganizationPolicy
  packs: readonly Pack[]
  calendars: readonly string[]
}) {
  const before = (stored.policy ?? NONE) as Policy
  const [edited, setEdited] = useState<{ policy: Policy; base: number | null } | null>(null)
  const setDraft = (next: Policy | null) =>
    setEdited((now) => next && { policy: next, base: now ? now.base : stored.version })
  const policy = edited?.policy ?? before
  const names = changesBetween(before, policy)
  const changed = useMemo(() => new Set(names), [names])
  const save = useMutation({
    mutationFn: async () => {
      // Rules decide who is called, so another user's changes are never overwritten unnoticed.
      const now = await queryClient.fetchQuery({ ...organizationPolicy(), staleTime: 0 })
      if (now.version !== edited?.base) throw new Error(w.savedMeanwhile)
      return api().policies.set({ policy: withoutEmptyRules(policy) })
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(organizationPolicy().queryKey, saved)
      setDraft(null)
      void queryClient.invalidateQueries({ queryKey: ['policy'] })
      toast(w.saved)
    },
  })
  // While the user's own version is being saved, an event may deliver it before the answer arrives.
  const isOvertaken = edited !== null && edited.base !== stored.version && !save.isPending
  const change = (part: Partial<Policy>) => setDraft({ ...policy, ...part })
  return (
    <>
      <Note title={w.notLegalAdvice}>{w.notice(stored.notice)}</Note>
      {stored.warnings.map((warning) => (
        <Note key={warning} tone="warn">
          {serverSentence(warning)}
        </Note>
      ))}
      {isOvertaken && (
        <div role="alert">
          <Note
            tone="warn"
            title={w.overtaken(stored.version)}
            acts={
              <>
                <Button
                  small
                  onClick={() => {
                    setDraft(null)
                    save.reset()
                  }}
                >
                  {w.discardMine}
                </Button>
                <Button
                  small
                  kind="danger"
                  onClick={() => {
                    setEdited({ policy, base: stored.version })
                    save.reset()
                  }}
                >
                  {w.replaceTheirs}
                </Button>
              </>
            }
          >
            {w.overtakenText}
          </Note>
        </div>
      )}
      <ActionError title={w.notSaved} of={save.error} />
      <Packs packs={packs} chosen={policy.packs ?? []} onChange={(chosen) => change({ packs: chosen })} />
      <OwnRules
        policy={policy}
        packs={packs}
        calendars={calendars}
        faults={faultsByField(save.error)}
        changed={changed}
        onChange={change}
      />
      <DryRunSection policy={policy} />
      <Duties duties={stored.duties} />
      <RuleVersions current={stored.version} onTake={setDraft} />
      <SaveBar
        changes={names.length}
        effect={w.effect}
        busy={save.isPending}
        onSave={() => save.mutate()}
        onDiscard={() => {
          setDraft(null)
          save.reset()
        }}
      />
    </>
  )
}
