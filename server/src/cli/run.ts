/** The terminal as a client of the API: no privileges, the same `sdk` as every other program. */
import { parseArgs } from 'node:util'
import { createClient, OutdialError } from '@outdial/sdk'
import { CALL_COMMANDS } from './calls.ts'
import { CAMPAIGN_COMMANDS } from './campaigns.ts'
import { type Command, type Resource, UsageError } from './command.ts'
import { CONTACT_COMMANDS } from './contacts.ts'
import { POLICY_COMMANDS } from './policies.ts'
import { REGISTRY_COMMANDS } from './registries.ts'
import type { Terminal } from './terminal.ts'
import { WORKFLOW_COMMANDS } from './workflows.ts'

const RESOURCES = {
  campaigns: CAMPAIGN_COMMANDS,
  contacts: CONTACT_COMMANDS,
  calls: CALL_COMMANDS,
  workflows: WORKFLOW_COMMANDS,
  policies: POLICY_COMMANDS,
  registries: REGISTRY_COMMANDS,
}
export type ResourceName = keyof typeof RESOURCES

/** Usual exit codes: 2 for wrong usage, 1 for a failure. */
const EXIT = { ok: 0, failed: 1, usage: 2 }

export interface CliEnvironment {
  env: Record<string, string | undefined>
  terminal: Terminal
  signal: AbortSignal
  now(): number
}

export async function runCommand(world: CliEnvironment, name: ResourceName, args: readonly string[]): Promise<number> {
  const { terminal } = world
  const resource: Resource = RESOURCES[name]
  try {
    const [action, ...rest] = args
    if (action === undefined || action === '--help' || action === '-h') {
      terminal.line(usageOf(name, resource))
      return action === undefined ? EXIT.usage : EXIT.ok
    }
    const command = resource.commands[action]
    if (!command) throw new UsageError(`There is no command "${action}".\n\n${usageOf(name, resource)}`)
    const { words, options } = read(command, rest)
    if (options.help) {
      terminal.line(`outdial ${name} ${action} ${command.usage}\n    ${command.help}`)
      return EXIT.ok
    }
    if (words.length !== command.words) throw new UsageError(`outdial ${name} ${action} ${command.usage}`)
    const client = connect(world.env)
    return await command.run({ client, words, options, terminal, signal: world.signal, now: world.now })
  } catch (error) {
    if (world.signal.aborted) return EXIT.ok
    terminal.note(errorSentence(error, serverUrlOf(world.env)))
    return error instanceof UsageError ? EXIT.usage : EXIT.failed
  }
}

function read(command: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
    return { words: positionals, options: values as Record<string, string | boolean | undefined> }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

export function serverUrlOf(env: CliEnvironment['env']): string {
  return env.OUTDIAL_URL ?? `http://127.0.0.1:${env.PORT ?? 8000}`
}

export function connect(env: CliEnvironment['env']) {
  const apiKey = env.OUTDIAL_API_KEY
  if (!apiKey) {
    throw new UsageError(
      'Set OUTDIAL_API_KEY to an API key; the first start prints one, `outdial keys create` makes more. OUTDIAL_URL says where the server is.',
    )
  }
  return createClient({ baseUrl: serverUrlOf(env), apiKey })
}

export function errorSentence(error: unknown, server: string): string {
  if (error instanceof OutdialError) {
    const request = error.requestId ? ` (request ${error.requestId})` : ''
    return `${error.message}${request}`
  }
  // The error of `fetch` for an unreachable server only says that it failed.
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return `No server answers at ${server}. Is it running? OUTDIAL_URL says where it is.`
  }
  return (error as Error).message
}

function usageOf(name: string, resource: Resource): string {
  const commands = Object.entries(resource.commands).map(
    ([action, { usage, help }]) => `  outdial ${name} ${action} ${usage}\n      ${help}`,
  )
  return `${resource.help}\n\n${commands.join('\n')}\n\n  --json prints JSON for scripts, one value a line. Set OUTDIAL_API_KEY to an API key and OUTDIAL_URL to the server.`
}
