import fc from 'fast-check'
import { afterAll } from 'vitest'
import { closeAll } from './after-file.ts'

// The whole run says where property tests begin (scripts/test.mjs); a single file begins somewhere else each time.
const seed = Number(process.env.OUTDIAL_DRAW)
if (Number.isInteger(seed)) fc.configureGlobal({ seed })

afterAll(closeAll)
