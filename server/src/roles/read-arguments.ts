/** Parses the arguments of a command. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { printError, printLine } from './with-database.ts'

const HELP = { help: { type: 'boolean', short: 'h' } } as const

/** A number is the exit code: the help, or what is wrong with the arguments, was printed. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  help: string,
  options: Options,
) {
  try {
    const parsed = parseArgs({ args, allowPositionals: true, options: { ...options, ...HELP } })
    if (!(parsed.values as { help?: boolean }).help) return parsed
    printLine(help)
    return 0
  } catch (error) {
    return printError(`${(error as Error).message}\n\n${help}`)
  }
}
