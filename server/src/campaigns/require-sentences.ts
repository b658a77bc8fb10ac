/** Sentences required by law must be in the workflow before a campaign starts with it. */
import { ApiError } from '../kernel/errors.ts'
import { loadPolicy } from '../policies/load-policy.ts'
import { ruleOriginText } from '../policies/rules/explain.ts'
import { mergeRulesFor } from '../policies/rules/merge.ts'
import { missingSentences, requiredWordingsFor, type SpokenTexts } from '../policies/rules/required-sentences.ts'
import type { Queries } from '../storage/database.ts'
import { definitionById } from '../workflows/queries.ts'
import { DEFAULT_LANGUAGE, type StartCallData, type WorkflowDefinition } from '../workflows/rules/definition.ts'
import { languageVariants } from '../workflows/rules/languages.ts'

/** Every chosen pack counts, regardless of the people on the list: the workflow is the same for all. */
export async function requireMandatorySentences(
  db: Queries,
  campaign: { id: number; organizationId: number; definitionId: number },
  nowMs: number,
): Promise<void> {
  const policy = await loadPolicy(db, campaign.organizationId, campaign.id)
  if (!policy) return
  const { requiredSentences } = mergeRulesFor(policy.compiled, [], nowMs)
  if (requiredSentences.length === 0) return
  const definition = await definitionById(db, campaign.organizationId, campaign.definitionId)
  // Checks every language variant: people called in another language must hear the sentence too.
  for (const variant of languageVariants(definition as WorkflowDefinition)) requireIn(variant, requiredSentences)
}

function requireIn(definition: WorkflowDefinition, required: Parameters<typeof missingSentences>[0]): void {
  const spoken = spokenTexts(definition)
  const [missing] = missingSentences(required, spoken)
  if (!missing) return
  const accepted = requiredWordingsFor(missing, spoken.language)
  const wordings = accepted.slice(0, 3).join('", "')
  const where = missing.said === 'opening' ? 'greeting of the first step' : 'words of a step'
  throw new ApiError('required_sentence_missing', {
    message: `The workflow does not say what ${ruleOriginText(missing.from)} requires: ${missing.description} Write for example "${wordings}" into the ${where}; a prompt for a model does not count.`,
    details: { id: missing.id, from: missing.from, any_of: [...accepted] },
  })
}

/** Texts that are spoken word for word. Prompts are left out, because a model rephrases them. */
function spokenTexts({ nodes, settings }: WorkflowDefinition): SpokenTexts {
  const texts = (given: ReadonlyArray<string | null | undefined>) => given.filter((text) => typeof text === 'string')
  const start = nodes.find(({ type }) => type === 'startCall')?.data as StartCallData | undefined
  const opening = texts([settings?.recording_consent, start?.greeting, start?.say])
  const steps = nodes.map(({ data }) => (data as { say?: string | null }).say)
  return { language: settings?.language ?? DEFAULT_LANGUAGE, opening, anywhere: [...opening, ...texts(steps)] }
}
