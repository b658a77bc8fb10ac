/** Commands of the terminal: `outdial campaigns start 7`. A resource has commands, a command its words and options. */
import type { ParseArgsConfig } from 'node:util'
import type { OutdialClient } from '@outdial/sdk'
import type { Terminal } from './terminal.ts'

export interface Resource {
  help: string
  commands: Record<string, Command>
}

export interface Command {
  /** What comes after the command's name: `ID [--json]`. */
  usage: string
  help: string
  /** How many positional arguments the command takes, besides its options. */
  words: number
  options?: NonNullable<ParseArgsConfig['options']>
  run(asked: CommandContext): Promise<number>
}

export interface CommandContext {
  client: OutdialClient
  words: string[]
  options: Record<string, string | boolean | undefined>
  terminal: Terminal
  /** Aborts a command that would otherwise run forever. */
  signal: AbortSignal
  now(): number
}

/** Invalid usage. */
export class UsageError extends Error {}

export function parseId(word: string | undefined, what: string): number {
  if (word !== undefined && /^\d{1,15}$/.test(word)) return Number(word)
  throw new UsageError(`"${word ?? ''}" is not the id of a ${what}; \`outdial ${what}s list\` lists the ids.`)
}

export function parseWholeNumberOption(option: string | boolean | undefined, name: string): number | undefined {
  if (option === undefined) return undefined
  if (typeof option === 'string' && /^\d{1,9}$/.test(option)) return Number(option)
  throw new UsageError(`--${name} takes a whole number.`)
}

export function requireTextOption(option: string | boolean | undefined, name: string): string {
  if (typeof option === 'string' && option !== '') return option
  throw new UsageError(`--${name} is needed.`)
}

/** Prints one answer: as JSON for scripts, or as lines for people. */
export function printAnswer(
  { options, terminal }: CommandContext,
  answer: unknown,
  lines: () => readonly string[],
): number {
  if (options.json) terminal.line(JSON.stringify(answer))
  else for (const line of lines()) terminal.line(line)
  return 0
}
