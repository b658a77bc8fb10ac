/** How people ask in English not to be called again. */
import type { DoNotCallPack } from '../pack.ts'

const CONTACT =
  '(?:call|calls|calling|called|phone|phoning|phoned|ring|ringing|dial|dialing|dialling|contact|contacting|contacted|bother|bothering|harass|harassing|disturb|disturbing|pester|pestering|text|texting)'
const STOP = '(?:stop|stopped|quit|cease|discontinue|refrain from|desist from|give up|avoid|done with)'
/** What recognizers made of "stop" on telephone audio. */
const MISHEARD_STOP = '(?:start|started|stock|stuff|top|step|stab|store|stopping|stuck|shop|drop)'
/** Words that may stand between the refusal and the calling. Any word would join "not sure" to "call me later". */
const GAP =
  '(?:ever|even|please|you|dare|to|be|being|keep|try|want|wish|like|need|any|more|anyone|again|continue|get|receive|have|your|these|those|further|a|the|phone|going|let|them|him|her|people|allowed|permitted|authorized|supposed|just|permission|my|consent)'
const LIST = '(?:list|lists|database|system|records?|register|registry|file|directory|book)'
const REMOVE = '(?:remove|removed|delete|deleted|erase|erased|scratch|scrub|strike|unsubscribe|deregister|drop)'
const ME =
  '(?:me|my (?:phone )?number|my (?:name|details|data|contact|information)|this (?:phone )?number|us|our number|the number)'
const LIST_OF = '(?:(?:your|the|this|that|all|any|of|calling|call|contact|phone|mailing) )*'
const TIME =
  '(?:now|today|tonight|tomorrow|before|until|till|after|during|while|at|on|in|this (?:early|late|week|morning|afternoon|evening)|so (?:early|late)|right now|these days|when|between|yet|earlier|later|weekends?|sundays?|mondays?|nights?|mornings?)'

export const englishDoNotCall: DoNotCallPack = {
  requests: [
    `${STOP} (?:\\w+ ){0,3}?${CONTACT}`,
    `^(?:(?:please|just|now|and|hey|okay|can you|could you) )*${MISHEARD_STOP} ${CONTACT}(?: me| us| here| this number| my number)?(?: again| please| now| anymore)*$`,
    `(?:not|never) (?:${GAP} ){0,6}?${CONTACT}(?! (?:center|centre))`,
    `no more (?:\\w+ ){0,2}?${CONTACT}`,
    `(?:not|never) (?:\\w+ ){0,3}?hear from (?:you|your|them)`,
    `(?:take|taken|taking|get|keep|strike|cross) (?:${ME} )?(?:of|off|out of|from) ${LIST_OF}${LIST}(?! of)`,
    `(?:take|get|keep) ${ME} off(?! (?:hold|speaker|the (?:hook|phone|speaker|waiting|wait|lease|line|guest)|hold))`,
    `(?:^|please |and |just |to |you |then |also )${REMOVE} (?:\\w+ )?${ME}`,
    `${REMOVE} (?:\\w+ ){0,4}?(?:from|off) ${LIST_OF}${LIST}`,
    '(?:be|get|getting|have|want|me|us|number) (?:removed|taken off|deleted)',
    '(?:lose|forget|block) (?:my|this) number',
    'opt(?:ing|ed)? (?:me |us )?out',
    'unsubscribe',
    '(?:revoke|withdraw|take back|retract|revoking|withdrawing) (?:\\w+ )?(?:consent|permission|agreement)',
    'not (?:give |have )?(?:\\w+ )?(?:consent|permission|agree)(?:ed)? (?:to )?(?:\\w+ ){0,3}?(?:call|calls|calling|contact)',
    '(?:nobody|no one|none of you) (?:else )?(?:ever )?(?:calls?|phones?|rings?|contacts?|bothers?) (?:me|us|here|this number)(?: again| anymore)',
    '(?:want|wanna|get|come|be) (?:me |us |my number )?off (?:of )?(?:this|your|the|that|these) (?:call |calling |phone )?lists?',
    'cease and desist',
    'leave (?:me|us) (?:alone|in peace)',
    'do not call (?:list|register|registry)',
    `if you (?:ever )?(?:call|phone|ring|contact) (?:me |us |here |this number )?again`,
    '^(?:(?:please|just|no|okay|hey) )*stop(?: (?:it|that|this|please|now|stop))*$',
  ],
  exemptions: [
    // Asked of themselves or of the past: "I could not call you", "you did not call me", "sorry I did not ring back".
    `(?:i|we) (?:can|could|did|do|will|would|have|had|was|am|were|are) (?:not|never) (?:\\w+ ){0,2}?${CONTACT}(?! (?:me|us)(?: |$))`,
    `(?:you|nobody|they|he|she) (?:did|have|had|has) not (?:\\w+ ){0,2}?${CONTACT}`,
    `(?:you|nobody|they|he|she|i) never (?:\\w+ )?(?:called|phoned|rang|contacted|got|texted)`,
    `(?:i|we) would never ${CONTACT}`,
    `why (?:do|did|have|has|would) (?:not you|you not) ${CONTACT}`,
    '(?<!you )do not (?:stop|quit|remove|delete|take|drop|unsubscribe)',
    '(?:is|are|does|was) not (?:a |the |even )?(?:phone|ring|ringing|text|call|dialing)',
    '(?:waiting|wait|guest) list',
    'reminder text',
    'called up',
  ],
  always: [
    `(?:do|did|does|would|will) not (?:want|wish|like|allow|consent|agree)(?: \\w+){0,4}? ${CONTACT}`,
    `(?:asked|told|said|begged)(?: \\w+){0,3}? not to (?:\\w+ )?${CONTACT}`,
  ],
  limitedRefusals: [`(?:not|stop) (?:\\w+ ){0,2}?${CONTACT}(?: me| us| here| back)? ${TIME}`],
  invitations: [
    '(?<!not |never |stop |not to )(?:call|phone|ring|try)(?: me| us)? (?:back|again|later|tomorrow|tonight|after|at|on|in|then|instead|next|this)',
  ],
  final: ['again', 'ever', 'anymore', 'any more', 'never', 'list', 'remove'],
  unfinished: ['not', 'never', 'stop', 'stopped', 'quit', 'off', 'of', 'from', 'to', 'my', 'your', 'remove'],
  phrases: [
    'stop calling me',
    'take me off your list',
    'take me off the list',
    'remove me from your list',
    'remove my number',
    'do not call me again',
    'do not call me anymore',
    'never call me again',
    'put me on the do not call list',
    'i do not want any more calls',
  ],
}
