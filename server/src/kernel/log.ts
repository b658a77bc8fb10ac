import { type DestinationStream, type LoggerOptions, pino } from 'pino'

/** The logger interface. Personal data is never in the message, only in fields named in REDACTED. */
export interface Log {
  debug(fields: object, sentence: string): void
  info(fields: object, sentence: string): void
  warn(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
  child(fields: object): Log
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** Fields that may contain a secret or a person; pino replaces their values at these depths. */
const REDACTED = ['phone_number', 'to', 'from', 'credentials', 'api_key', 'authorization', 'password', 'transcript']
  .flatMap((name) => [name, `*.${name}`])
  .concat(['req.headers.authorization', 'req.headers["x-api-key"]'])

/** PostgreSQL errors contain the rejected row and the statement with its values, which include personal data. */
const ROW_FIELDS = ['detail', 'where', 'hint', 'query', 'parameters', 'internalQuery']

/** Converts an error to the form that is logged. */
export function serializedError(error: Error): object {
  const shown = { ...pino.stdSerializers.err(error) } as Record<string, unknown>
  for (const field of ROW_FIELDS) delete shown[field]
  return shown
}

export function openLog(level: LogLevel, pretty: boolean, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    redact: { paths: REDACTED, censor: '[redacted]' },
    base: null,
    serializers: { err: serializedError },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (pretty) options.transport = { target: 'pino-pretty', options: { ignore: 'pid,hostname', destination: 2 } }
  if (destination) return pino(options, destination)
  return pretty ? pino(options) : pino(options, pino.destination({ dest: 2, sync: false }))
}

export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
}
