/** The expected results of a test conversation. */
export interface ConversationExpectations {
  /** The conversation must have one of these dispositions. */
  dispositions?: string[] | undefined
  gathered?: Record<string, string> | undefined
  reaches?: string[] | undefined
  never_reaches?: string[] | undefined
  says?: string[] | undefined
  never_says?: string[] | undefined
  do_not_call?: boolean | undefined
  seconds_max?: number | undefined
}

export interface ConversationResult {
  disposition: string | null
  gathered: Readonly<Record<string, string>>
  /** Steps that were reached. */
  nodes: readonly string[]
  /** The words of the agent, in order. */
  said: readonly string[]
  doNotCall: boolean
  seconds: number
}

export function unmetExpectations(expect: ConversationExpectations, held: ConversationResult): string[] {
  const unmet: string[] = []
  const { dispositions } = expect
  if (dispositions && !dispositions.includes(held.disposition ?? ''))
    unmet.push(`Expected to end as ${dispositions.join(' or ')}; it ended as ${held.disposition ?? 'nothing'}.`)
  for (const [name, value] of Object.entries(expect.gathered ?? {})) {
    const found = Object.hasOwn(held.gathered, name) ? `it is ${held.gathered[name]}` : 'it was not gathered'
    if (held.gathered[name] !== value) unmet.push(`Expected ${name} to be ${value}; ${found}.`)
  }
  for (const node of expect.reaches ?? [])
    if (!held.nodes.includes(node)) unmet.push(`Expected to reach ${node}; the conversation did not.`)
  for (const node of expect.never_reaches ?? [])
    if (held.nodes.includes(node)) unmet.push(`Expected never to reach ${node}; the conversation did.`)
  const spoken = plain(held.said.join(' '))
  for (const words of expect.says ?? []) if (!spoken.includes(plain(words))) unmet.push(`Expected to hear “${words}”.`)
  for (const words of expect.never_says ?? [])
    if (spoken.includes(plain(words))) unmet.push(`Expected never to hear “${words}”; the agent said it.`)
  if (expect.do_not_call !== undefined && expect.do_not_call !== held.doNotCall)
    unmet.push(
      expect.do_not_call
        ? 'Expected the number to be put on the do-not-call list; it was not.'
        : 'Expected the number not to be put on the do-not-call list; it was.',
    )
  if (expect.seconds_max !== undefined && held.seconds > expect.seconds_max)
    unmet.push(`Expected to last at most ${expect.seconds_max} s; it lasted ${Math.round(held.seconds)} s.`)
  return unmet
}

/** Normalizes a text for comparison: ignores case and spaces. */
function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim()
}
