/** A fault of the embedded database. The message is a sentence for the operator and always says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'

  constructor(sentence: string, options?: ErrorOptions) {
    super(`${sentence} Or set DATABASE_URL to use a PostgreSQL server of your own.`, options)
  }
}
