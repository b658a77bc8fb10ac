/** Reads the contacts of a campaign twice: first to learn what is usual in each column, then to judge every row. */
import { setImmediate } from 'node:timers/promises'
import { findPack } from '../language/packs/packs.ts'
import type { Queries } from '../storage/database.ts'
import { toolVariables } from '../tools/tools-of-workflow.ts'
import { contextVariables } from '../workflows/context-variables.ts'
import { DEFAULT_LANGUAGE, type WorkflowDefinition } from '../workflows/rules/definition.ts'
import { variableKey } from '../workflows/rules/variable-names.ts'
import { type FindingGroup, nextRehearsedContacts, type RehearsedCampaign, type RehearsedContact } from './queries.ts'
import { type RowFinding, RowJudge, type SpokenVariable } from './rules/row-judge.ts'
import { variableUses } from './rules/spoken-sentences.ts'

export const REHEARSAL_LIMITS = {
  /** Contacts read per page. */
  pageRows: 500,
  /** Rows judged before yielding, which takes a few milliseconds. Live calls need the thread every 20 ms. */
  sliceRows: 10,
  /** Contacts listed per kind of finding and column; the others are only counted. */
  contactsNamedMax: 1_000,
  /** Concurrent rehearsals on one node. */
  atOnceMax: 2,
} as const

export interface RehearsalProgress {
  rowsDone: number
  oddRows: number
  defaultRows: number
  findings: FindingGroup[]
}

export interface RehearseDeps {
  db: Queries
  now: Date
  /** Yields to other work of this thread; if left out, until the next turn of the event loop. */
  pause?(): Promise<void>
  /** Called after each judged page. */
  progressed?(progress: RehearsalProgress): void
}

/** Judges every contact that may still be called. Rejects if the database fails. */
export async function rehearse(deps: RehearseDeps, campaign: RehearsedCampaign): Promise<RehearsalProgress> {
  const { db, now, progressed } = deps
  const variables = await spokenVariables(db, campaign.organizationId, campaign.definition)
  const language = campaign.definition.settings?.language ?? DEFAULT_LANGUAGE
  const judge = new RowJudge(campaign.columns, variables, {
    language,
    letters: findPack(language) === undefined ? 'any' : 'latin',
    today: dayIn(campaign.timezone, now),
  })
  await eachRow(deps, campaign.id, ({ cells }) => judge.learn(cells))
  for (const _ of judge.conclude()) await (deps.pause ?? setImmediate)()
  const found = new Findings()
  await eachRow(
    deps,
    campaign.id,
    ({ id, cells }) => found.add(id, judge.judge(cells)),
    () => progressed?.(found.progress),
  )
  return found.progress
}

async function eachRow(
  { db, pause = () => setImmediate() }: RehearseDeps,
  campaignId: number,
  visit: (contact: RehearsedContact) => void,
  onPage: () => void = () => {},
): Promise<void> {
  for (let after = 0; ; ) {
    const page = await nextRehearsedContacts(db, campaignId, after, REHEARSAL_LIMITS.pageRows)
    const last = page.at(-1)
    if (!last) return
    after = last.id
    for (let from = 0; from < page.length; from += REHEARSAL_LIMITS.sliceRows) {
      for (const contact of page.slice(from, from + REHEARSAL_LIMITS.sliceRows)) visit(contact)
      await pause()
    }
    onPage()
  }
}

class Findings {
  readonly #groups = new Map<string, FindingGroup>()
  #rows = 0
  #odd = 0
  #defaults = 0

  add(contactId: number, findings: readonly RowFinding[]): void {
    this.#rows += 1
    // A default value was chosen by the author, so it is counted separately.
    if (findings.some(({ kind }) => kind !== 'default')) this.#odd += 1
    if (findings.some(({ kind }) => kind === 'default')) this.#defaults += 1
    for (const { kind, column } of findings) {
      const key = `${kind}\n${column}`
      const group = this.#groups.get(key) ?? { kind, column, rows: 0, contacts: [] }
      this.#groups.set(key, group)
      group.rows += 1
      if (group.contacts.length < REHEARSAL_LIMITS.contactsNamedMax) group.contacts.push(contactId)
    }
  }

  get progress(): RehearsalProgress {
    return {
      rowsDone: this.#rows,
      oddRows: this.#odd,
      defaultRows: this.#defaults,
      findings: [...this.#groups.values()],
    }
  }
}

/** The variables of the list that the agent says or that a model receives. Variables that tools fill are left out. */
export async function spokenVariables(
  db: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<SpokenVariable[]> {
  const uses = variableUses(definition)
  const filledByTools = new Set((await toolVariables(db, organizationId, definition)).map(variableKey))
  return Object.entries(contextVariables(definition)).flatMap(([name, fallback]) => {
    const use = uses.get(variableKey(name))
    if (use === undefined || filledByTools.has(variableKey(name))) return []
    return [{ name, fallback, say: use.say?.as ?? null, currency: use.say?.currency ?? '' }]
  })
}

/** The date in the time zone, in days since 1970. */
function dayIn(timeZone: string, now: Date): number {
  return Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)) / 86_400_000
}
