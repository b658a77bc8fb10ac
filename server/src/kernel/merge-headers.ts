/** Merges several sets of request headers; later ones override. Names are in lower case, because they are case-insensitive. */
export function mergeHeaders(...sets: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const set of sets) for (const [name, value] of Object.entries(set)) merged[name.toLowerCase()] = value
  return merged
}
