import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EvaluationBody, evaluationList, oneEvaluation, startEvaluation } from '../../../../api/evaluations.ts'
import { simulatedPeople, type Workflow } from '../../../../api/workflows.ts'
import { ActionError } from '../../../../forms/action-error.tsx'
import { NumberInput } from '../../../../forms/number-input.tsx'
import { Button } from '../../../../ui/button.tsx'
import { evaluationWords as w } from '../../../../words/evaluation.ts'
import type { EditorState } from '../use-editor.ts'
import { draftFault } from './draft-fault.ts'
import { type EvaluationForm, evaluationBodyOf, evaluationFormOf, NEW_FORM } from './evaluation-form.ts'
import { EvaluationResults, RESULTS_ELEMENT_ID } from './evaluation-results.tsx'
import { PeopleFields } from './people-fields.tsx'

/** Starts an evaluation of the edited workflow, and shows earlier ones. */
export function Evaluate({ workflow, editor }: { workflow: Workflow; editor: EditorState }) {
  const people = useQuery(simulatedPeople()).data ?? []
  const { data: all } = useQuery(evaluationList(workflow.id))
  const [edited, setForm] = useState<EvaluationForm | null>(null)
  const [openId, setOpenId] = useState<number | null>(null)
  const last = useLastForm(workflow.id, all?.[0]?.id)
  const form = edited ?? last
  const isRunning = all?.[0]?.state === 'running'
  const change = (part: Partial<EvaluationForm>) => setForm({ ...form, ...part })
  const titles = Object.fromEntries(people.map(({ name, title }) => [name, title]))
  const start = useMutation({
    mutationFn: () => {
      const draft = editor.dirty ? { workflow_definition: editor.definition as never } : {}
      return startEvaluation(workflow.id, { ...evaluationBodyOf(form, titles), ...draft })
    },
    onSuccess: ({ id }) => {
      setOpenId(id)
      document.getElementById(RESULTS_ELEMENT_ID)?.scrollIntoView({ block: 'start' })
    },
  })
  const fault = draftFault(editor)
  const isEmpty = !form.dialogues && Object.keys(form.people).length === 0 && !(form.withOthers && form.others.length)
  return (
    <>
      <div className="in">
        <p className="f soft">
          {w.aboutEvaluation} {editor.dirty && w.withEdits}
        </p>
        <PeopleFields form={form} people={people} editor={editor} onChange={change} />
        <Figures form={form} onChange={change} />
        <EvaluationResults workflowId={workflow.id} openId={openId} onOpen={setOpenId} />
      </div>
      <footer className="try-foot">
        <ActionError title={w.notStarted} of={start.error} />
        {(fault ?? isEmpty) && <p className="small soft">{fault ?? w.noneChosen}</p>}
        <div className="row">
          <Button
            kind="primary"
            icon="play"
            busy={start.isPending || isRunning}
            disabled={isEmpty || fault !== null}
            onClick={() => start.mutate()}
          >
            {w.start}
          </Button>
        </div>
      </footer>
    </>
  )
}

/** The form of the newest evaluation, which the user most likely wants to repeat. */
function useLastForm(workflowId: number, id: number | undefined): EvaluationForm {
  const { data } = useQuery({ ...oneEvaluation(workflowId, id ?? 0, false), enabled: id !== undefined })
  return data?.request ? evaluationFormOf(data.request as EvaluationBody) : NEW_FORM
}

function Figures({ form, onChange }: { form: EvaluationForm; onChange(part: Partial<EvaluationForm>): void }) {
  return (
    <>
      <div className="f">
        <label htmlFor="check-runs">{w.runs}</label>
        <NumberInput id="check-runs" min={1} max={100} value={form.runs} onChange={(runs) => onChange({ runs })} />
      </div>
      <div className="f">
        <label htmlFor="check-rate">{w.rate}</label>
        <NumberInput
          id="check-rate"
          min={0}
          max={100}
          unit="%"
          value={form.rate}
          onChange={(rate) => onChange({ rate })}
        />
      </div>
      <div className="f">
        <label htmlFor="check-judge">{w.judge}</label>
        <input
          id="check-judge"
          className="input"
          maxLength={2000}
          value={form.judge}
          onChange={({ target }) => onChange({ judge: target.value })}
        />
        <p className="help">{w.judgeHelp}</p>
      </div>
      <div className="f">
        <span className="row">
          <input
            id="check-dialogues"
            type="checkbox"
            checked={form.dialogues}
            onChange={({ target }) => onChange({ dialogues: target.checked })}
          />
          <label htmlFor="check-dialogues">{w.dialogues}</label>
        </span>
      </div>
    </>
  )
}
