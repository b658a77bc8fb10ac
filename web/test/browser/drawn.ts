/**
 * `test` for the long files: for the time of the whole run every second of them runs. Which ones is drawn; `npm run proof -- console`
 * runs all. What must run each time is an `it` of vitest.
 */
import { randomInt } from 'node:crypto'
import { it } from 'vitest'

const isLeftOut = () => process.env.OUTDIAL_PROOF === undefined && randomInt(2) === 0

export const test = (name: string, run: () => Promise<void>) => it.skipIf(isLeftOut())(name, run)
