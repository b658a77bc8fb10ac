/** A fault of the embedded database in a sentence for the operator; it always names the way out. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'

  constructor(sentence: string, options?: ErrorOptions) {
    super(`${sentence} Or set DATABASE_URL to use a PostgreSQL server of your own.`, options)
  }
}
