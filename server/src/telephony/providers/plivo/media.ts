import { plivoMediaDialect } from '../../carrier-kit/plivo-media.ts'

/** One per socket: it remembers the stream's id. */
export const plivoMedia = plivoMediaDialect
