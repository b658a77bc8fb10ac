/** Search by number: needs only two indexes of large tables, which are created elsewhere (large-indexes.ts). */
export const sql = ''
