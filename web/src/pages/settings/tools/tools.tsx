/** Tools for language models and workflow steps, and the credentials of their requests. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../api/error-words.ts'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { type Tool, toolList } from '../../../api/tools.ts'
import { helpGroup } from '../../../components/help.ts'
import { useWhyScopeDenied } from '../../../components/scope.ts'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { Empty, QueryContent } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { toolWords as w } from '../../../words/tools.ts'
import { Credentials } from './credentials.tsx'
import { NewTool } from './new-tool.tsx'
import { TestTool } from './test-tool.tsx'
import { requestOf } from './tool-form.ts'

export default function Tools() {
  const tools = useQuery(toolList())
  const forbidden = useWhyScopeDenied('admin')
  const [adding, setAdding] = useState(false)
  const [testing, setTesting] = useState<Tool | null>(null)
  const add = (
    <Button small kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {w.newTool}
    </Button>
  )
  return (
    <>
      <Section
        help={helpGroup('tools')}
        title={w.title}
        count={tools.data && count(tools.data.length)}
        aside={forbidden ? <span className="small mute">{forbidden}</span> : add}
      >
        <p className="soft">{w.text}</p>
      </Section>
      <QueryContent of={tools} what={w.theTools}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={w.none} acts={!forbidden && add}>
              {w.noneText}
            </Empty>
          ) : (
            <ul className="sheet packs">
              {all.map((tool) => (
                <OneTool key={tool.tool_uuid} tool={tool} canChange={!forbidden} onTest={() => setTesting(tool)} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <Credentials />
      {adding && <NewTool onClose={() => setAdding(false)} />}
      {testing && <TestTool tool={testing} onClose={() => setTesting(null)} />}
    </>
  )
}

interface OneToolProps {
  tool: Tool
  canChange: boolean
  onTest(): void
}

function OneTool({ tool, canChange, onTest }: OneToolProps) {
  const [busy, setBusy] = useState(false)
  const isArchived = tool.status === 'archived'
  const change = async () => {
    setBusy(true)
    const path = { params: { path: { tool_uuid: tool.tool_uuid } } }
    try {
      if (isArchived) await api().POST('/api/v1/tools/{tool_uuid}/unarchive', path)
      else await api().DELETE('/api/v1/tools/{tool_uuid}', path)
      toast(isArchived ? w.isBack(tool.name) : w.isArchived(tool.name))
    } catch (error) {
      toast(w.notChanged(tool.name, sentenceOf(error)), { tone: 'fault' })
    } finally {
      setBusy(false)
    }
    await queryClient.invalidateQueries({ queryKey: ['tools'] })
  }
  return (
    <li aria-label={tool.name}>
      <span className="mute">
        <Icon name="hook" />
      </span>
      <div>
        <p className="strong">
          {tool.name} {isArchived && <span className="tag">{w.archived}</span>}
        </p>
        <p className="small mute">{tool.description}</p>
        <p className="small code break-all">{requestOf(tool.definition as Record<string, unknown>)}</p>
      </div>
      {canChange && (
        <span className="row">
          {tool.category === 'http_api' && !isArchived && (
            <Button small onClick={onTest}>
              {w.test}
            </Button>
          )}
          <Button small kind="quiet" busy={busy} onClick={() => void change()}>
            {isArchived ? w.useAgain : w.archive}
          </Button>
        </span>
      )}
    </li>
  )
}
