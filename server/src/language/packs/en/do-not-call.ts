/** How people ask in English not to be called again. */
import type { DoNotCallPack } from '../pack.ts'
import { type RefusalWords, refusalPatterns } from '../refusals.ts'

const CONTACT =
  '(?:call|calls|calling|called|(?<!my |the |a |your )phone|phones|phoning|phoned|telephone|telephoning|ring|rings|ringing|dial|dialing|dialling|contact|contacts|contacting|contacted|bother|bothering|bothered|harass|harassing|disturb|disturbing|disturbed|pester|pestering|hassle|hassling|text|texting|cold call|cold calling|spam|spamming|blowing up|reach out|get in touch)'
const CALLS =
  '(?:calls|(?:telephone|phone|further|future|more) contact|call ?backs|phone calls|calling|phoning|ringing|(?:another|one more|any) (?:phone )?call|robocalls|telemarketing|harassment)'
/** Typical misrecognitions of "stop" in telephone audio. */
const MISHEARD_STOP = '(?:start|started|stock|stuff|top|step|stab|store|stopping|stuck|shop|drop)'
const ME =
  '(?:me|my (?:(?:phone|mobile|cell|home) )?number|my (?:name|details|data|contact|information|phone)|this (?:phone )?number|us|our (?:number|name|details)|the number|(?:him|her|my (?:mother|father|mum|mom|dad|wife|husband)))'
const LIST_OF = '(?:(?:your|the|this|that|all|any|of|calling|call|contact|phone|mailing|whatever|every) )*'
const DAY = '(?:weekends?|(?:sun|mon|tues|wednes|thurs|fri|satur)days?|nights?|mornings?|evenings?|afternoons?)'
const TIME = `(?:now|right now|today|tonight|tomorrow|before|until|till|after (?:\\d|\\w+ (?:oclock|pm|in the)|noon|midnight|dark|dinner|lunch|work|six|seven|eight|nine|ten|five|four|three)|during|while|(?:at|on|in|over) (?:the |an? |that |this |my )?(?:(?:lunch|dinner|tea|meal|supper|bed) ?times?|${DAY}|\\d|noon|hour|time|dinner|lunch|breakfast|middle|work hours)|this (?:early|late|week|morning|afternoon|evening)|(?:so|too|that) (?:early|late)|these days|when|between|yet|earlier|later|${DAY})`
const WHERE =
  '(?:(?:at|on|in|to)? ?(?:my|the)? ?(?:work|office|home|house|landline|job|desk|other (?:number|phone)|home phone|husband|wife|boss))'

const WORDS: RefusalWords = {
  never: '(?:not|never|no longer|nobody|no one|none of you)',
  // Limited, because any word would join "not sure" to "call me later".
  gap: '(?:ever|even|please|you|dare|to|be|being|bother|keep|try|want|wish|like|need|any|more|anyone|again|continue|get|receive|have|your|these|those|further|a|the|phone|going|let|them|him|her|people|lot|allowed|permitted|authorized|supposed|just|permission|my|our|me|us|consent|from|company|else|there|right|business|take|accept|appreciate|cold)',
  call: CONTACT,
  notCall:
    '(?:center|centre|(?:me |him |her )?(?:mister|mr|mrs|miss|ms|sir|maam|madam|names|doctor)(?: |$)|the (?:bell|doorbell))',
  calling: CONTACT,
  again:
    '(?:again(?! (?:next|tomorrow|later|on|at|after|in|this))|any ?more|any longer|ever|once more|(?:one|another) more time|one more|another time|in (?:the )?future)',
  calls: CALLS,
  notCalls: '(?:yesterday|today|yet|from you yet|back|came|come|were|was|got)',
  stop: '(?:stop|stopped|quit|cease|discontinue|refrain(?:ed)? from|desist from|give up|avoid|done with|knock off|cut out)',
  cease: '(?:stop|cease|end|to stop|to cease|to end|must stop)(?! (?:at|before|after))',
  none: '(?:no|no more|enough|without|neither)',
  enough: '(?:enough|fed up|sick|tired|had it|done|through|had enough) (?:\\w+ )?(?:of|with)',
  want: '(?:want|wants|wish|need|needs|accept|take|tolerate|receive|receiving|ask for|asked for|appreciate|welcome|like|put up with)',
  nobody: '(?:nobody|no one)',
  remove: '(?<!not )(?:remove|delete|erase|scratch|scrub|strike|deregister|wipe|purge|cross|unlist)(?: out)?',
  removed: '(?:removed|deleted|erased|taken off|taken out|wiped|struck|off (?:your|the|this) (?:\\w+ )?list)',
  mine: '(?:me|us|my (?:(?:phone|mobile|cell|home) )?number|my (?:name|details|data|contact|information|phone)|this (?:phone )?number|our (?:number|name|details))',
  list: '(?:lists?|database|system|records?|register|registry|file|files|directory|computer|mailing)',
  notList: '(?:of (?:guests|attendees))',
  forget: '(?:lose|forget|block|bin|burn)',
  number: '(?:(?:my|this|our|that) (?:phone )?number(?! plate)|about (?:me|us)$)',
  revoke: '(?:revok|withdr[ae]w|take back|taking back|retract|rescind|cancel)\\w*',
  consent: '(?:consent|permission|agreement|authori[sz]ation)',
  permission:
    '(?:consent|permission|permit|right|authorization|authorisation|agree|agreed|business) ?(?:for |to |of )?(?:\\w+ ){0,3}?(?:call\\w*|contact\\w*|phon\\w*|ring\\w*|bother\\w*|text\\w*|these|this|$)',
  forbid: '(?:forbid|object|demand|insist|prohibit|order you|instruct you)(?:ing)?',
  use: '(?:using|use|cease|stop)',
  ifCall:
    '(?:if (?:you )?|^you )(?:ever )?(?:dare )?(?:call|phone|ring|contact|bother|dial|text)(?! (?:back|later|tomorrow|on|at))',
  later:
    '(?:tomorrow|later|next|tonight|on (?:sun|mon|tues|wednes|thurs|fri|satur)day|this (?:evening|afternoon)|in (?:an?|the|\\w+) (?:hour|hours|morning|evening|week|days?))',
  ifOn: 'if (?:you|this|these|they) (?:keep|continue|go on|carry on)',
  threat:
    '(?:i am suing|sue you|i will sue|my (?:lawyer|attorney|solicitor)|(?:call|calling|go to|going to|tell|telling) the (?:police|cops)|report(?:ing)? (?:you|this)|(?:i|i have) (?:\\w+ )?blocked (?:you|your)|(?:press|file|filing) (?:\\w+ )?(?:charges|complaint)|(?:this|it|that) is harassment|harassing)',
  law: '(?:no calls? list|do not (?:call|contact|phone|disturb) (?:list|register|registry)?|tcpa|ftc|ofcom|gdpr|telephone preference|right to (?:erasure|be forgotten)|t p s|tps|cease and desist|unsubscribe|opt(?:ing|ed)? (?:me |us |\\w+ number )?out)',
  alone: 'leave (?:me|us|her|him|my \\w+) (?:alone|in peace|be)',
  hear: '(?:hear|hearing) (?:\\w+ )?from (?:you|your|them)',
  oneMore: '(?:one more|another|one single)',
  and: '(?:and|or)',
  neverAgain: '^(?:\\w+ ){0,3}?never(?: ever)? again(?: please| thank you| thanks)*$',
  last: '(?:last time (?:i|i am|i will) (?:\\w+ )?(?:tell|say|ask|warn)\\w*|(?:is|be|was) (?:your|the) last (?:call|warning|time you (?:call|ring|phone))|last warning)',
}

export const englishDoNotCall: DoNotCallPack = {
  requests: [
    ...refusalPatterns(WORDS),
    `^(?:(?:please|just|now|and|hey|okay|can you|could you) )*${MISHEARD_STOP} ${CONTACT}(?: me| us| here| this number| my number)?(?: again| please| now| anymore)*$`,
    `(?:take|taken|taking|get|keep|strike|cross) (?:${ME} )?(?:of|off|out of|from) ${LIST_OF}${WORDS.list}(?! of)`,
    `(?:take|get|keep) ${ME} off(?! (?:hold|speaker|the (?:hook|phone|speaker|waiting|wait|lease|line|guest|order|bill)|hold))`,
    '(?:take|get|keep) (?:my|our|this|the) (?:phone )?(?:number|name|details) (?:out|off)$',
    `(?:want|need|have) ${ME} (?:taken )?off(?! (?:hold|speaker|the))`,
    '(?:be|get|getting|have|want) (?:removed|taken off|deleted)',
    '(?:want|wanna|get|come|be) (?:me |us |my number )?off (?:of )?(?:this|your|the|that|these) (?:call |calling |phone )?lists?',
    'if i (?:ever )?hear from (?:\\w+ )?(?:you|your)',
    'not (?:\\w+ ){0,2}?(?:try|trying|ask|asking|do (?:this|that|it)) (?:again|any ?more)',
    '^(?:(?:please|just|no|okay|hey|so|then|now|and|i said) )*stop(?: (?:it|that|this|please|now|stop))*$',
    '(?:asked|told|begged|warned|tell|telling|ask|asking)(?: \\w+){0,4}? to (?:stop|quit|cease|knock it off)',
    '(?:stop|quit|cease|enough with) (?:bugging|annoying|harassing|stalking|spamming|trying to (?:reach|sell|contact)|using|having) (?:me|us|my|our|to|this)?',
    '(?:stop|quit) (?:bugging|annoying|stalking|spamming)',
    'not (?:want|wish|care) to (?:ever )?(?:talk|speak|deal|do business) (?:to|with) (?:you|any of you|your)(?: \\w+){0,3}? (?:ever|again|any ?more)',
    '(?:never|not) (?:want|wish) to (?:talk|speak|deal) (?:to|with) (?:you|your)(?: \\w+){0,3}? (?:ever|again|any ?more)',
    'get rid of (?:my|our|this) (?:\\w+ )?(?:number|name|details|data)',
    '(?:want|need|like)(?: to be| to get)? out of (?:your|this|the) (?:\\w+ )?(?:lists?|database|system|records)',
    'flag (?:my|our|this) (?:\\w+ )?number',
    '^(?:please )?remove(?: please| now| it)*$',
    'no (?:solicit\\w*|cold call\\w*|sales calls?|telemarket\\w*)',
    '(?:make|making) (?:it|this|that|them|these) stop',
    '(?:take|put|mark) (?:me|us|my number|this number) (?:\\w+ ){0,3}?(?:do not call|no call|blocked|internal)',
    '(?:not|never) (?:use|save|store|keep|share|sell) (?:my|our|this) (?:phone )?(?:number|details|data)',
    '(?:stop|quit) using (?:my|our|this) (?:phone )?number',
    'how many times (?:do|must|have|should) (?:i|we) (?:\\w+ ){0,5}?(?:stop|no|not|quit)',
    '(?:never|not) (?:ever )?(?:try|attempt) (?:to )?(?:reach|call|contact|phone) (?:me|us)',
    'this (?:number|line) is (?:not for|off limits|private)(?: \\w+){0,3}?(?: sales| marketing| you)?',
  ],
  candidates: [
    '(?:f\\w+|piss|sod|bugger|buzz|shove) off',
    'go away',
    'get lost',
    'go to hell',
    'screw you',
    'get off (?:my|the) (?:phone|line)',
    'not interested',
    'i am not interested',
    'never interested',
    'waste of (?:my )?time',
    'you people',
    'scam(?:mers?)?',
    'i hate (?:these|this|you)',
    'what part of no',
  ],
  exemptions: [
    'phone (?:has |had )?(?:just )?(?:stopped|quit|is not|was not) ringing',
    // Statements about the person or the past: "I could not call you", "you did not call me", "sorry I did not ring back".
    `(?:i|we) (?:can|could|did|do|will|would|have|had|was|am|were|are) (?:not|never) (?!want |(?:(?:get|be|being) )?(?:called|phoned|contacted|disturbed|bothered)(?: |$))(?:\\w+ ){0,2}?${CONTACT}(?! (?:me|us))`,
    `(?:you|they|he|she) (?:did|have|had|has) not (?:\\w+ ){0,2}?${CONTACT}`,
    `(?:nobody|no one) (?:\\w+ )?(?:called|phoned|rang|contacted|did)`,
    `(?:you|nobody|they|he|she|i) never (?:\\w+ )?(?:called|phoned|rang|contacted|got|texted)`,
    `(?:i|we) would never ${CONTACT}`,
    `why (?:do|did|have|has|would) (?:not you|you not|nobody|no one) ${CONTACT}`,
    'not (?:need|have) to (?:call|phone|ring)(?! (?:\\w+ )?(?:again|any ?more))',
    '(?<!you )do not (?:stop|quit|remove|delete|take|drop|unsubscribe)',
    'not (?:forget|hesitate|lose)',
    '(?:did|do) you forget',
    'contact lens(?:es)?',
    '(?:is|are|does|was) not (?:a |the |even )?(?:phone|ring|ringing|text|call|dialing)',
    '(?:\\w+ ){0,5}(?:waiting|wait|guest) list',
    'reminder text',
    'called up',
  ],
  always: [
    '(?:do not|we do not|i do not|never) (?:take|accept|answer|want|do|welcome|appreciate) (?:\\w+ ){0,3}?(?:sales|cold|marketing|solicitation|telemarketing|unsolicited|robo|spam) ?(?:calls?|callers)',
    `(?:do|did|does|would|will) not (?:want|wish|like|allow|consent|agree)(?: \\w+){0,4}? ${CONTACT}`,
    `(?:asked|told|said|begged)(?: \\w+){0,3}? not to (?:\\w+ )?${CONTACT}`,
    // "I would rather you did not phone", "we would appreciate it if you stopped calling"
    `(?:rather|prefer|preferred|wish|appreciate|grateful|obliged|thankful|glad|mind)(?: \\w+){0,5}? (?:not|stop|stopped|quit|never) (?:\\w+ ){0,2}?${CONTACT}`,
  ],
  limitedRefusals: [`(?:not|stop) (?:\\w+ ){0,3}?${CONTACT}(?: me| us| here| back| my \\w+)? ${TIME}`],
  elsewhereRefusals: [`(?:not|stop) (?:\\w+ ){0,2}?${CONTACT}(?: me| us)? ${WHERE}`],
  invitations: [
    '(?<!not |never |stop |not to )(?:call|phone|ring|try)(?: me| us)? (?:back|again|later|tomorrow|tonight|after|at|on|in|then|instead|next|this|my (?:cell|mobile)|another)',
    'use this one',
    '(?:talk|speak) to me',
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
  ],
}
