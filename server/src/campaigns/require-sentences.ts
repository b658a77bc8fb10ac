/** What the law wants said must stand in the workflow before anybody is called with it. */
import { ApiError } from '../kernel/errors.ts'
import { loadPolicy } from '../policies/load-policy.ts'
import { ruleOf } from '../policies/rules/explain.ts'
import { mergedFor } from '../policies/rules/merge.ts'
import { missingSentences } from '../policies/rules/required-sentences.ts'
import type { Queries } from '../storage/database.ts'
import { definitionById } from '../workflows/queries.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'

/** Whoever is on the list, every pack that was chosen counts: a workflow is the same for all. */
export async function requireSentences(
  db: Queries,
  campaign: { id: number; organizationId: number; definitionId: number },
  nowMs: number,
): Promise<void> {
  const policy = await loadPolicy(db, campaign.organizationId, campaign.id)
  if (!policy) return
  const { requiredSentences } = mergedFor(policy.compiled, [], nowMs)
  if (requiredSentences.length === 0) return
  const definition = await definitionById(db, campaign.organizationId, campaign.definitionId)
  const [missing] = missingSentences(requiredSentences, textsOf(definition as WorkflowDefinition))
  if (!missing) return
  const wordings = missing.any_of.slice(0, 3).join('", "')
  throw new ApiError('required_sentence_missing', {
    message: `The workflow does not say what ${ruleOf(missing.from)} requires: ${missing.description} Say for example "${wordings}".`,
    details: { id: missing.id, from: missing.from, any_of: missing.any_of },
  })
}

/** Said word for word, or told to the model that speaks. */
function textsOf(definition: WorkflowDefinition): string[] {
  return definition.nodes.flatMap(({ data }) => {
    const { greeting, say, prompt } = data as Partial<Record<'greeting' | 'say' | 'prompt', string | null>>
    return [greeting, say, prompt].filter((text) => typeof text === 'string')
  })
}
