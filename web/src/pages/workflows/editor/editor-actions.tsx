import { OutdialError } from '@outdial/sdk'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sentenceOf } from '../../../api/error-words.ts'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { oneWorkflow, type Workflow } from '../../../api/workflows.ts'
import { useKey } from '../../../keys/use-key.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { evaluationWords } from '../../../words/evaluation.ts'
import { workflowWords as w } from '../../../words/workflows.ts'
import { useCampaignsOfWorkflow } from '../use-campaigns-of-workflow.ts'
import { whyNotAddable } from './definition.ts'
import type { EditorState } from './use-editor.ts'

interface EditorActionsProps {
  workflow: Workflow
  editor: EditorState
  asList: boolean
  onView(): void
  onTry(): void
  onCheck(): void
}

export function EditorActions({ workflow, editor, asList, onView, onTry, onCheck }: EditorActionsProps) {
  const { undo, redo, dirty, types, definition } = editor
  const save = useSave(workflow, editor)
  useKey('mod+z', (event) => (event.shiftKey ? redo?.() : undo?.()))
  useKey('mod+y', () => redo?.())
  const kinds: MenuItem[] = types.map((type) => ({
    label: type.display_name,
    whyNot: whyNotAddable(definition, type),
    run: () => editor.add(type),
  }))
  return (
    <>
      <Button icon="undo" aria-label={w.undo} title="ctrl Z" disabled={!undo} onClick={() => undo?.()} />
      <Button
        icon="undo"
        className="mirrored wide-only"
        aria-label={w.redo}
        title="ctrl shift Z"
        disabled={!redo}
        onClick={() => redo?.()}
      />
      <Button className="wide-only" icon={asList ? 'workflows' : 'list'} onClick={onView} title="o">
        {asList ? w.diagram : w.outline}
      </Button>
      <Menu
        label={w.addStep}
        trigger={
          <Button className="wide-only" icon="plus">
            {w.addStep}
          </Button>
        }
        items={kinds}
      />
      <Button icon="mic" keys="t" onClick={onTry}>
        {w.tryIt}
      </Button>
      <Button icon="check" keys="e" onClick={onCheck}>
        {evaluationWords.evaluate}
      </Button>
      {(dirty || save.isPending) && (
        <Button kind="primary" busy={save.isPending} onClick={() => save.mutate()}>
          {w.save(editor.baseVersion + 1)}
        </Button>
      )}
    </>
  )
}

function useSave(workflow: Workflow, editor: EditorState) {
  const { running, paused } = useCampaignsOfWorkflow(workflow.id)
  const { definition, markSaved, validation, select, dirty, baseVersion } = editor
  const save = useMutation({
    mutationFn: async () => {
      const fault = validation?.errors[0]
      if (fault) {
        select(fault.id === null ? null : { kind: fault.kind === 'edge' ? 'exit' : 'step', id: fault.id })
        throw new Error(fault.message)
      }
      const { data } = await api().PUT('/api/v1/workflow/{workflow_id}', {
        params: { path: { workflow_id: workflow.id } },
        body: { workflow_definition: definition as never, base_version_number: baseVersion },
      })
      return data!
    },
    onSuccess: (saved) => {
      markSaved(definition, saved.version_number)
      queryClient.setQueryData(oneWorkflow(saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['workflows'] })
      toast(w.saved(saved.version_number, keptWords(running, paused)))
    },
    onError: (error) => {
      // Loads the newer version; the page then asks the user what to do.
      if (error instanceof OutdialError && error.code === 'workflow_changed')
        return void queryClient.invalidateQueries({ queryKey: oneWorkflow(workflow.id).queryKey })
      toast(w.notSaved(sentenceOf(error)), { tone: 'fault' })
    },
  })
  const { mutate } = save
  useEffect(() => {
    // The shortcut also works while typing, when other keys are disabled.
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      if (dirty) mutate()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [dirty, mutate])
  return save
}

/** A sentence about started campaigns, which keep their version: which ones, and how to change that. */
function keptWords(running: readonly { name: string }[], paused: readonly { name: string }[]): string {
  const names = (campaigns: readonly { name: string }[]) => campaigns.map(({ name }) => name).join(', ')
  if (running.length + paused.length === 0) return w.newCalls
  return [running.length > 0 && w.keptRunning(names(running)), paused.length > 0 && w.keptPaused(names(paused))]
    .filter(Boolean)
    .join(' ')
}
