/**
 * Several prepared statements in one round trip: everything is sent together, then one Sync. If a statement fails, those after
 * it are not executed. Uses the driver's interface for submittable objects, like its cursors.
 */
import pg from 'pg'
import { type PooledSessionSettings, pooledSettingsOf, setConfigStatement } from './shared-connections.ts'

export interface Statement {
  /** Name of the prepared statement. The same name must always have the same text, because it is parsed once per connection. */
  name: string
  text: string
  /** Values in PostgreSQL's text format; arrays are made by `numberArrayLiteral` and `textArrayLiteral`. */
  values: ReadonlyArray<string | number | null>
}

export type Row = Record<string, unknown>

interface Column {
  name: string
  parse(text: string): unknown
}

/** The part of the driver's connection that is used for writing. */
interface Connection {
  stream: { cork(): void; uncork(): void; destroy(error?: Error): void }
  parse(message: { name: string; text: string; types: number[] }): void
  describe(message: { type: 'S'; name: string }): void
  bind(message: {
    portal: string
    statement: string
    values: ReadonlyArray<string | number | null>
    valueMapper(value: unknown): string | null
  }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
}

/** The statements that were parsed on each connection, with their columns. */
const parsed = new WeakMap<Connection, Map<string, Column[]>>()

class Pipeline {
  readonly #statements: readonly Statement[]
  readonly #shared: boolean
  readonly #done: (error: Error | null, results: Row[][]) => void
  readonly #results: Row[][]
  #columns = new Map<string, Column[]>()
  #at = 0
  #failed = false

  constructor(
    statements: readonly Statement[],
    shared: boolean,
    done: (error: Error | null, results: Row[][]) => void,
  ) {
    this.#statements = statements
    this.#shared = shared
    this.#done = done
    this.#results = statements.map(() => [])
  }

  submit(connection: Connection): null {
    let columns = parsed.get(connection)
    if (!columns) {
      columns = new Map()
      parsed.set(connection, columns)
    }
    this.#columns = columns
    connection.stream.cork()
    for (const { name: given, text, values } of this.#statements) {
      // Behind a pooler, statements may run on connections that have not parsed them, so they are unnamed and parsed each time.
      const name = this.#shared ? '' : given
      if (this.#shared || !columns.has(name)) {
        columns.set(name, [])
        connection.parse({ name, text, types: [] })
        connection.describe({ type: 'S', name })
      }
      connection.bind({ portal: '', statement: name, values, valueMapper })
      connection.execute({ portal: '', rows: 0 })
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription(message: { fields: Array<{ name: string; dataTypeID: number }> }): void {
    const columns = message.fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }))
    this.#columns.set((this.#statements[this.#at] as Statement).name, columns)
  }

  handleDataRow(message: { fields: Array<string | null> }): void {
    const columns = this.#columns.get((this.#statements[this.#at] as Statement).name) as Column[]
    const row: Row = {}
    for (let index = 0; index < columns.length; index++) {
      const { name, parse } = columns[index] as Column
      const text = message.fields[index] as string | null
      row[name] = text === null ? null : parse(text)
    }
    ;(this.#results[this.#at] as Row[]).push(row)
  }

  handleCommandComplete(): void {
    this.#at++
  }

  handleEmptyQuery(): void {
    this.#at++
  }

  handleError(error: Error): void {
    if (this.#failed) return
    this.#failed = true
    this.#done(error, [])
  }

  handleReadyForQuery(): void {
    if (!this.#failed) this.#done(null, this.#results)
  }

  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

function valueMapper(value: unknown): string | null {
  return value === null ? null : String(value)
}

/** Returns the rows of each statement. After a failure the connection is unusable, because some statements were not parsed. */
export function runPipeline(client: pg.PoolClient, statements: readonly Statement[]): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    const limits = pooledSettingsOf(client)
    const sent = limits ? statements.flatMap((each) => (isBegin(each) ? [each, settings(limits)] : [each])) : statements
    const query = new Pipeline(sent, limits !== null, (error, results) => {
      if (error) reject(error)
      else resolve(limits ? results.filter((_, index) => sent[index]?.name !== SETTINGS) : results)
    })
    ;(client as unknown as { query(query: Pipeline): void }).query(query)
  })
}

const SETTINGS = 'settings of the transaction'

function settings(limits: PooledSessionSettings): Statement {
  return { name: SETTINGS, text: setConfigStatement(limits), values: [] }
}

function isBegin({ text }: Statement): boolean {
  return text === 'begin'
}

/** Closes a connection that does not answer, so that everything waiting on it fails immediately. */
export function destroyConnection(client: pg.ClientBase, reason: string): void {
  const { connection } = client as unknown as { connection: Connection }
  connection.stream.destroy(new Error(reason))
}

/** An array in PostgreSQL's text format: far cheaper than the driver's conversion. */
export function numberArrayLiteral(values: ReadonlyArray<number | null | undefined>): string {
  let text = ''
  for (const value of values) text += `,${value ?? 'NULL'}`
  return `{${text.slice(1)}}`
}

const PLAIN = /^[A-Za-z0-9_+.:-]+$/

export function textArrayLiteral(values: ReadonlyArray<string | null | undefined>): string {
  let text = ''
  for (const value of values) text += `,${quoted(value)}`
  return `{${text.slice(1)}}`
}

/** Objects for `unnest(string_to_array(…, E'\\n'))`: JSON contains no raw line breaks, so nothing has to be quoted. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n')
}

function quoted(value: string | null | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (PLAIN.test(value) && (value.length !== 4 || value.toUpperCase() !== 'NULL')) return value
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}
