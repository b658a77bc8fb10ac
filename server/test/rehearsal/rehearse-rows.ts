/** Judges a planted list by the rules alone, without a database. */
import { type FindingKind, RowJudge, type SpokenVariable } from '../../src/rehearsal/rules/row-judge.ts'
import { type BadKind, COLUMNS, type PlantedList, TODAY } from './planted-list.ts'

const said = (name: string, say: SpokenVariable['say'] = null, currency = ''): SpokenVariable => ({
  name,
  say,
  currency,
  fallback: null,
})

export const VARIABLES: readonly SpokenVariable[] = [
  said('first_name'),
  said('last_name'),
  said('city'),
  said('doctor'),
  said('appointment_date', 'say_date'),
  said('appointment_time'),
  said('amount', 'say_money', 'USD'),
  said('reference', 'say_digits'),
]

export interface Rehearsal {
  /** Names of the planted kinds that no finding names. */
  missed: string[]
  /** Good rows with a finding. */
  flagged: Array<{ row: number; kinds: FindingKind[] }>
}

export function rehearseRows({ rows, bad }: PlantedList, half?: BadKind['half']): Rehearsal {
  const judge = new RowJudge(COLUMNS.slice(1), VARIABLES, {
    language: 'en',
    letters: 'latin',
    today: Date.parse(TODAY) / 86_400_000,
  })
  for (const row of rows) judge.learn(row)
  for (const _ of judge.conclude());
  const found: Rehearsal = { missed: [], flagged: [] }
  for (const [at, row] of rows.entries()) {
    const findings = judge.judge(row)
    const planted = bad.get(at)
    if (planted && findings.length === 0 && (half ?? planted.half) === planted.half) found.missed.push(planted.name)
    if (!planted && findings.length > 0) found.flagged.push({ row: at, kinds: findings.map(({ kind }) => kind) })
  }
  return found
}
