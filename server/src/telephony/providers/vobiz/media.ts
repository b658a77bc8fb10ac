import { plivoMediaDialect } from '../../carrier-kit/plivo-media.ts'

/** One per socket. µ-law, because of L16 Vobiz sends big-endian samples and takes little-endian ones. */
export const vobizMedia = plivoMediaDialect
