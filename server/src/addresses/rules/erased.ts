/** Replaces a person's number. It is never called: `suppressions/rules/suppressed-sql.ts`. */
export const ERASED = 'erased'
