import type { Call } from '../../api/calls.ts'
import { count, money } from '../../ui/format.ts'
import { callWords as w } from '../../words/call.ts'

/** Requests to language models, what speech services were sent, and the cost. */
export function ModelUsage({ usage: { models, speech, cost } }: { usage: NonNullable<Call['model_usage']> }) {
  return (
    <>
      <dt>{w.models}</dt>
      <dd>
        {models.map((used) => (
          <div key={used.model}>
            {w.usedModel(used.model, used.requests, count(used.input_tokens), count(used.output_tokens))}
            {used.unreported_requests > 0 && w.unreported(used.unreported_requests)}
          </div>
        ))}
        {speech.map(({ service, part, seconds, characters }) => (
          <div key={`${service} ${part}`}>
            {part === 'voice'
              ? w.usedVoice(service, count(characters ?? 0))
              : w.usedRecognition(service, count(Math.round(seconds ?? 0)))}
          </div>
        ))}
      </dd>
      <dt>{w.modelCost}</dt>
      <dd>{cost === null ? w.noPrice : w.modelAmount(money(cost.amount, cost.currency), cost.is_complete)}</dd>
    </>
  )
}
