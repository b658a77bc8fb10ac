import { count, money } from '../../ui/format.ts'
import { waitWords as w } from '../../words/waits.ts'

/** Limits in the currency of the organization. */
const SPEND = /_spend_limit$/

/** The text of a limit with its usage; `room` is the free capacity for conversations. */
export function limitWords(rule: string, used: number | null, limit: number | null, currency: string | null): string {
  if (rule === 'price_missing') return w.notEntered
  if (SPEND.test(rule) && limit !== null) return w.of(money(String(used ?? 0), null), money(String(limit), currency))
  const isSlots = rule.endsWith('_slots')
  if (limit === null) return rule === 'room' ? w.anyConversations : isSlots ? w.anyLiveCalls : w.anyCalls
  if (rule === 'room') return w.forMore(limit)
  const most = isSlots ? w.liveCalls(limit) : w.calls(limit)
  if (rule === 'pace') return w.perSecond(most)
  return used === null ? w.atMost(most) : w.of(count(used), most)
}
