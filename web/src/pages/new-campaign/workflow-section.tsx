import { useQueries, useQuery } from '@tanstack/react-query'
import { oneWorkflow, type Workflow, workflowList } from '../../api/workflows.ts'
import { helpGroup } from '../../components/help.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import { TemplateText } from '../workflows/editor/template-text.tsx'
import { ChoiceList } from './choice-list.tsx'
import type { SectionProps } from './contacts-section.tsx'

/** The first words that a person hears from the workflow. */
function openingWords(workflow: Workflow | undefined): string {
  const start = workflow?.workflow_definition.nodes.find((node) => node.type === 'startCall')
  const data = (start?.data ?? {}) as { greeting?: string | null; say?: string | null; prompt?: string | null }
  return data.greeting ?? data.say ?? data.prompt ?? ''
}

export function WorkflowSection({ draft, change }: SectionProps) {
  const workflows = useQuery(workflowList())
  const active = (workflows.data ?? []).filter((workflow) => workflow.status === 'active')
  const details = useQueries({ queries: active.map((workflow) => oneWorkflow(workflow.id)) })
  return (
    <Section help={helpGroup('workflows')} id="what" className="step-sec" title={w.workflow}>
      <QueryContent of={workflows} what={w.theWorkflows}>
        {() =>
          active.length === 0 ? (
            <Empty title={w.noWorkflow} acts={<ButtonLink to={paths.workflows}>{w.makeWorkflow}</ButtonLink>}>
              {w.aboutWorkflows}
            </Empty>
          ) : (
            <ChoiceList
              label={w.workflow}
              value={draft.workflowId}
              onChange={(workflowId) => change({ workflowId, accepted: [] })}
              choices={active.map((workflow, at) => ({
                id: workflow.id,
                title: workflow.name,
                detail: <TemplateText text={openingWords(details[at]?.data)} />,
              }))}
            />
          )
        }
      </QueryContent>
    </Section>
  )
}
