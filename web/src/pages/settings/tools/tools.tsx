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
      New tool
    </Button>
  )
  return (
    <>
      <Section
        help={helpGroup('tools')}
        title="Tools"
        count={tools.data && count(tools.data.length)}
        aside={forbidden ? <span className="small mute">{forbidden}</span> : add}
      >
        <p className="soft">
          A tool is an HTTP request to a service of yours. A language model or a step of a workflow calls it during a
          conversation, for instance to find an order or to book an appointment.
        </p>
      </Section>
      <QueryContent of={tools} what="The tools">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No tools yet" acts={!forbidden && add}>
              Give the address of a service, and what the agent must ask for before it is called.
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
      toast(isArchived ? `${tool.name} can be used again.` : `${tool.name} is archived.`)
    } catch (error) {
      toast(`${tool.name} was not changed. ${sentenceOf(error)}`, { tone: 'fault' })
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
          {tool.name} {isArchived && <span className="tag">archived</span>}
        </p>
        <p className="small mute">{tool.description}</p>
        <p className="small code break-all">{requestOf(tool.definition as Record<string, unknown>)}</p>
      </div>
      {canChange && (
        <span className="row">
          {tool.category === 'http_api' && !isArchived && (
            <Button small onClick={onTest}>
              Test…
            </Button>
          )}
          <Button small kind="quiet" busy={busy} onClick={() => void change()}>
            {isArchived ? 'Use again' : 'Archive'}
          </Button>
        </span>
      )}
    </li>
  )
}
