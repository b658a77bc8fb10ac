/** Finds a person's name in a row, if there is one: lists name their columns freely. */
const FIRST = ['first_name', 'firstname', 'given_name', 'name', 'full_name', 'contact_name']
const LAST = ['last_name', 'lastname', 'surname', 'family_name']

function find(variables: Record<string, unknown>, names: readonly string[]): string {
  for (const name of names) {
    const value = variables[name] ?? variables[name.replaceAll('_', ' ')]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return ''
}

export function personNameOf(variables: Record<string, unknown>): string | null {
  return [find(variables, FIRST), find(variables, LAST)].filter(Boolean).join(' ') || null
}
