/**
 * `test` for the long files: for the time of the whole run every second of them runs. Which ones is drawn; `npm run proof -- console`
 * runs all. What must run each time is an `it` of vitest.
 */
import { it } from 'vitest'
import { leftOut } from '../../../server/test/drawn.ts'

export const test = (name: string, run: () => Promise<void>) => it.skipIf(leftOut(2))(name, run)
