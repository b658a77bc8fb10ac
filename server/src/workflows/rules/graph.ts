/** Reachability in a workflow, in time linear in nodes and edges. */
export interface GraphEdge {
  source: string
  target: string
}

export function neighbours(edges: readonly GraphEdge[], direction: 'forward' | 'backward'): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { source, target } of edges) {
    const [from, to] = direction === 'forward' ? [source, target] : [target, source]
    const list = found.get(from)
    if (list) list.push(to)
    else found.set(from, [to])
  }
  return found
}

/** All nodes that can be reached from the given ones, including these. */
export function reachable(from: Iterable<string>, next: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set(from)
  const open = [...seen]
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const target of next.get(current) ?? []) {
      if (seen.has(target)) continue
      seen.add(target)
      open.push(target)
    }
  }
  return seen
}

/** The loops among `nodes` that cannot be left: each is a set of nodes that all reach one another, in the given order. */
export function closedLoops(nodes: readonly string[], edges: readonly GraphEdge[]): string[][] {
  const forward = neighbours(edges, 'forward')
  const backward = neighbours(edges, 'backward')
  const placed = new Set<string>()
  const loops: string[][] = []
  for (const node of nodes) {
    if (placed.has(node)) continue
    const ahead = reachable([node], forward)
    const behind = reachable([node], backward)
    const together = nodes.filter((other) => ahead.has(other) && behind.has(other))
    for (const member of together) placed.add(member)
    const returnsToItself = together.length > 1 || (forward.get(node) ?? []).includes(node)
    if (returnsToItself) loops.push(together)
  }
  return loops
}
