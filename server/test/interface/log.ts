import type { Log } from '../../src/kernel/log.ts'

export interface CapturedLog extends Log {
  readonly lines: string[]
}

/** Keeps every line with all its fields, unredacted: what must not be logged must not even reach the log. */
export function capturedLog(lines: string[] = [], bound: object = {}): CapturedLog {
  const write = (level: string) => (fields: object, sentence: string) => {
    lines.push(JSON.stringify({ level, ...bound, ...fields, sentence }, unfolded))
  }
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => capturedLog(lines, { ...bound, ...fields }),
  }
}

/** Errors lose everything in JSON unless they are taken apart. */
function unfolded(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { message, stack } = value
  return { ...value, message, stack, cause: value.cause }
}
