import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { nodeTypes, oneWorkflow, type Workflow } from '../../api/workflows.ts'
import { useCommands } from '../../components/commands.ts'
import { NotFound } from '../../components/not-found.tsx'
import { Page } from '../../components/page.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { useKey } from '../../keys/use-key.ts'
import { paths } from '../../paths.ts'
import { usePathId } from '../../routes/use-param.ts'
import { Note } from '../../ui/note.tsx'
import { Loading, QueryContent } from '../../ui/states.tsx'
import { evaluationWords } from '../../words/evaluation.ts'
import { workflowWords as w } from '../../words/workflows.ts'
import { CheckPanel } from './editor/check/check-panel.tsx'
import type { Definition } from './editor/definition.ts'
import { EditorActions } from './editor/editor-actions.tsx'
import { Inspector } from './editor/inspector.tsx'
import { NewerVersion } from './editor/newer-version.tsx'
import { Outline } from './editor/outline.tsx'
import { Problems } from './editor/problems.tsx'
import { TryPanel } from './editor/try/try-panel.tsx'
import { useUnexpectedPhrases } from './editor/unexpected-phrases.tsx'
import { type StepCatalogue, useEditor } from './editor/use-editor.ts'
import { knownVariables, VariablesContext } from './editor/variables.ts'
import { VersionsPanel } from './editor/versions-panel.tsx'
import { useCampaignsOfWorkflow } from './use-campaigns-of-workflow.ts'

const Graph = lazy(() => import('./editor/graph.tsx'))

export function WorkflowPage() {
  const id = usePathId('workflowId')
  const workflow = useQuery({ ...oneWorkflow(id ?? 0), enabled: id !== null, refetchOnMount: true })
  const types = useQuery(nodeTypes())
  if (id === null) return <NotFound />
  if (workflow.data && types.data)
    return <Editor key={id} workflow={workflow.data} catalogue={types.data as unknown as StepCatalogue} />
  return (
    <Page title={w.workflow} crumb={{ to: paths.workflows, label: w.title }}>
      <QueryContent of={workflow} what={w.theWorkflow} rows={6}>
        {() => (
          <QueryContent of={types} what={w.kinds}>
            {() => null}
          </QueryContent>
        )}
      </QueryContent>
    </Page>
  )
}

/** Panels that replace the inspector. */
type Panel = 'try' | 'check' | 'versions'

const isPhone = () => matchMedia('(max-width: 767px)').matches

function Editor({ workflow, catalogue }: { workflow: Workflow; catalogue: StepCatalogue }) {
  const [first] = useState(() => workflow.workflow_definition as unknown as Definition)
  const [firstVersion] = useState(workflow.version_number)
  const editor = useEditor(first, catalogue, firstVersion)
  const [panel, setPanel] = useState<Panel | null>(null)
  const open = (next: Panel) => () => setPanel(next)
  const close = () => setPanel(null)
  const [asList, setAsList] = useState(isPhone)
  const { running } = useCampaignsOfWorkflow(workflow.id)
  const unexpected = useUnexpectedPhrases(editor, workflow.id)
  const variables = useMemo(() => knownVariables(editor.definition), [editor.definition])
  useKey('t', open('try'))
  useKey('e', open('check'))
  useKey('escape', panel && close)
  useKey('o', () => setAsList(!asList))
  useCommands([
    { label: w.tryThis, icon: 'mic', run: open('try') },
    { label: evaluationWords.command, icon: 'check', run: open('check') },
    { label: asList ? w.showDrawing : w.showOutline, icon: 'list', run: () => setAsList(!asList) },
    { label: w.versionsOf, icon: 'clock', run: open('versions') },
    { label: w.tidyDrawing, icon: 'workflows', run: editor.layOut },
  ])
  return (
    <Page
      title={workflow.name}
      crumb={{ to: paths.workflows, label: w.title }}
      facts={
        <button type="button" className="link as-text" title={w.allVersions} onClick={open('versions')}>
          {w.versionWords(workflow.version_number, editor.dirty, running.length)}
        </button>
      }
      actions={
        <EditorActions
          workflow={workflow}
          editor={editor}
          asList={asList}
          onView={() => setAsList(!asList)}
          onTry={open('try')}
          onCheck={open('check')}
        />
      }
      className="flush"
    >
      <NewerVersion workflow={workflow} editor={editor} onCompare={open('versions')} />
      <VariablesContext value={variables}>
        <div className="editor">
          {asList ? (
            <div className="canvas list">
              {isPhone() && (
                <div className="p-4 pb-0">
                  <Note>{w.onPhone}</Note>
                </div>
              )}
              <Outline editor={editor} onOpen={(id) => editor.select({ kind: 'step', id })} />
            </div>
          ) : (
            <Suspense fallback={<Loading what={w.drawing} />}>
              <Graph editor={editor} workflowId={workflow.id} />
            </Suspense>
          )}
          {panel === 'try' ? (
            <TryPanel workflow={workflow} editor={editor} onClose={close} />
          ) : panel === 'check' ? (
            <CheckPanel workflow={workflow} editor={editor} onClose={close} />
          ) : panel === 'versions' ? (
            <VersionsPanel workflow={workflow} editor={editor} onClose={close} />
          ) : (
            <Inspector editor={editor} unexpected={unexpected} />
          )}
          <Problems editor={editor} unexpected={unexpected} />
        </div>
      </VariablesContext>
      <LeaveGuard dirty={editor.dirty} what={w.changesTo(workflow.name)} />
    </Page>
  )
}
