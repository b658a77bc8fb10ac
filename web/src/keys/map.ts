import { frameWords as w } from '../words/frame.ts'

/** All shortcuts, in the order of the help page. */
export const KEY_MAP: readonly [string, string][] = [
  [w.search, '/'],
  [w.keys.palette, 'mod k'],
  [w.newCampaign, 'n'],
  [w.overview, 'g o'],
  [w.campaigns, 'g c'],
  [w.calls, 'g l'],
  [w.workflows, 'g w'],
  [w.telephony, 'g t'],
  [w.doNotCall, 'g d'],
  [w.settings, 'g s'],
  [w.keys.rows, 'j k'],
  [w.keys.openRow, 'enter'],
  [w.keys.pause, 'p'],
  [w.keys.play, 'space'],
  [w.keys.table, 't'],
  [w.keys.save, 'mod s'],
  [w.keys.undo, 'mod z'],
  [w.keys.copySteps, 'mod c'],
  [w.keys.pasteSteps, 'mod v'],
  [w.keys.back, 'esc'],
  [w.keys.all, '?'],
]
