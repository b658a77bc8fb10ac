/** What an experiment says so far, in the language of the console. */
import type { ExperimentResult } from '../../api/campaigns.ts'
import { count, points } from '../../ui/format.ts'
import { experimentWords as w } from '../../words/experiment.ts'

type Arm = ExperimentResult['arms'][number]

export function experimentSentence({ arms, may_stop }: Pick<ExperimentResult, 'arms' | 'may_stop'>): string {
  const [first, ...others] = arms
  const compared = others.filter(({ verdict }) => verdict !== null)
  if (!first || compared.length === 0) return w.onlyControl
  const better = compared.filter(({ verdict }) => verdict === 'better')
  const [best] = better.sort((a, b) => (b.rate ?? 0) - (a.rate ?? 0))
  if (best) return sentenceOfArm(best, first.name)
  if (may_stop && compared.length > 1) return w.allWorse(first.name)
  return compared.map((arm) => sentenceOfArm(arm, first.name)).join(' ')
}

function sentenceOfArm(arm: Arm, first: string): string {
  const { name, verdict, difference, difference_interval, more_people } = arm
  if (arm.waits_for_hours) return w.hoursDiffer(name, first)
  if (difference === null) return w.noneFinished(name, first)
  if (verdict === 'uneven') return w.uneven(name, first)
  const { low, high } = difference_interval ?? { low: difference, high: difference }
  if (verdict === 'better') return w.better(name, first, points(difference), points(low), points(high))
  if (verdict === 'worse') return w.worse(name, first, points(-difference), points(-high), points(-low))
  return more_people === null ? w.equal(name, first) : w.later(name, first, count(more_people))
}
