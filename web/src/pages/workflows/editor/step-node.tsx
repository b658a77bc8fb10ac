import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { share } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import {
  type Exit,
  exitName,
  isReserved,
  isSeparateStep,
  listOf,
  mayHaveEntries,
  mayHaveExits,
  type NodeType,
  type Step,
  stepName,
  stepText,
} from './definition.ts'
import { iconOf } from './step-look.ts'
import { TemplateText } from './template-text.tsx'
import type { Problem } from './use-validation.ts'

export type StepNode = Node<
  {
    step: Step
    type: NodeType | undefined
    exits: Exit[]
    /** Id of the selected exit. */
    exitId: string | null
    problems: Problem[]
    /** `lit`: the call has passed this step. `here`: the call is at this step now. */
    lit: '' | 'lit' | 'here'
    /** Number of conversations of the last 30 days that took each exit. */
    traffic: ReadonlyMap<string, { calls: number; share: number | null; shared: boolean }> | null
  },
  'step'
>

/** The handle for drawing a new exit. */
export const NEW_EXIT = 'new-exit'

/** A step in the graph with its words and its exits as rows; edges start at the rows. */
export const StepBox = memo(function StepBox({ data, selected }: NodeProps<StepNode>) {
  const { step, type, exits, exitId, problems, lit, traffic } = data
  const collect = step.data.collect as { variable?: string } | undefined
  return (
    <div className={`node ${lit} ${selected ? 'sel' : ''} ${isSeparateStep(type) ? 'global' : ''}`}>
      {mayHaveEntries(type) && !isSeparateStep(type) && (
        <Handle type="target" position={Position.Left} className="in-port" />
      )}
      <header>
        <Icon name={iconOf(type)} small />
        <b>{stepName(step)}</b>
        {problems.length > 0 && (
          <span className="bad inline-flex" title={problems.map(({ message }) => message).join('\n')}>
            <Icon name="alert" small />
            <span className="vh">{problems.map(({ message }) => message).join(' ')}</span>
          </span>
        )}
      </header>
      <p className="words">
        <TemplateText text={stepText(step)} />
      </p>
      {collect?.variable && (
        <p className="collect">
          {w.keeps} <code className="var">{collect.variable}</code>
        </p>
      )}
      {mayHaveExits(type) && !isSeparateStep(type) && (
        <ul>
          {exits.map((exit) => (
            <li key={exit.id} className={`${isReserved(exit) ? 'aux' : ''} ${exit.id === exitId ? 'on' : ''}`}>
              <span className="trunc">{exitName(exit)}</span>
              <Share of={traffic?.get(exit.id)} />
              {listOf(exit.data.keys).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              <Handle type="source" position={Position.Right} id={exit.id} className="port" isConnectableStart />
            </li>
          ))}
          <li className="aux new">
            <span>{w.newExit}</span>
            <Handle type="source" position={Position.Right} id={NEW_EXIT} className="port" />
          </li>
        </ul>
      )}
    </div>
  )
})

function Share({ of: taken }: { of: { calls: number; share: number | null; shared: boolean } | undefined }) {
  if (!taken) return null
  const together = taken.shared ? w.together : ''
  return (
    <small className="mute" title={w.taken(taken.calls, together)}>
      {taken.share === null ? '' : share(taken.share, 1)}
    </small>
  )
}
