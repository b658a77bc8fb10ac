/** Stands where a person's number stood. It is never called: `suppressions/rules/suppressed-sql.ts`. */
export const ERASED = 'erased'
