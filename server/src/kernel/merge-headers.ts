/** One set of request headers from several; a later one wins. Names are in lower case: a header that differs by case alone is the same. */
export function mergeHeaders(...sets: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const set of sets) for (const [name, value] of Object.entries(set)) merged[name.toLowerCase()] = value
  return merged
}
