/** Roles that are clients of a running server: the command line and assistants. */
import { type ResourceName, runCommand } from '../cli/run.ts'
import { terminalOf } from '../cli/terminal.ts'

export function runResource(name: ResourceName) {
  return { run: (args: string[]) => runHere(name, args) }
}

function runHere(name: ResourceName, args: string[]): Promise<number> {
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  const terminal = terminalOf(process.stdout, process.stderr)
  return runCommand({ env: process.env, terminal, signal: ended.signal, now: Date.now }, name, args)
}

export async function loadMcpRole() {
  const { run } = await import('../cli/mcp.ts')
  return { run: (args: string[]) => run(args, process.env) }
}
