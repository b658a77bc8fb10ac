/** Replaces the phone number of an erased person. It is never called: `suppressions/rules/suppressed-sql.ts`. */
export const ERASED_NUMBER = 'erased'
