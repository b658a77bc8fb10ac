/** Which days are lived: some fixed ones, so that a run can be compared with the last, and fresh ones, so that no two runs are the same. */
import { randomInt } from 'node:crypto'

/** Seeds that showed a fault, of the engine as it was or of one broken on purpose, with what it was. */
export const REGRESSIONS: ReadonlyArray<readonly [seed: number, fault: string]> = [
  [2, 'an alarm of one campaign swallowed the later one of another: its retry waited for the next poll'],
  [8, 'the same with a window: a campaign could have dialed 151 ms ago'],
  [9, 'the same on the node that survived a freeze'],
  [5021, 'a campaign paused itself because an answer was never told, and no checker knew the reason'],
  [
    3325,
    'a node slept for 347 ms, noticed nothing and wrote down a retry 314 ms early: the checker knew no such doubt',
  ],
  [
    100032,
    'a person who called back and talked was held by a rule in the same transaction, and waited to be called again',
  ],
  [
    200481,
    "the database's clock was put back, a node did not know yet and rightly left out older ends: the checker counted them",
  ],
  [1_000_044, 'a person who called back twice before either call was settled was counted twice'],
  [
    2_004_689,
    'after the clock was put back a campaign waited for its next window: the last two minutes of this one were not looked at',
  ],
  [
    2_005_159,
    'a call that the network had refused was withdrawn before the refusal was told, and its record named the wrong cause',
  ],
  [
    2_005_422,
    'a contact whose other call had ended was due, and the claim of the same transaction wrote a later time over it',
  ],
  [
    3_000_730,
    'a hold that had run out lay ahead again after the clock was put back: the checker took it for a missed release',
  ],
  [
    3_006_296,
    'a breaker was not judged where a person had called back in the same transaction: its counts were already written',
  ],
  [
    3_006_767,
    'a claim was adopted by another node and nothing was written afterwards: the checker still took it for its first node’s',
  ],
  [
    3_009_182,
    'the clock was put back: earlier calls lay ahead of later ones, and a dry run judged by a time between them that was not recorded',
  ],
  [9008, 'a timer fired a hair early, and an organization that somebody had held was left for the next poll'],
  [
    4_000_122,
    'a dial was withdrawn, then its answer was given up, and the record no longer said that it was withdrawn',
  ],
  [4_101_408, 'a dry run counted a dial that the limits do not count: the two records of its end were of one moment'],
  [4_105_158, 'the first rules forgot who had answered and found no agent: the memory in place of the database did'],
  [
    4_105_685,
    'a contact came due, the clock was put back before the dial: the checker took the second claim for a retry too soon',
  ],
  [4_113_362, 'an outage that began with the last contact of a list finished that contact after ten refusals'],
  [4_115_299, 'the only node was gone for half a minute without a commit: the checker counted that as waiting'],
  [
    4_118_672,
    'a limit was lowered after a claim, the clock put back in between: the checker held the claim to the new limit',
  ],
  [9_501_866, 'a single call to one number of a person did not count when a campaign dialed the other number'],
  [
    9_600_044,
    'one number of a contact was passed over for lack of consent, the rules were lifted, another number was on the do-not-call list: the contact waited for ever',
  ],
  [
    104_601_125,
    'the clock was put back by 55 minutes: 76 calls of a dead node were settled in one minute an hour later, and the checker counted none',
  ],
  [
    41_000_777,
    'rules were set after a retry was planned, then its call was reported once more: the checker held the plan to the new hours',
  ],
  [
    41_007_594,
    'a hundred retries came due in a minute without calls, each at a time of its own, and a cap put them off: the checker counted none',
  ],
  [
    41_010_306,
    'the clock was put back before the end of a call was written, and forward afterwards: the checker counted the delay from the end itself',
  ],
  [
    41_012_988,
    'the clock was put forward: a call claimed just after by a node that did not know yet looked old to another one, which hung up',
  ],
  [
    41_014_128,
    'the clock was put back between a claim and a do-not-call entry: the checker took the claim for the later',
  ],
  [
    41_015_205,
    'the clock was put back after a stop for calls that fail alike: calls of much later were taken for dialed before it',
  ],
  [
    41_017_162,
    'the first call got through after an outage, before the last refusal was written: that contact was finished as the one at fault',
  ],
  [
    47_006_295,
    'a node froze inside a transaction that the server then ended: the simulation let it read on, and stopped when its claims met those of another node',
  ],
  [41_019_989, 'the clock was put back, a contact was claimed by the old time at once, and rang eight seconds later'],
  [
    47_016_342,
    'the clock was put back, a contact was claimed by the old time and given back: the checker took its next claim for a retry too soon',
  ],
  [
    47_042_896,
    'two nodes had an alarm for each contact that a rule put off, and one looked again: the checker allowed one transaction for each',
  ],
  [
    47_033_282,
    'the clock was put back by nine minutes and then forward by 42: a call claimed before both looked old, and was hung up on',
  ],
  [47_015_921, 'a node started while all slots were taken: it set no alarm for the next retry'],
  [47_042_210, 'the same with three slots, all taken by calls of the node before'],
  [
    48_002_753,
    'a contact came due when the clock was put forward and waited for another call, which ended after the clock was put back: the checker took the dial for a retry too soon',
  ],
  [
    50_001_978,
    'the end of an inbound conversation was written a minute and a half late: the dry run of the checker counted it from then',
  ],
  [
    50_002_394,
    'the clock was put back: calls that had got through before it were taken for recent ones, and a contact that the network refused was finished',
  ],
  [50_000_217, 'the clock was put back in a minute with trouble: the checker of transactions took it for a calm one'],
  [
    48_900_537,
    'a campaign was deleted, its calls before its contacts: the checker took the call before the last for the last one',
  ],
  [
    52_004_915,
    'hours opened five seconds before a suspension began, on a day of slow answers: the checker asked the moments on either side of the claim only',
  ],
  [
    52_021_999,
    'the end of a call from before an outage was told in the middle of it: the network seemed to work, and a contact that it refused was finished',
  ],
  [
    53_002_472,
    'the end of a conversation was written, never acknowledged, and its campaign deleted: the checker of reached hours did not know of it',
  ],
  [
    56_001_030,
    'a claim was adopted by another node and then again by its first one: the checker took it for a claim that its node had kept',
  ],
]

export const FRESH_SEED_MAX = 2 ** 31

/** A random one, or the one that a test has drawn; `SIM_SEED` runs a day again that failed. */
export function freshSeed(drawn = randomInt(FRESH_SEED_MAX)): number {
  const wanted = process.env.SIM_SEED
  return wanted === undefined ? drawn : Number(wanted)
}
