import { useState } from 'react'
import { api } from '../../../api/session.ts'
import type { Tool } from '../../../api/tools.ts'
import { TextField } from '../../../forms/text-field.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Note } from '../../../ui/note.tsx'
import { toolWords as w } from '../../../words/tools.ts'
import { parametersOf, requestOf } from './tool-form.ts'

async function sendTest(uuid: string, values: Record<string, string>) {
  const { data } = await api().POST('/api/v1/tools/{tool_uuid}/test', {
    params: { path: { tool_uuid: uuid } },
    body: { llm_params: values },
  })
  return data!
}

type Answer = Awaited<ReturnType<typeof sendTest>>

export function TestTool({ tool, onClose }: { tool: Tool; onClose(): void }) {
  const definition = tool.definition as Record<string, unknown>
  const [values, setValues] = useState<Record<string, string>>({})
  const [answer, setAnswer] = useState<Answer | null>(null)
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.testTitle(tool.name)}
      verb={w.send}
      safe={w.close}
      scope="admin"
      keepOpen
      act={async () => setAnswer(await sendTest(tool.tool_uuid, values))}
    >
      <p className="soft">
        {w.realRequest} <span className="code break-all">{requestOf(definition)}</span>
      </p>
      {parametersOf(definition).map(({ name, description }) => (
        <TextField
          key={name}
          label={name}
          help={description}
          value={values[name] ?? ''}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
      {answer && <Result answer={answer} />}
    </Confirm>
  )
}

function Result({ answer }: { answer: Answer }) {
  const { status, status_code, error, data, variables, duration_ms } = answer
  const worked = status === 'success'
  return (
    <div role="status">
      <Note
        tone={worked ? 'good' : 'bad'}
        title={`${worked ? w.worked : w.failed}${status_code === null ? '' : `: ${w.status(status_code)}`}, ${duration_ms} ms`}
      >
        {error && <p>{error}</p>}
        {Object.entries(variables).map(([name, value]) => (
          <p key={name}>
            <span className="code">{name}</span> = {value}
          </p>
        ))}
        {data !== null && (
          <pre className="code small break-all whitespace-pre-wrap">{JSON.stringify(data, null, 2)}</pre>
        )}
      </Note>
    </div>
  )
}
