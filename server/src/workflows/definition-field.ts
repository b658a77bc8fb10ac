/** A definition as a field of requests and answers: validated by the rules, documented node by node. */
import { z } from 'zod'
import { customIssue, documentedAs } from '../http/schemas.ts'
import { inTurns } from '../kernel/in-turns.ts'
import type { WorkflowDefinition } from './rules/definition.ts'
import { EDGE_PROPERTIES, SETTINGS_PROPERTIES } from './rules/edge-properties.ts'
import type { Fault } from './rules/faults.ts'
import { NODE_TYPE_NAMES, NODE_TYPES, type NodeType } from './rules/node-types.ts'
import { schemaOfProperties } from './rules/properties.ts'
import { checkingSteps } from './rules/validate-definition.ts'

/** Refuses a definition that cannot be saved; every fault has its path in the definition. Its route says `validatesBodyInTurns`. */
export function definitionField() {
  const schema = z.unknown().transform(async (value, context): Promise<WorkflowDefinition> => {
    if (value === undefined) {
      context.addIssue(customIssue('missing', 'Field required'))
      return z.NEVER
    }
    const checked = await inTurns(checkingSteps(value))
    for (const fault of checked.faults) context.addIssue({ ...issueOf(fault), path: fault.path })
    return checked.definition ?? z.NEVER
  })
  return documentedAs(schema, serializeDefinition)
}

/** Accepts any value, for the check whether it could be saved. */
export function uncheckedDefinition() {
  const schema = z.unknown().superRefine((value, context) => {
    if (value === undefined) context.addIssue(customIssue('missing', 'Field required'))
  })
  return documentedAs(schema, whateverWasSent)
}

const whateverWasSent = z.unknown().meta({
  description: 'A `WorkflowDefinition`, complete or not: the answer lists its problems.',
})

function issueOf(fault: Fault) {
  const message = fault.type === 'value_error' ? `Value error, ${fault.message}` : fault.message
  return customIssue(fault.type, message, fault.ctx)
}

function nodeSchema(type: NodeType) {
  const { display_name, description, properties } = NODE_TYPES[type]
  return z
    .looseObject({
      id: z.string(),
      type: z.literal(type),
      position: z.looseObject({ x: z.number(), y: z.number() }).nullish(),
      data: schemaOfProperties(properties),
    })
    .meta({ title: display_name, description })
}

/** The shape in the documentation; the rules do the validation. */
export const serializeDefinition = z
  .looseObject({
    nodes: z.array(z.union(NODE_TYPE_NAMES.map(nodeSchema))),
    edges: z.array(
      z.looseObject({
        id: z.string(),
        source: z.string(),
        target: z.string(),
        data: schemaOfProperties(EDGE_PROPERTIES).nullish(),
      }),
    ),
    settings: schemaOfProperties(SETTINGS_PROPERTIES).nullish(),
  })
  .meta({ id: 'WorkflowDefinition', description: 'A graph of what the voice agent says and asks.' })
