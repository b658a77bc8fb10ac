/** Whom a number belongs to: what this change needs are two indexes of large tables, made elsewhere (large-indexes.ts). */
export const sql = ''
